package table

import (
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
	"stonehand/hw/sim"
)

// While Black places free handicap stones, nobody passes: the menu does not offer it, and
// the command is refused in a sentence. After them, a pass is a pass.
func TestNobodyPassesOverTheHandicap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}, Terms: game.Terms{Handicap: 2, Free: true}}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Games, c.Human = []game.Rules{free}, api.Colors{board.Black, board.White}
		})
		defer r.stop()
		offered := func() bool {
			for _, c := range r.table.core.menu() {
				if c.Answer == referee.Answer(api.DoPass) {
					return true
				}
			}
			return false
		}
		r.pass(time.Second)
		for _, p := range []string{"D4", "P16"} {
			if r.refused(api.Command{Do: api.DoPass}, "not-now"); offered() {
				t.Errorf("before the stone on %s, the menu offers a pass", p)
			}
			r.turn(board.Black, p)
		}
		if !offered() {
			t.Error("the menu offers no pass after the handicap")
		}
		if s := r.do(api.Command{Do: api.DoPass}); len(s.Moves) != 3 {
			t.Errorf("after a pass there are %d turns", len(s.Moves))
		}
	})
}
