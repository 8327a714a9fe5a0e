package config

import (
	"path/filepath"
	"strings"

	"stonehand/cmd/internal/fleet"
)

// Fleet is the hall that this table belongs to, if any.
type Fleet struct {
	URL         string   `toml:"url"`         // of the hall's servers, separated by commas; empty: no hall
	Table       string   `toml:"table"`       // this table's name
	Credentials string   `toml:"credentials"` // file that the hall has made for this table
	CA          string   `toml:"ca"`          // PEM file of the authority that vouches for the server; empty: those of the system
	Operate     []string `toml:"operate"`     // public keys of those who may look after this table
	Play        []string `toml:"play"`        // and of those who may play at it
	BacklogMB   int      `toml:"backlog_mb"`  // how much of the journal is kept for a hall that cannot be reached, 1 to 4096
	Assistant   bool     `toml:"home_assistant"`
}

// Operators are the roles of public keys, by their names.
func (f Fleet) Operators() map[string]string {
	roles := map[string]string{}
	for _, key := range f.Play {
		roles[key] = "play"
	}
	for _, key := range f.Operate {
		roles[key] = "operate"
	}
	return roles
}

func (f Fleet) check(k *checker, asks bool) {
	if asks && f.URL == "" {
		k.refuse("engine.farm", true, "set fleet.url: the farm is the hall's")
	}
	k.between("fleet.backlog_mb", f.BacklogMB, 1, 4096)
	for key, path := range map[string]string{"fleet.credentials": f.Credentials, "fleet.ca": f.CA} {
		if path != "" && !filepath.IsAbs(path) {
			k.refuse(key, path, `write the whole path, like "/etc/stonehand/table.creds"`)
		}
	}
	for key, list := range map[string][]string{"fleet.operate": f.Operate, "fleet.play": f.Play} {
		for _, text := range list {
			if !fleet.IsKey(text) {
				k.refuse(key, text, `write a public key, 56 letters and digits that begin with "U"; "stonehand-hall keys" prints the hall's`)
			}
		}
	}
	if f.URL == "" {
		return
	}
	for u := range strings.SplitSeq(f.URL, ",") {
		if scheme, _, ok := strings.Cut(strings.TrimSpace(u), "://"); !ok || scheme != "nats" && scheme != "tls" {
			k.refuse("fleet.url", f.URL, `write addresses like "tls://hall.local:4222"`)
			break
		}
	}
	if err := fleet.CheckName(f.Table); err != nil {
		k.refuse("fleet.table", f.Table, "%s", err)
	}
}
