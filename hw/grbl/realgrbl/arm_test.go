package realgrbl

import (
	"context"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
)

// life is an arm at a genuine controller.
type life struct {
	*testing.T
	server *Server
	arm    *grbl.Arm
	events []grblsim.Event // under the server's lock
}

// live lets an arm live at a genuine controller, in a bubble's time, while f does
// things to both.
func live(t *testing.T, change func(*grbl.Options), f func(l *life)) {
	t.Parallel()
	run, elf := genuine(t)
	synctest.Test(t, func(t *testing.T) {
		layout := grblsim.DefaultLayout()
		layout.Start = grblsim.Vec{-12, -10, -6}
		c, err := NewArm(run, elf, &layout)
		if err != nil {
			t.Fatal(err)
		}
		l := &life{T: t}
		c.World().Notify(func(e grblsim.Event) { l.events = append(l.events, e) })
		l.server = Serve(c)
		o := options(t)
		if change != nil {
			change(&o)
		}
		if l.arm, err = grbl.New(l.server.Dial, o); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		news, done := make(chan hw.ArmNews), make(chan error, 1)
		go func() {
			for range news {
			}
		}()
		go func() { done <- l.arm.Keep(ctx, news) }()
		defer func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
			close(news)
			for _, e := range l.events {
				if e.Kind == grblsim.Crashed || e.Kind == grblsim.Stalled {
					t.Errorf("%v: %v", e.At, e)
				}
			}
			if err := l.server.Close(); err != nil {
				t.Error(err)
			}
		}()
		f(l)
	})
}

