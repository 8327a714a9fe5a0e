package table

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/player"
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
	// patience is how long a stopped arm waits for somebody to let it go on, and told
	// when that was; 0: for ever.
	patience time.Duration
	told     time.Time
	captured time.Time // since when no captured stone has lain about
}

func newHall(t *testing.T, rng *rand.Rand, watched bool, edit ...func(*Config)) *hall {
	t.Helper()
	layout := grblsim.DefaultLayout()
	layout.Bins = []grblsim.Point{{X: -20, Y: -100}}
	s, err := grblsim.NewServer(grblsim.Options{Layout: &layout}, 1)
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
		Watched: watched, Bin: &[2]float64{-20, -100},
		Cols: 19, Rows: 19, Fit: fit, Safe: -10, Travel: 6000, Lift: 2000, ParkX: -10, ParkY: -10, Black: tray(-480), White: tray(-20),
		Gripper: grbl.Gripper{Kind: grbl.Magnet, GripPower: 1000, GripTime: 200 * time.Millisecond, ReleaseTime: 100 * time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{sim: s, wrong: make(chan error, 1)}
	h.rig = newRig(t, sim.Settings{Noise: sim.Noise{Bounce: 60 * time.Millisecond}, Seed: rng.Uint64()}, nil, func(c *Config) {
		c.Arm, c.Human = arm, api.Colors{}
		for _, f := range edit {
			f(c)
		}
	})
	h.thinker.say(func(q player.Question) ([]board.Point, error) {
		// Far apart from each other and all over the board, so that nobody wins.
		n := len(q.Turns)
		points := []board.Point{board.At(n%19, n/19*4), board.At((n+9)%19, n/19*4+2)}
		return points[:min(2, n+1)], nil
	})
	s.Notify(func(e grblsim.Event) {
		if e.Board >= 0 && e.Kind == grblsim.Picked {
			_ = h.board.Lift(e.Board)
		}
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
	if s.ArmCause != "" && !s.ArmPressed && h.patience > 0 && time.Since(h.told) > h.patience {
		h.told = time.Now()
		_, _ = h.table.Do(h.t.Context(), api.Command{Do: api.DoResumeArm})
	}
	size := board.Size{Cols: 19, Rows: 19}
	index := func(name string) int {
		p, _ := size.Parse(name, board.Algebraic)
		return size.Index(p)
	}
	for _, m := range s.Marks {
		if m.Kind == "extra" || m.Kind == "refused" || m.Kind == "wrong" {
			_ = h.board.Lift(index(m.Point.String()))
			h.sim.Do(func(x *grblsim.Machine) { x.World().Lift(index(m.Point.String())) })
			return
		}
	}
	if i := slices.IndexFunc(s.Marks, func(m api.Mark) bool { return m.Kind == "captured" }); i < 0 {
		h.captured = time.Now()
	} else if time.Since(h.captured) > time.Minute {
		h.handed++
		_ = h.board.Lift(index(s.Marks[i].Point.String()))
		h.sim.Do(func(x *grblsim.Machine) { x.World().Lift(index(s.Marks[i].Point.String())) })
		return
	}
	if s.Phase != api.PhasePlace || s.Arm || len(s.Wanted) == 0 {
		h.waiting = time.Now()
		return
	}
	if time.Since(h.waiting) < 30*time.Second {
		return
	}
	c, _ := board.ParseColor(s.ToMove.String())
	p := index(s.Wanted[0].String())
	if h.board.Put(p, hw.State(c)) == nil {
		h.handed++
		h.sim.Do(func(x *grblsim.Machine) { _ = x.World().Put(p, hw.State(c)) })
	}
}

// trouble gives the simulated arm orders at random, after a while, until done or for an
// hour and a half, and then whatever mends the last one.
func (h *hall) trouble(rng *rand.Rand, after time.Duration, orders []string, done func() bool) {
	h.t.Helper()
	mends := map[string]string{"power off": "power on", "unplug": "plug", "empty white": "refill white", "stop press": "stop release", "hand in": "hand out"}
	next, mend := time.Now().Add(after), ""
	obey := func(order string) {
		if _, err := h.sim.Obey(order); err != nil && order != "drop 50" {
			h.t.Errorf("%s: %v", order, err)
		}
		h.t.Log(order)
	}
	for end := time.Now().Add(90 * time.Minute); !done() && time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		h.help()
		if time.Now().Before(next) {
			continue
		}
		order := mend
		if mend = ""; order == "" {
			order = orders[rng.IntN(len(orders))]
			mend = mends[order]
		}
		obey(order)
		next = time.Now().Add(time.Duration(5+rng.IntN(60)) * time.Second)
	}
	if mend != "" {
		obey(mend)
	}
}

// Whatever happens to the arm, the game goes on: it places the stones, or leaves
// them to the lights; no turn is on record that does not stand, and nothing moves
// that was not homed.
func TestGameWithAnArmThatHasTroubles(t *testing.T) {
	orders := []string{"reset", "limit x 300ms", "limit z 2s", "silence 4s", "silence 20s", "refuse 20 2", "power off", "drop 50", "nopick", "slip x 0.4", "unplug", "empty white", "slip x 8", "stop press"}
	for seed := range fewer(uint64(2), 1) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			h := newHall(t, rng, seed%2 == 0)
			h.patience = 20 * time.Second
			h.trouble(rng, 30*time.Second, orders, func() bool { return len(h.table.Snapshot().Moves) >= 8 })
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
				if stones[h.index(r.Point.String())] == hw.Empty {
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

// An arm whose belt has jumped by 8 mm homes when its stones do not come up, and goes
// on. One that slips whenever it moves is a fault that is shown: the lights take over,
// its trays tell what is not certain, and it waits for a person.
func TestArmThatSlips(t *testing.T) {
	unraced(t)
	for _, always := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, rand.New(rand.NewPCG(8, 8)), true)
			until := func(what string, done func(*api.Snapshot) bool) *api.Snapshot {
				t.Helper()
				for range 20 * 60 * 2 {
					h.help()
					if s := h.table.Snapshot(); done(s) {
						return s
					}
					time.Sleep(500 * time.Millisecond)
				}
				t.Fatalf("never %s: %+v", what, h.table.Snapshot())
				return nil
			}
			turns := func(n int) func(*api.Snapshot) bool {
				return func(s *api.Snapshot) bool { return len(s.Moves) >= n }
			}
			until("two turns", turns(2))
			homings := func() (n int) {
				h.sim.Do(func(m *grblsim.Machine) { n = m.Counts().Homings })
				return n
			}
			before := homings()
			slip := func() {
				if _, err := h.sim.Obey("slip x -8"); err != nil {
					t.Fatal(err)
				}
			}
			slip()
			if always {
				s := until("stopped", func(s *api.Snapshot) bool {
					if homings() > before && s.ArmState == hw.ArmWorking {
						before = homings()
						slip()
					}
					return s.ArmState == hw.ArmStopped
				})
				if s.ArmCause != hw.ArmMissing || s.Fault == "" || s.Trays[0].Unsure+s.Trays[1].Unsure == 0 {
					t.Errorf("%+v", s)
				}
				before = homings()
			}
			s := until("five turns", turns(5))
			if n := homings() - before; always && n != 0 || !always && (n != 1 || s.ArmState == hw.ArmStopped || h.handed > 0) {
				t.Errorf("slips always %v: %d homings, %d stones by hand, %+v", always, n, h.handed, s)
			}
			h.stop()
			h.sim.Close()
		})
	}
}

