package table

import (
	"context"
	"errors"
	"slices"
	"stonehand/cmd/internal/api"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/sim"
)

// The order of a round's passes, where nothing else would notice another one.

// shown is lamps that say when they are shown something.
type shown struct {
	*sim.Board
	show func(hw.Picture)
}

func (s *shown) Show(p hw.Picture) {
	s.show(p)
	s.Board.Show(p)
}

// A command comes at the moment at which what was held back is tried again: what is
// older comes first in the journal.
func TestHeldBackEntriesComeFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(1100 * time.Millisecond) // off the ticks
		r.journal.fail(errors.New("on fire"))
		r.do(api.Command{Do: api.DoPause})
		r.journal.fail(nil)
		time.Sleep(retryPause) // the command and the retry are due together
		r.do(api.Command{Do: api.DoResume})
		r.pass(2 * retryPause)
		all := r.journal.all()
		for i, e := range all[1:] {
			if e.Seq != all[i].Seq+1 {
				t.Errorf("entry %d follows entry %d", e.Seq, all[i].Seq)
			}
		}
		if last := all[len(all)-1]; last.Kind != api.KindResume || all[len(all)-2].Kind != api.KindPause {
			t.Errorf("%+v", all)
		}
		r.journal.fail(errors.New("on fire"))
		r.do(api.Command{Do: api.DoPause})
		r.journal.fail(nil)
		r.pass(retryPause)
		if s := r.table.Snapshot(); s.Fault != "" {
			t.Errorf("all is saved, and what is shown still says %q", s.Fault)
		}
	})
}

// remembered are calibrations of which only the first is noticed.
type remembered struct{ done atomic.Bool }

func (r *remembered) KeepCalibration(*calib.Calibration) error { r.done.Store(true); return nil }
func (r *remembered) ForgetCalibration() error                 { return nil }

// A calibration that ends on a frame has ended in what is shown after that frame,
// before any other comes.
func TestCalibrationEndsOnItsFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{readings: make(chan hw.Reading)}
		kept := &remembered{}
		r := &rig{t: t, journal: &journal{}, archive: &archive{}, thinker: &firstFree{t: t, takes: time.Second}}
		var err error
		if r.board, err = sim.New(sim.Settings{}); err != nil {
			t.Fatal(err)
		}
		r.start(nil, func(c *Config) { c.Sensor, c.Prober, c.Calibrations = s, nil, kept })
		defer r.stop()
		points := make([]hw.State, 361)
		frame := func() {
			s.readings <- hw.Reading{Frame: &hw.Frame{At: time.Now(), Points: slices.Clone(points)}}
			for range 17 { // no round of milliseconds, so that frames and deadlines do not fall together
				synctest.Wait()
				if s := r.table.Snapshot(); kept.done.Load() && (s.Phase == api.PhaseCalibrate || s.Calibration.Made == "") {
					t.Fatal("the calibration has ended, and what is shown does not say so")
				}
				time.Sleep(time.Millisecond)
			}
		}
		s.readings <- hw.Reading{Link: &hw.Link{Up: true, Board: hw.Geometry{Cols: 19, Rows: 19, Colors: true}}}
		for range 50 {
			frame()
		}
		r.do(api.Command{Do: api.DoCalibrate, Answer: api.CalibratePoints})
		for round := range 360 {
			if round%120 == 0 { // every point shows nothing, a stone, nothing
				for i := range points {
					points[i] = []hw.State{hw.Empty, hw.Black}[round/120%2]
				}
			}
			frame()
		}
		if s := r.table.Snapshot(); !kept.done.Load() || s.Phase == api.PhaseCalibrate {
			t.Errorf("phase %v, kept %v", s.Phase, kept.done.Load())
		}
	})
}

