package doctor

import (
	"context"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/fleet"
	"stonehand/hw"
)

// Hall says whether a table can reach its hall.
func Hall(ctx context.Context, table string, s dial.Servers) []hw.Finding {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	f := hw.Finding{Device: "hall at " + s.URL, Text: "it answers the table " + table}
	if err := fleet.Reach(ctx, table, s); err != nil {
		f.Health, f.Text = hw.Warn, err.Error()+"; the table plays without it"
		f.Do = "correct [fleet] in the settings, or make new credentials there"
	}
	return []hw.Finding{f}
}