// Somebody presses the emergency stop at any moment and pulls it out again: not a step
// is made before he says that the arm may go on, and then it homes. Nothing is claimed
// that does not lie.
func TestEmergencyStopAtAnyMoment(t *testing.T) {
	unraced(t)
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 11))
			h := newHall(t, rng, seed%2 == 0)
			for len(h.table.Snapshot().Moves) < 2 {
				time.Sleep(time.Second)
			}
			time.Sleep(time.Duration(rng.IntN(20_000)) * time.Millisecond)
			obey := func(order string) {
				if _, err := h.sim.Obey(order); err != nil {
					t.Fatal(err)
				}
			}
			steps := func() (c grblsim.Counts) {
				h.sim.Do(func(m *grblsim.Machine) { c = m.Counts() })
				return c
			}
			obey("stop press")
			time.Sleep(100 * time.Millisecond)
			before := steps()
			for range 20 {
				time.Sleep(500 * time.Millisecond)
				h.help()
			}
			if s := h.table.Snapshot(); s.ArmState != hw.ArmStopped || !s.ArmPressed || s.ArmCause != hw.ArmEmergency {
				t.Errorf("seed %d: pressed: %+v", seed, s)
			}
			h.refused(api.Command{Do: api.DoResumeArm}, "stop-pressed")
			obey("stop release")
			for range 10 * 60 {
				time.Sleep(500 * time.Millisecond)
				h.help()
			}
			s := h.table.Snapshot()
			if now := steps(); now.Steps != before.Steps || s.ArmState != hw.ArmStopped || s.ArmPressed {
				t.Errorf("seed %d: released: %v and %v steps; %+v", seed, before.Steps, now.Steps, s)
			}
			turns := len(s.Moves)
			if turns < 4 {
				t.Errorf("seed %d: the lights do not take over: %d turns", seed, turns)
			}
			h.patience = time.Second
			for range 10 * 60 {
				time.Sleep(500 * time.Millisecond)
				h.help()
			}
			s = h.table.Snapshot()
			h.stop()
			c := steps()
			if len(s.Moves) < turns+3 || c.UnhomedMotion != 0 || c.Homings <= before.Homings || len(h.wrong) > 0 {
				t.Errorf("seed %d: %d turns, %+v, %+v", seed, len(s.Moves), c, s)
			}
			stones := h.board.Stones()
			for _, r := range s.Record {
				if stones[h.index(r.Point.String())] == hw.Empty {
					t.Errorf("seed %d: %s is on record and not on the board", seed, r.Point)
				}
			}
			h.sim.Close()
		})
	}
}