// A button has been held for long enough at the moment at which a flag falls: the
// flag comes first, and once. Where none falls, the clock stands with the pause.
func TestHeldButtonAndTheFlag(t *testing.T) {
	for _, c := range []struct {
		name  string
		clock string
		phase api.Phase
	}{{"flag", "6s", api.PhaseOver}, {"pause", "10m", api.PhasePaused}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{Buttons: []string{"rest"}}, nil, func(cfg *Config) {
					cfg.Buttons, cfg.Wiring = cfg.Sensor.(*sim.Board), []api.Wiring{{Name: "rest", Hold: api.DoPause}}
					cfg.HoldTime = 3 * time.Second
				})
				defer r.stop()
				r.pass(time.Second)
				k := control(t, c.clock)
				r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black, board.White}, Clock: &k})
				time.Sleep(3 * time.Second)
				if s := r.phase(api.PhaseHuman); s.Clock.Running != board.Black {
					t.Fatalf("%+v", s.Clock)
				}
				if err := r.board.Push("rest", true); err != nil {
					t.Fatal(err)
				}
				r.pass(3 * time.Second)
				s := r.phase(c.phase)
				if s.Clock.Running != board.Empty {
					t.Errorf("%+v", s.Clock)
				}
				flags := 0
				for _, e := range r.journal.all() {
					if e.Kind == api.KindFlag {
						flags++
					}
				}
				if want := map[string]int{"flag": 1}[c.name]; flags != want {
					t.Errorf("%d flags, want %d", flags, want)
				}
			})
		})
	}
}

// What people have answered is on disk before the board shows that they have.
func TestAnswerIsKeptBeforeItIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := false
		var r *rig
		r = newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Human = api.Colors{board.Black, board.White}
			b := c.Lamps.(*sim.Board)
			c.Lamps = &shown{b, func(p hw.Picture) {
				lit := slices.Contains(p.Points, hw.Confirm)
				if asked && !lit {
					if !slices.ContainsFunc(r.journal.all(), func(e api.Entry) bool { return e.Kind == api.KindDismiss }) {
						t.Error("the lights have gone on, and the answer is not kept yet")
					}
				}
				asked = lit
			}}
		})
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		r.put("A1", board.White)
		r.put("B1", board.White)
		r.pass(2 * time.Second)
		r.board.Clear()
		r.pass(5 * time.Second)
		if q := r.table.Snapshot().Question; q == nil || !asked {
			t.Fatalf("nothing is asked: %+v", q)
		}
		r.do(api.Command{Do: api.DoAnswer, Answer: "no"})
		r.pass(time.Second)
		if asked {
			t.Error("it is asked still")
		}
	})
}

// The snapshot that first asks for the machine's stones says already that the arm
// puts them down.
func TestArmIsShownAtWorkAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := armed(t, sim.Settings{HandDelay: time.Second}, nil)
		defer r.stop()
		r.pass(time.Second)
		updates := r.table.Subscribe(t.Context())
		r.put("J10", board.Black)
		r.pass(4 * time.Second)
		for u := range updates {
			s := u.State
			if s == nil || s.Phase != api.PhasePlace {
				continue
			}
			if !s.Arm {
				t.Errorf("version %d asks people: %s", s.Version, s.Message)
			}
			return
		}
	})
}

// The computer is asked to shut down when the lights are dark.
func TestDarkBeforeTheComputerIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dark, asked := false, false
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			b := c.Lamps.(*sim.Board)
			c.Lamps = &shown{b, func(p hw.Picture) {
				time.Sleep(time.Millisecond) // whatever was begun before goes on
				dark = p.Edge == hw.Off && !slices.ContainsFunc(p.Points, func(s hw.Signal) bool { return s != hw.Off })
			}}
			c.Shutdown = func(context.Context) error {
				if asked = true; !dark {
					t.Error("the lights are on, and the computer is asked")
				}
				return nil
			}
		})
		defer r.stop()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoShutdown})
		r.pass(time.Second)
		if !asked {
			t.Error("the computer was not asked")
		}
	})
}
