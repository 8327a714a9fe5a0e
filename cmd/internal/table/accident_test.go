package table

import (
	"context"
	"math/rand/v2"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// People who do anything at all with the stones of a game, but mean nothing by
// it, on a board that misreads: the menu opens again and again, and nothing that
// it offers ever happens. They do not clear the board, which asks for a new game,
// and tidy up when they are asked whether to play on from what lies there.
func TestNothingHappensByAccident(t *testing.T) {
	unraced(t)
	opened, evenings := 0, uint64(*soakGames)
	for seed := range evenings {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 11))
			settings := sim.Settings{
				Board: hw.Geometry{Cols: 19, Rows: 19, Colors: seed%3 > 0}, Seed: seed, ScanRate: 20, Buttons: []string{"off", "resign"},
				Noise: sim.Noise{Bounce: 50 * time.Millisecond, FalseRead: 0.002, Leak: 0.002},
			}
			r := newRig(t, settings, nil, func(c *Config) {
				c.Human = api.Colors{board.Black, board.White}
				c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "off", Hold: api.DoShutdown}, {Name: "resign", Press: api.DoResign}}
				c.Shutdown = func(context.Context) error { t.Error("shut down by accident"); return nil }
			})
			defer r.stop()
			r.pass(time.Second)
			begin := len(r.journal.all())
			anywhere := func() int { return rng.IntN(19 * 19) }
			last := ""
			for range 300 {
				q := r.table.Snapshot().Question
				if q != nil && q.Kind == "menu" && len(q.Path) == 0 {
					opened++
				}
				if n := len(r.table.Snapshot().Stones); n > 60 || q != nil && q.Kind == "set-up" {
					for i, s := range r.board.Stones() {
						if s != hw.Empty && rng.IntN(2) == 0 {
							_ = r.board.Lift(i)
						}
					}
					r.pass(time.Second)
					continue
				}
				from := anywhere()
				for i, s := range r.board.Stones() {
					if s != hw.Empty && rng.IntN(3) == 0 {
						from = i // a stone, if there is one
						break
					}
				}
				switch n := rng.IntN(20); {
				case n < 8:
					_ = r.board.Put(anywhere(), hw.State(1+rng.IntN(2)))
				case n < 11:
					_ = r.board.Lift(from)
				case n < 13:
					_ = r.board.Slide(from, anywhere())
				case n < 19:
					_ = r.board.Slide(from, []int{0, 18, 19 * 18, 19*19 - 1}[rng.IntN(4)])
				default:
					// Somebody leans on a button, for less than it takes.
					name := settings.Buttons[rng.IntN(2)]
					if name == last {
						continue // twice would be an answer
					}
					last = name
					_ = r.board.Push(name, true)
					r.pass(time.Duration(rng.IntN(2500)) * time.Millisecond)
					_ = r.board.Push(name, false)
					r.pass(16 * time.Second)
				}
				r.pass(time.Duration(rng.IntN(5000)) * time.Millisecond)
			}
			for _, e := range r.journal.all()[begin:] {
				switch e.Kind {
				case api.KindTurn, api.KindUndo, api.KindMended, api.KindDecision:
				default:
					t.Errorf("evening %d: a %s that nobody wanted", seed, e.Kind)
				}
			}
		})
	}
	if opened < int(evenings) {
		t.Errorf("the menu was open only %d times: nothing was tried", opened)
	}
	t.Logf("the menu was seen open %d times", opened)
}
