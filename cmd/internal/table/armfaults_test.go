package table

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
	"stonehand/hw/sim"
)

// hall is a table whose arm is the simulated one, over a simulated board, with
// somebody beside it who picks up what lies about and, when nothing happens for
// long, puts stones where the lights are.
type hall struct {
	*rig
	sim     *grblsim.Server
	handed  int        // stones that people put down
	wrong   chan error // what must never be; has room for one
	waiting time.Time
}

func newHall(t *testing.T, rng *rand.Rand) *hall {
	t.Helper()
	s, err := grblsim.NewServer(grblsim.Options{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var touched []grbl.Touch
	for _, c := range [][2]int{{0, 0}, {18, 0}, {0, 18}, {18, 18}} {
		touched = append(touched, grbl.Touch{Col: c[0], Row: c[1], At: [3]float64{-448 + 22*float64(c[0]), -448 + 22*float64(c[1]), -50}})
	}
	fit, err := grbl.NewFit(touched)
	if err != nil {
		t.Fatal(err)
	}
	tray := func(x float64) grbl.Tray {
		return grbl.Tray{At: [3]float64{x, -250, -50.5}, Cols: 1, Rows: 1, Stones: 180, Low: 5}
	}
	arm, err := grbl.New(func(context.Context) (io.ReadWriteCloser, error) { return s.Dial() }, grbl.Options{
		Cols: 19, Rows: 19, Fit: fit, Safe: -10, Travel: 6000, Lift: 2000, ParkX: -10, ParkY: -10, Black: tray(-480), White: tray(-20),
		Gripper: grbl.Gripper{Kind: grbl.Magnet, GripPower: 1000, GripTime: 200 * time.Millisecond, ReleaseTime: 100 * time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{sim: s, wrong: make(chan error, 1)}
	h.rig = newRig(t, sim.Settings{Noise: sim.Noise{Bounce: 60 * time.Millisecond}, Seed: rng.Uint64()}, nil, func(c *Config) { c.Arm, c.Human = arm, Colors{} })
	h.thinker.say(func(q Question) ([]board.Point, error) {
		// Far apart from each other and all over the board, so that nobody wins.
		n := len(q.Turns)
		points := []board.Point{board.At(n%19, n/19*4), board.At((n+9)%19, n/19*4+2)}
		return points[:min(2, n+1)], nil
	})
	s.Notify(func(e grblsim.Event) {
		if e.Board >= 0 && (e.Kind == grblsim.Released || e.Kind == grblsim.Dropped) {
			if err := h.board.Put(e.Board, e.Stone); err != nil {
				select {
				case h.wrong <- fmt.Errorf("%v: %w", e, err):
				default:
				}
			}
		}
	})
	return h
}

// help is what somebody beside the board does at one moment.
func (h *hall) help() {
	s := h.table.Snapshot()
	size := board.Size{Cols: 19, Rows: 19}
	index := func(name string) int {
		p, _ := size.Parse(name, board.Algebraic)
		return size.Index(p)
	}
	for _, m := range s.Marks {
		if m.Kind == "extra" || m.Kind == "refused" || m.Kind == "wrong" {
			_ = h.board.Lift(index(m.Point))
			h.sim.Do(func(x *grblsim.Machine) { x.World().Lift(index(m.Point)) })
			return
		}
	}
	if s.Phase != PhasePlace || s.Arm || len(s.Wanted) == 0 {
		h.waiting = time.Now()
		return
	}
	if time.Since(h.waiting) < 30*time.Second {
		return
	}
	c, _ := board.ParseColor(s.ToMove)
	p := index(s.Wanted[0])
	if h.board.Put(p, hw.State(c)) == nil {
		h.handed++
		h.sim.Do(func(x *grblsim.Machine) { _ = x.World().Put(p, hw.State(c)) })
	}
}

// Whatever happens to the arm, the game goes on: it places the stones, or leaves
// them to the lights; no turn is on record that does not stand, and nothing moves
// that was not homed.
func TestGameWithAnArmThatHasTroubles(t *testing.T) {
	orders := []string{"reset", "limit x 300ms", "limit z 2s", "silence 4s", "silence 20s", "refuse 20 2", "power off", "drop 50", "nopick", "slip x 0.4", "unplug", "empty white"}
	for seed := range uint64(2) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			h := newHall(t, rng)
			next, mend := time.Now().Add(30*time.Second), ""
			for end := time.Now().Add(40 * time.Minute); len(h.table.Snapshot().Moves) < 8 && time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
				h.help()
				if time.Now().Before(next) {
					continue
				}
				order := mend
				if mend = ""; order == "" {
					order = orders[rng.IntN(len(orders))]
					mend = map[string]string{"power off": "power on", "unplug": "plug", "empty white": "refill white"}[order]
				}
				if _, err := h.sim.Obey(order); err != nil && order != "drop 50" {
					t.Errorf("%s: %v", order, err)
				}
				t.Logf("%s", order)
				next = time.Now().Add(time.Duration(5+rng.IntN(60)) * time.Second)
			}
			s := h.table.Snapshot()
			h.stop()
			if len(s.Moves) < 8 || len(h.wrong) > 0 {
				t.Errorf("seed %d: %d turns, %d stones by hand, %d impossible stones: %s", seed, len(s.Moves), h.handed, len(h.wrong), s.Message)
			}
			if len(h.wrong) > 0 {
				t.Error(<-h.wrong)
			}
			stones := h.board.Stones()
			for _, r := range s.Record {
				if stones[h.index(r.Point)] == hw.Empty {
					t.Errorf("seed %d: %s is on record and not on the board", seed, r.Point)
				}
			}
			h.sim.Do(func(m *grblsim.Machine) {
				if c := m.Counts(); c.UnhomedMotion != 0 {
					t.Errorf("seed %d: %+v", seed, c)
				}
			})
			h.sim.Close()
			t.Logf("seed %d: %d turns, %d stones by hand", seed, len(s.Moves), h.handed)
		})
	}
}
