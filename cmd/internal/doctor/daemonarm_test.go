package doctor

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw"
)

func TestArmOfTheDaemon(t *testing.T) {
	for _, c := range []struct {
		s      api.Snapshot
		health hw.Health
		text   string
	}{
		{api.Snapshot{ArmState: hw.ArmParked, Trays: []api.Tray{{Color: board.White, Left: 12, Low: 5}}}, hw.OK, "the daemon uses it: parked; 12 white stones left"},
		{api.Snapshot{ArmState: hw.ArmParked, Trays: []api.Tray{{Color: board.White, Left: 3, Low: 5}}}, hw.Warn, "3 white stones left"},
		{api.Snapshot{ArmState: hw.ArmAway}, hw.Bad, "away"},
	} {
		fs := arm(&c.s)
		if len(fs) != 1 || fs[0].Health != c.health || !strings.Contains(fs[0].Text, c.text) || fs[0].Do == "" != (c.health == hw.OK) {
			t.Errorf("%+v", fs)
		}
	}
	if fs := arm(&api.Snapshot{}); len(fs) != 0 {
		t.Errorf("%+v", fs)
	}
}
