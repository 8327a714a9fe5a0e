package table

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw/sim"
)

// The rules that people ask for are those of the game on the table, also where it has a goal of
// its own.
func TestLessonsTellTheGoal(t *testing.T) {
	for _, c := range []struct {
		rules          game.Rules
		step           int
		says, inNoWord string
	}{
		{game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Capture: 1}}, 4, "The first to capture 1 wins.", "owns more"},
		{game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Capture: 5, Handicap: 2}}, 4, "The first to capture 5 wins.", "owns more"},
		{game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}, 4, "owns more of the board", "first to capture"},
		{game.Standard(), 1, "Exactly five stones in a row win", "Five stones in a row win"},
		{game.Freestyle(), 1, "Five stones in a row win", "xactly"},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(cfg *Config) {
				both(cfg)
				cfg.Games, cfg.Attract = []game.Rules{c.rules}, attract.Default()
				cfg.Attract.On = false
			})
			defer r.stop()
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoRules})
			r.pass(time.Second)
			steps := map[int]string{}
			for s := r.scene("lesson"); s.Attract != nil && s.Attract.Scene == "lesson"; s = r.table.Snapshot() {
				steps[s.Attract.Step] = s.Message
				r.pass(time.Second)
			}
			if said := steps[c.step]; len(steps) != 4 || !strings.Contains(said, c.says) || strings.Contains(said, c.inNoWord) {
				t.Errorf("%s: step %d of %d says %q, and not %q", c.rules.Name(), c.step, len(steps), said, c.says)
			}
		})
	}
}
