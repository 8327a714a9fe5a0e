package table

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw/sim"
)

// A button whose release is lost, because the board's plug came out, was not held.
func TestAReleaseThatIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Buttons: []string{"off"}}, nil, func(c *Config) {
			c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []Wiring{{Name: "off", Hold: DoShutdown}}
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

func TestButtonsThatCannotBe(t *testing.T) {
	for _, w := range [][]Wiring{{{Name: ""}}, {{Name: "1"}, {Name: "1"}}, {{Name: "1", Press: "dance"}}, {{Name: "1", Hold: "dance"}}} {
		if _, err := New(Config{Sensor: &scripted{}, Thinker: &firstFree{}, Journal: &journal{}, Wiring: w}); err == nil {
			t.Errorf("%+v is taken", w)
		}
	}
}
