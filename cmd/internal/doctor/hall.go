package doctor

import (
	"context"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/fleet"
	"stonehand/hw"
	"stonehand/hw/devnode"
)

// Hall says whether a table can reach its hall. service is the user that the daemon runs as where
// that is another than this process's, else nil.
func Hall(ctx context.Context, table string, s dial.Servers, service *devnode.Identity) []hw.Finding {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	f := hw.Finding{Device: "hall at " + s.URL, Text: "it answers the table " + table}
	if kept := hidden(f.Device, service, s.Credentials, s.CA); kept != nil {
		return kept
	}
	if err := fleet.Reach(ctx, table, s); err != nil {
		f.Health, f.Text = hw.Warn, err.Error()+"; the table plays without it"
		f.Do = "check that the hall is on and can be reached from this computer; then correct [fleet] in the settings, or make new credentials at the hall"
	}
	return []hw.Finding{f}
}
