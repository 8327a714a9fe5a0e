package table

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/hours"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// A button whose release is lost, because the board's plug came out, was not held.
func TestAReleaseThatIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Buttons: []string{"off"}}, nil, func(c *Config) {
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "off", Hold: api.DoShutdown}}
			c.Shutdown = func(context.Context) error { t.Error("shut down"); return nil }
		})
		defer r.stop()
		r.pass(time.Second)
		push := func(down bool) {
			t.Helper()
			if err := r.board.Push("off", down); err != nil {
				t.Fatal(err)
			}
			r.pass(time.Second)
		}
		push(true)
		r.board.Unplug()
		push(false)
		r.board.Plug()
		r.pass(time.Minute)
	})
}

// A button that is held does what holding it does, whatever a press of it has
// asked before.
func TestHeldIsNoConfirmation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Buttons: []string{"1"}}, nil, func(c *Config) {
			both(c)
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "1", Press: api.DoResign, Hold: api.DoPause}}
		})
		defer r.stop()
		r.pass(time.Second)
		push := func(down bool, d time.Duration) {
			t.Helper()
			if err := r.board.Push("1", down); err != nil {
				t.Fatal(err)
			}
			r.pass(d)
		}
		push(true, 200*time.Millisecond)
		push(false, 2*time.Second)
		if q := r.table.Snapshot().Question; q == nil || len(q.Path) != 1 || q.Path[0] != api.DoResign {
			t.Fatalf("the press asks %+v", q)
		}
		push(true, 4*time.Second)
		push(false, time.Second)
		r.phase(api.PhasePaused)
	})
}

// A button for the level that is refused says why, and not which level the machine has.
func TestLevelButtonWhileClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Buttons: []string{"up"}}, nil, func(c *Config) {
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "up", Press: api.ButtonLevelUp}}
			c.Hours, _ = hours.Parse([]string{"mon-sun 10:00-18:00"}, nil)
			c.Wall = func() time.Time { return time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC) }
		})
		defer r.stop()
		r.pass(2 * time.Second)
		before := r.table.Snapshot()
		if err := r.board.Push("up", true); err != nil {
			t.Fatal(err)
		}
		r.pass(time.Second)
		if s := r.table.Snapshot(); s.Level != before.Level || strings.Contains(s.Message, "level") || !strings.Contains(s.Message, "closed") {
			t.Errorf("it plays at level %d, not %d, and people read %q", s.Level, before.Level, s.Message)
		}
	})
}

func TestButtonsThatCannotBe(t *testing.T) {
	for _, w := range [][]api.Wiring{{{Name: ""}}, {{Name: "1"}, {Name: "1"}}, {{Name: "1", Press: "dance"}}, {{Name: "1", Hold: "dance"}}, {{Name: "1", Press: api.ButtonTurn, Hold: api.DoUndo}}, {{Name: "1", Hold: api.ButtonTurnBlack}}} {
		if _, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Wiring: w}); err == nil {
			t.Errorf("%+v is taken", w)
		}
	}
}

// What is wrong with buttons that are no part of the board is said like what is
// wrong with the board.
func TestButtonsComplain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		faults := make(chan hw.Fault, 1)
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Faults = faults })
		defer r.stop()
		r.pass(time.Second)
		faults <- hw.Fault{Device: "buttons", Text: "The line is gone."}
		r.pass(time.Second)
		if s := r.table.Snapshot(); s.Fault != "The line is gone." {
			t.Errorf("the page says %q", s.Fault)
		}
	})
}

// Who holds the last turn's stone while they look at the menu does not take the turn back: nobody
// has told them so. They are told when the menu is closed.
func TestNoTakeBackBehindTheMenu(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Buttons: []string{"menu"}}, nil, func(c *Config) {
			c.Human = api.Colors{board.Black, board.White}
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "menu", Press: api.ButtonMenu}}
		})
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(time.Second)
		r.lift("J10")
		r.pass(time.Second)
		for _, down := range []bool{true, false} {
			if err := r.board.Push("menu", down); err != nil {
				t.Fatal(err)
			}
			r.pass(200 * time.Millisecond)
		}
		r.pass(8 * time.Second)
		if s := r.table.Snapshot(); s.Question == nil || len(s.Moves) != 1 {
			t.Fatalf("%d turns: %s", len(s.Moves), s.Message)
		}
		r.do(api.Command{Do: api.DoAnswer, Answer: "no"})
		r.pass(4 * time.Second)
		if s := r.table.Snapshot(); len(s.Moves) != 1 || !strings.Contains(s.Message, "Leave them off") {
			t.Errorf("%d turns: %s", len(s.Moves), s.Message)
		}
		r.pass(2 * time.Second)
		if s := r.table.Snapshot(); len(s.Moves) != 0 {
			t.Errorf("%d turns: %s", len(s.Moves), s.Message)
		}
	})
}

// What people are told for a while ends early where it would be wrong: that a turn is not
// complete with the turn, that the board is to be cleared for the rules as somebody plays
// on, and that the game is over with the next one.
func TestNoticesEndWithWhatTheySay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var names []string
		for _, w := range wiring {
			names = append(names, w.Name)
		}
		r := newRig(t, sim.Settings{Buttons: names}, nil, func(c *Config) {
			c.Human, c.Lever = api.Colors{board.Black, board.White}, true
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), wiring
		})
		defer r.stop()
		push := func(name string) {
			for _, down := range []bool{true, false} {
				if err := r.board.Push(name, down); err != nil {
					t.Fatal(err)
				}
				r.pass(200 * time.Millisecond)
			}
		}
		says := func(what string, said bool) {
			t.Helper()
			r.pass(time.Second)
			if m := r.table.Snapshot().Message; strings.Contains(m, what) != said {
				t.Errorf("%q: %t", m, !said)
			}
		}
		r.pass(time.Second)
		push("turn")
		says("not complete", true)
		r.put("J10", board.Black)
		push("turn")
		says("not complete", false)
		r.do(api.Command{Do: api.DoRules})
		says("to see the rules", true)
		r.put("K10", board.White)
		r.put("K11", board.White)
		push("turn")
		says("to see the rules", false)
		r.do(api.Command{Do: api.DoResign})
		push("now")
		says("The game is over.", true)
		r.do(api.Command{Do: api.DoNewGame})
		says("The game is over.", false)
	})
}
