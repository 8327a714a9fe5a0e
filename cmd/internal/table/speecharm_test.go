package table

import (
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw/sim"
)

// An arm says what it does, once, and then whose turn it is: nobody who sits
// there has put these stones down.
func TestAnArmIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, e := listen(t, sim.Settings{HandDelay: 3 * time.Second}, func(c *Config) {
			c.Arm = &plainArm{c.Sensor.(*sim.Board), 3 * time.Second}
		})
		defer r.stop()
		r.pass(time.Second)
		e.hears(t, "Black to move: put down one black stone.")
		r.put("J10", board.Black)
		r.pass(time.Minute)
		r.phase(api.PhaseHuman)
		e.hears(t, "I am putting two white stones on eigh 1 and B 1.", "Black to move: put down two black stones.")
		r.put("K10", board.Black)
		r.put("L10", board.Black)
		r.pass(time.Minute)
		e.hears(t, "I am putting two white stones on C 1 and D 1.", "Black to move: put down two black stones.")
	})
}