// options fit the machine as it is delivered.
func options(t *testing.T) grbl.Options {
	fit, err := grbl.NewFit([]grbl.Touch{
		{Col: 0, Row: 0, At: [3]float64{-448, -448, -50}}, {Col: 18, Row: 0, At: [3]float64{-52, -448, -50}},
		{Col: 0, Row: 18, At: [3]float64{-448, -52, -50}}, {Col: 18, Row: 18, At: [3]float64{-52, -52, -50}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return grbl.Options{
		Cols: 19, Rows: 19, Fit: fit, Safe: -10, Above: 1, Travel: 6000, Lift: 1800, ParkX: -20, ParkY: -20, Watched: true,
		Gripper: grbl.Gripper{Kind: grbl.Magnet, GripPower: 1000, GripTime: 200 * time.Millisecond, ReleaseTime: 100 * time.Millisecond},
		Black:   grbl.Tray{At: [3]float64{-480, -250, -50.5}, Cols: 1, Rows: 1, Stones: 180, Low: 5},
		White:   grbl.Tray{At: [3]float64{-20, -250, -50.5}, Cols: 1, Rows: 1, Stones: 180, Low: 5},
	}
}

// until waits, for minutes of the bubble's time, until something is so.
func (l *life) until(what string, so func(w *grblsim.World) bool) {
	l.Helper()
	for range 2400 {
		var is bool
		l.world(func(w *grblsim.World) { is = so(w) })
		if is {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	l.Fatalf("never %s: %+v", what, l.arm.News())
}

func (l *life) ready() {
	l.Helper()
	l.until("ready", func(*grblsim.World) bool { return l.arm.News().State.Ready() })
}

func (l *life) world(f func(w *grblsim.World)) { l.server.Do(func(c *Chip) { f(c.World()) }) }

// place begins to place a white stone; what came of it is sent.
func (l *life) place(point int) <-chan error {
	done := make(chan error, 1)
	go func() { done <- l.arm.Place(l.Context(), hw.White, []int{point}, make(chan hw.Placement, 1)) }()
	return done
}

// carrying waits until a stone is under way.
func (l *life) carrying() {
	l.Helper()
	l.until("carrying", func(w *grblsim.World) bool {
		return w.Held() != hw.Empty && w.Position()[grblsim.Z] > -15 && w.Position()[grblsim.X] < -40
	})
}

// lies reports what is wrong when a white stone does not lie on a point.
func (l *life) lies(point int) {
	l.Helper()
	l.world(func(w *grblsim.World) {
		if w.Stones()[point] != hw.White {
			l.Errorf("point %d is %s; the machine is at %v, and holds %s; %v", point, w.Stones()[point], w.Position(), w.Held(), l.events)
		}
	})
}

// TestArm: an arm finds a genuine controller, homes and places; after a reset in
// mid-move it homes and places again, once a person says so.
func TestArm(t *testing.T) {
	live(t, nil, func(l *life) {
		l.ready()
		if err := <-l.place(355); err != nil {
			l.Error(err)
		}
		l.lies(355)
		placed := l.place(354)
		l.carrying()
		l.server.Do(func(c *Chip) { c.Send([]byte{0x18}) })
		if err := <-placed; err == nil {
			l.Error("a stone that a reset dropped is said to be placed")
		}
		l.until("stopped", func(*grblsim.World) bool { return l.arm.News().State == hw.ArmStopped })
		l.arm.Resume(l.arm.News().Cause)
		l.ready()
		if err := <-l.place(353); err != nil {
			l.Error(err)
		}
		l.lies(353)
	})
}

// TestArmLifts: a stone is taken off the board and let go in the bin; one that a reset
// drops on the way is not said to be put away.
func TestArmLifts(t *testing.T) {
	live(t, func(o *grbl.Options) { o.Bin = &[2]float64{-20, -100} }, func(l *life) {
		lift := func(point int) <-chan error {
			done := make(chan error, 1)
			go func() { done <- l.arm.Lift(l.Context(), hw.White, []int{point}, make(chan hw.Placement, 1)) }()
			return done
		}
		l.ready()
		l.world(func(w *grblsim.World) { _, _ = w.Put(355, hw.White), w.Put(354, hw.White) })
		if err := <-lift(355); err != nil {
			l.Error(err)
		}
		l.world(func(w *grblsim.World) {
			if w.Stones()[355] != hw.Empty || w.Held() != hw.Empty || math.Abs(w.Position()[grblsim.Y]+100) > 90 {
				l.Errorf("%s on its point, %s held at %v; %v", w.Stones()[355], w.Held(), w.Position(), l.events)
			}
		})
		lifted := lift(354)
		l.carrying()
		l.server.Do(func(c *Chip) { c.Send([]byte{0x18}) })
		if err := <-lifted; hw.ArmTroubleOf(err) != hw.ArmDropped {
			l.Errorf("after a reset: %v", err)
		}
		l.until("stopped", func(*grblsim.World) bool { return l.arm.News().State == hw.ArmStopped })
	})
}

// TestArmStopped: after an emergency stop with both contacts nothing moves until a
// person says so, and the arm homes first.
func TestArmStopped(t *testing.T) {
	live(t, nil, func(l *life) {
		l.ready()
		placed := l.place(355)
		l.carrying()
		l.world(func(w *grblsim.World) { _ = w.PressStop(2) })
		if err := <-placed; err == nil {
			l.Error("a stone that a stop dropped is said to be placed")
		}
		var at grblsim.Vec
		l.until("stopped", func(w *grblsim.World) bool { at = w.Position(); return l.arm.News().State == hw.ArmStopped })
		still := func(what string) {
			l.Helper()
			time.Sleep(5 * time.Second)
			l.world(func(w *grblsim.World) {
				if w.Position() != at {
					l.Errorf("%s, it moved from %v to %v", what, at, w.Position())
				}
			})
		}
		still("held")
		l.arm.Resume(l.arm.News().Cause)
		still("told to go on while the stop is held")
		l.world(func(w *grblsim.World) { w.ReleaseStop() })
		still("released")
		l.arm.Resume(l.arm.News().Cause)
		l.ready()
		if err := <-l.place(354); err != nil {
			l.Error(err)
		}
		l.lies(354)
	})
}

// TestArmStoppedByAPerson: an arm that is stopped while it carries a stone, or parks,
// stands until a person lets it go on.
func TestArmStoppedByAPerson(t *testing.T) {
	live(t, nil, func(l *life) {
		l.ready()
		for _, parks := range []bool{false, true} {
			placed := l.place(355)
			if parks {
				if err := <-placed; err != nil {
					l.Error(err)
				}
				l.until("parking", func(w *grblsim.World) bool { return w.Position()[grblsim.X] > -350 })
			} else {
				l.carrying()
			}
			var from, at grblsim.Vec
			l.world(func(w *grblsim.World) { from = w.Position() })
			l.arm.Hold(true) // as a table does, which lets the hold go soon
			l.arm.Stop(hw.ArmOperator)
			l.until("stopped", func(w *grblsim.World) bool { at = w.Position(); return l.arm.News().State == hw.ArmStopped })
			l.arm.Hold(false)
			time.Sleep(5 * time.Second)
			l.world(func(w *grblsim.World) {
				if math.Abs(at[grblsim.X]-from[grblsim.X]) > 5 || w.Position() != at {
					l.Errorf("parks %v: stopped at %v, it was at %v and then at %v", parks, from, at, w.Position())
				}
			})
			if !parks {
				if err := <-placed; err == nil {
					l.Error("a stone that a stop dropped is said to be placed")
				}
			}
			l.arm.Resume(l.arm.News().Cause)
			l.ready()
		}
		l.lies(355)
	})
}

// TestArmUnwatched: a supply that was away while the arm rested, and an axis that
// was pushed meanwhile, do no harm where nobody watches it: the arm homes.
func TestArmUnwatched(t *testing.T) {
	live(t, func(o *grbl.Options) { o.Watched = false }, func(l *life) {
		l.ready()
		if err := <-l.place(355); err != nil {
			l.Error(err)
		}
		time.Sleep(20 * time.Second)
		l.world(func(w *grblsim.World) {
			_ = w.PressStop(1)
			if !w.Push(grblsim.X, -30) {
				l.Error("motors without a supply cannot be pushed")
			}
			w.ReleaseStop()
		})
		if err := <-l.place(354); err != nil {
			l.Error(err)
		}
		l.lies(354)
	})
}

// TestArmDoor: a door drops what the gripper holds, and no stone is claimed.
func TestArmDoor(t *testing.T) {
	live(t, nil, func(l *life) {
		l.ready()
		placed := l.place(355)
		l.carrying()
		l.server.Do(func(c *Chip) { c.Send([]byte{0x84}) })
		if err := <-placed; err == nil {
			l.Error("a stone that a door dropped is said to be placed")
		}
		l.until("dropped", func(w *grblsim.World) bool { return w.Held() == hw.Empty })
		l.world(func(w *grblsim.World) {
			if w.Stones()[355] == hw.White {
				l.Error("the stone lies where it was to")
			}
		})
	})
}

// TestArmRefuses: drivers that go off in dwells are refused, with what to do, and
// nothing moves.
func TestArmRefuses(t *testing.T) {
	live(t, nil, func(l *life) {
		l.until("reached", func(*grblsim.World) bool { return l.arm.News().State == hw.ArmUnhomed })
		var from grblsim.Vec
		l.server.Do(func(c *Chip) {
			from = c.World().Position()
			c.Send([]byte("$1=25\n"))
			c.Advance(time.Second)
			c.Reset()
		})
		l.until("stopped", func(*grblsim.World) bool { return l.arm.News().State == hw.ArmStopped })
		l.arm.Resume(l.arm.News().Cause)
		l.until("refused", func(*grblsim.World) bool { return strings.Contains(l.arm.News().Text, "$1") })
		l.world(func(w *grblsim.World) {
			for axis, at := range w.Position() {
				if math.Abs(at-from[axis]) > 0.01 {
					l.Errorf("axis %d moved from %v to %v", axis, from[axis], at)
				}
			}
		})
	})
}

// TestArmHeldTwice: a feed hold that somebody presses while the arm is held for a hand holds it
// until that is let go, too.
func TestArmHeldTwice(t *testing.T) {
	live(t, nil, func(l *life) {
		l.ready()
		placed := l.place(355)
		l.carrying()
		l.arm.Hold(true)
		time.Sleep(time.Second)
		l.world(func(w *grblsim.World) { w.Hand(true) })
		time.Sleep(150 * time.Millisecond)
		l.world(func(w *grblsim.World) { w.Hand(false) })
		time.Sleep(time.Second)
		var at grblsim.Vec
		l.world(func(w *grblsim.World) { at = w.Position() })
		l.arm.Hold(false)
		time.Sleep(5 * time.Second)
		l.world(func(w *grblsim.World) {
			if n := l.arm.News(); w.Position() != at || n.Cause != hw.ArmHold {
				l.Errorf("it has moved from %v to %v: %+v", at, w.Position(), n)
			}
		})
		l.arm.Resume(l.arm.News().Cause)
		if err := <-placed; err != nil {
			l.Error(err)
		}
		l.lies(355)
	})
}
