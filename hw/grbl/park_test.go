package grbl

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// At the end the arm parks, and lets nothing hang on its magnet.
func TestParksAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		r.until(hw.ArmUnhomed)
		ctx, cancel := context.WithCancel(t.Context())
		done := r.placed(ctx, 1)
		time.Sleep(6500 * time.Millisecond)
		cancel()
		began := time.Now()
		r.stop()
		if err := <-done; !errors.Is(err, context.Canceled) && err != nil {
			t.Error(err)
		}
		if d := time.Since(began); d > 11*time.Second || f.magnet || f.at != [3]float64{-10, -10, -5} {
			t.Errorf("after %v at %v, magnet %v", d, f.at, f.magnet)
		}
		if _, err := r.place(t.Context(), hw.White, 1); hw.ArmTroubleOf(err) != hw.ArmNotReady {
			t.Error(err)
		}
	})
}

// At the end of the program an arm that somebody has moved by hand parks, too, and its memory
// says that it moves. Where it has rested for so long that its motors may have lost their
// supply unseen, or does not stand where it was left, it stays.
func TestParksAtTheEndWhereItKnowsWhereItIs(t *testing.T) {
	for _, c := range []struct {
		name    string
		watched bool
		rest    time.Duration
		pushed  bool
		parks   bool
	}{
		{name: "watched", watched: true, rest: time.Minute, parks: true},
		{name: "unwatched, at once", rest: time.Second, parks: true},
		{name: "unwatched, after a rest", rest: time.Minute},
		{name: "pushed", watched: true, rest: time.Minute, pushed: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.motion = 2 * time.Second
				var kept atomic.Pointer[Memory]
				o := usual(t)
				o.Watched = c.watched
				o.Save = func(m Memory) error { kept.Store(&m); return nil }
				r := newRig(t, f, o)
				r.until(hw.ArmUnhomed)
				if err := step(r, t.Context(), -5); err != nil {
					t.Fatal(err)
				}
				time.Sleep(c.rest + pollEvery) // no report is under way
				var moving atomic.Bool
				f.after("X-10.000Y-10.000", func() { moving.Store(kept.Load().Moving) })
				f.lines()
				f.mu.Lock()
				if c.pushed {
					f.at[0] -= 30
				}
				f.mu.Unlock()
				r.stop()
				if sent := f.lines(); (len(sent) > 0) != c.parks || moving.Load() != c.parks || kept.Load().Moving {
					t.Errorf("sent %q; its memory said that it moves: %v; kept %+v", sent, moving.Load(), kept.Load())
				}
			})
		})
	}
}

// While an arm whose stones do not come up goes out of the way, it is cut like any other that
// moves when its program ends at once.
func TestCutOnItsWayOutOfTheWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.motion = 2 * time.Second
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		parks := make(chan struct{})
		f.after("X-10.000Y-10.000", func() { close(parks) })
		if _, err := r.place(t.Context(), hw.White, 1); err != nil {
			t.Fatal(err)
		}
		<-parks
		r.arm.Stop(hw.ArmMissing)
		time.Sleep(100 * time.Millisecond)
		if m := r.arm.Memory(); !m.Moving {
			t.Errorf("it is kept that it stands: %+v", m)
		}
		resets := func() int {
			f.mu.Lock()
			defer f.mu.Unlock()
			return strings.Count(f.bytes, "R")
		}
		before := resets()
		if r.arm.Cut(); resets() == before {
			t.Error("the program ends, and the arm goes on")
		}
		if n := r.until(hw.ArmStopped); n.Cause != hw.ArmCut {
			t.Errorf("%+v", n)
		}
	})
}
