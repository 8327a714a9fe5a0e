package doctor

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/program"
	"stonehand/cmd/internal/regular"
	"stonehand/hw"
	"stonehand/hw/devnode"
)

// mostPEM bounds what is read of a certificate or a key, bytes.
const mostPEM = 1 << 20

// Certificate says whether the page's certificate can be used; nothing where none
// is in the settings. service is the user that the daemon runs as where that is another than
// this process's, else nil.
func Certificate(t config.TLS, service *devnode.Identity) []hw.Finding {
	if t.Cert == "" {
		return nil
	}
	f := hw.Finding{Device: "certificate " + t.Cert, Text: "it can be used with its key"}
	if kept := hidden(f.Device, service, t.Cert, t.Key); kept != nil {
		return kept
	}
	cert, noCert := regular.Read(t.Cert, mostPEM)
	key, noKey := regular.Read(t.Key, mostPEM)
	pair, err := tls.X509KeyPair(cert, key)
	if err = cmp.Or(noCert, noKey, err); err == nil {
		return []hw.Finding{dated(f, pair.Leaf, time.Now())}
	}
	return unusable(f, err, service != nil, "correct web.tls.cert and web.tls.key, which name PEM files")
}

// hidden is a finding on the first of some files that the service's user cannot read though this
// process can; nil where there is none, or no such user.
func hidden(device string, service *devnode.Identity, paths ...string) []hw.Finding {
	for _, path := range paths {
		info, err := os.Stat(path)
		if service == nil || err != nil || service.May(info, 4) && !strings.HasPrefix(path, "/home/") && !strings.HasPrefix(path, "/root/") {
			continue
		}
		return []hw.Finding{{Device: device, Health: hw.Bad,
			Text: fmt.Sprintf("%s, the service's user, cannot read %s", service.Name, path),
			Do:   fmt.Sprintf("run sudo chown %s: %s; a file below /home or /root has to move, as to /etc/stonehand", service.Name, path)}}
	}
	return nil
}

// renewal is how long before its end a certificate is to be renewed.
const renewal = 14 * 24 * time.Hour

// dated is a finding on a certificate that can be used, at its time.
func dated(f hw.Finding, c *x509.Certificate, now time.Time) hw.Finding {
	const day = "2 January 2006"
	switch {
	case now.Before(c.NotBefore):
		f.Health, f.Text, f.Do = hw.Bad, "it is not valid before "+c.NotBefore.Format(day), "check the date of this computer, or use another certificate"
	case now.After(c.NotAfter):
		f.Health, f.Text, f.Do = hw.Bad, "it expired on "+c.NotAfter.Format(day), "renew it; the page reads it again by itself"
	case now.After(c.NotAfter.Add(-renewal)):
		f.Health, f.Text, f.Do = hw.Warn, "it expires on "+c.NotAfter.Format(day), "renew it; the page reads it again by itself"
	}
	return f
}

// Players says whether the programs of the settings can be run. The daemon may run as
// another user than this process.
func Players(all config.Players, another bool) (list []hw.Finding) {
	for _, name := range all.Names() {
		path, err := program.Find(all[name].Command[0])
		f := hw.Finding{Device: "player " + name, Text: "its program is " + path}
		do := fmt.Sprintf("install the program, or correct players.%s.command; stonehand players check %[1]s tries it", name)
		list = append(list, unusable(f, err, another, do)...)
	}
	return list
}

// unusable is a finding on what could not be used if err is not nil.
func unusable(f hw.Finding, err error, another bool, do string) []hw.Finding {
	switch {
	case err == nil:
	case another && errors.Is(err, fs.ErrPermission):
		f.Health, f.Text, f.Do = hw.Warn, "this user is not allowed to read it", "run sudo stonehand doctor"
	default:
		f.Health, f.Text, f.Do = hw.Bad, "it cannot be used: "+err.Error(), do
	}
	return []hw.Finding{f}
}
