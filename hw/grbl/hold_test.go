package grbl

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/serialport"
)

// pressed is an arm that is about a job, and its talk with a controller at which
// somebody presses feed hold.
func pressed(t *testing.T) (*Arm, *talk) {
	t.Helper()
	a, err := New(newFake().dial, usual(t))
	if err != nil {
		t.Fatal(err)
	}
	k := newTalk(nil, slog.New(slog.DiscardHandler))
	w := &worker{Arm: a, t: k, doing: hw.ArmWorking}
	k.wish, k.word, k.told = a.wish, a.said, w.halted
	k.watched, k.busy, k.homed, k.moving = true, true, true, true
	k.report(Status{State: "Hold"})
	if n := a.News(); n.State != hw.ArmHeld || n.Cause != hw.ArmHold {
		t.Fatalf("%+v", n)
	}
	return a, k
}

// resumed takes what was sent, and reports whether the controller was told to go on.
func (t *talk) resumed() bool {
	sent := string(t.out)
	t.out = nil
	return strings.ContainsRune(sent, byteResume)
}

// A person's word that the arm may go on is about the hold that he sees, and not about a
// later one.
func TestWordIsAboutOneHold(t *testing.T) {
	a, k := pressed(t)
	// It is let go at the controller, and before a report tells of that somebody says so
	// on the page.
	a.Resume(hw.ArmHold)
	k.report(Status{State: "Run"})
	if n := a.News(); n.State != hw.ArmWorking {
		t.Fatalf("%+v", n)
	}
	k.resumed()
	k.report(Status{State: "Hold", Sub: 1})
	k.report(Status{State: "Hold"})
	if k.resumed() {
		t.Error("the next hold is let go without a word")
	}
	a.Resume(hw.ArmHold)
	k.report(Status{State: "Hold"})
	if !k.resumed() {
		t.Error("it is not let go by a person's word")
	}
}

// A hold that is wished no more before the controller has said that it holds is
// ours all the same, and is ended: taken for somebody else's it would be waited
// for.
func TestHoldThatEndsAtOnce(t *testing.T) {
	wish := true
	k := newTalk(nil, slog.New(slog.DiscardHandler))
	k.wish = func() bool { return wish }
	k.homed, k.moving = true, true
	k.keepHold()
	wish = false
	k.report(Status{State: "Run"}) // on its way when the hold was asked for
	k.report(Status{State: "Hold", Sub: 1})
	k.report(Status{State: "Hold"})
	if out := string(k.out); k.stranger || out != string([]byte{byteHold, byteStatus, byteResume}) {
		t.Fatalf("somebody else's: %v; sent %q", k.stranger, out)
	}
	k.report(Status{State: "Run"})
	if k.held {
		t.Error("it is held still")
	}
	// One that the controller never heard of ends too.
	wish = true
	k.keepHold()
	wish = false
	for range 2 {
		k.report(Status{State: "Run"})
	}
	if k.held || k.stranger {
		t.Errorf("held %v, by somebody else %v", k.held, k.stranger)
	}
}

// A hold that is wished right after the one before was let go stops motion at once, and not
// with the next report: whether that one was ours or somebody else's.
func TestHoldRightAfterAnother(t *testing.T) {
	for _, ours := range []bool{true, false} {
		a, k := pressed(t)
		if ours {
			k.report(Status{State: "Run"})
			a.Hold(true)
			k.keepHold()
			k.report(Status{State: "Hold"})
			a.Hold(false)
		} else {
			a.Resume(hw.ArmHold)
		}
		k.report(Status{State: "Hold"})
		if !k.resumed() {
			t.Fatalf("ours %v: it is not let go", ours)
		}
		a.Hold(true) // the hand is back
		k.keepHold()
		k.keepHold()
		if sent := string(k.out); sent != string([]byte{byteHold, byteStatus}) {
			t.Errorf("ours %v: before the next report %q is sent", ours, sent)
		}
		k.report(Status{State: "Hold"})
		if n := a.News(); k.resumed() || n.State != hw.ArmHeld || n.Cause != "" {
			t.Errorf("ours %v: it goes on, or is held by somebody else: %+v", ours, n)
		}
		a.Hold(false)
		k.report(Status{State: "Hold"})
		if !k.resumed() {
			t.Errorf("ours %v: the second hold is not let go", ours)
		}
		k.report(Status{State: "Run"})
		if n := a.News(); n.State != hw.ArmWorking {
			t.Errorf("ours %v: %+v", ours, n)
		}
	}
}

// A hold that begins as the arm stops, and that the controller hears only after it has
// said that it stands still, ends as every other: with the motors' supply watched or not, and
// however long it lasts.
func TestHoldAsTheArmStops(t *testing.T) {
	for _, watched := range []bool{false, true} {
		for _, lasts := range []time.Duration{time.Second, restLimit + time.Second} {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.slow = true
				o := usual(t)
				o.Watched = watched
				r := newRig(t, f, o)
				defer r.stop()
				r.until(hw.ArmUnhomed)
				f.after("X-10.000Y-10.000", func() {
					time.Sleep(f.motion - 20*time.Millisecond)
					r.arm.Hold(true)
					time.Sleep(lasts)
					r.arm.Hold(false)
				})
				if _, err := r.place(t.Context(), hw.White, 3); err != nil {
					t.Fatal(err)
				}
				r.until(hw.ArmHeld)
				ends := hw.ArmParked
				if !watched && lasts > restLimit {
					ends = hw.ArmUnhomed
				}
				r.until(ends)
				if _, err := r.place(t.Context(), hw.White, 4); err != nil {
					t.Errorf("watched %v, after %v: %v", watched, lasts, err)
				}
			})
		}
	}
}

// A hold that is no longer wished and that the controller has not ended yet is waited for
// before anything begins: while it homes, nothing could end it.
func TestNothingBeginsInAHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, answered := range []bool{true, false} {
			k := newTalk(&serialport.Pump{}, slog.New(slog.DiscardHandler))
			k.busy, k.homed, k.held, k.heldFrom = true, true, true, time.Now()
			if answered {
				k.inbox = []Line{Sort("<Hold:0|MPos:0,0,0>"), Sort("<Idle|MPos:0,0,0>"), Sort("<Idle|MPos:0,0,0>")}
			}
			err := k.motionless()
			if answered && (err != nil || k.held || !k.resumed()) || !answered && (!Lost(err) || k.homed) {
				t.Errorf("answered %v: %v, held %v", answered, err, k.held)
			}
		}
	})
}

// A hand over the board that comes and goes does not end a feed hold that somebody presses
// at the controller; a person's word does, once the hand is gone.
func TestHandLeavesFeedHoldAlone(t *testing.T) {
	a, k := pressed(t)
	a.Hold(true)
	k.keepHold()
	k.report(Status{State: "Hold"})
	a.Hold(false)
	k.report(Status{State: "Hold"})
	if n := a.News(); k.resumed() || n.State != hw.ArmHeld || n.Cause != hw.ArmHold {
		t.Errorf("the arm goes on without a word: %+v", n)
	}
	a.Hold(true)
	a.Resume(hw.ArmHold)
	k.report(Status{State: "Hold"})
	if k.resumed() {
		t.Error("the arm goes on with a hand over the board")
	}
	a.Hold(false)
	k.report(Status{State: "Hold"})
	if !k.resumed() {
		t.Error("it is not let go by a person's word")
	}
	// One that is let go at the controller with a hand over the board is held for that.
	a, k = pressed(t)
	a.Hold(true)
	k.report(Status{State: "Run"})
	k.keepHold()
	if !strings.ContainsRune(string(k.out), byteHold) {
		t.Errorf("sent %q", k.out)
	}
}

// A feed hold outlives what would end it: a line that is opened again, or a program that
// ends.
func TestFeedHoldOutlivesItsLine(t *testing.T) {
	for _, ends := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			if _, err := r.place(t.Context(), hw.White, 3); err != nil {
				t.Fatal(err)
			}
			r.until(hw.ArmParked)
			f.mu.Lock()
			f.state, f.sub, f.resume = "Hold", ":0", make(chan struct{})
			f.mu.Unlock()
			r.until(hw.ArmHeld)
			if ends {
				r.stop()
			} else {
				f.unplug()
				r.until(hw.ArmStopped)
			}
			if why := r.arm.Memory().Stopped; why != hw.ArmHold {
				t.Errorf("ends %v: stopped %q", ends, why)
			}
		})
	}
}

// A job that is given up ends where the arm is held, also where it was cancelled before; the
// feed hold of somebody else is then a stop.
func TestGivesUpWhereItIsHeld(t *testing.T) {
	for _, ours := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.motion = 2 * time.Second
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			ctx, cancel := context.WithCancel(t.Context())
			f.after("X-340.000Y-400.000", func() {
				cancel()
				if ours {
					r.arm.Hold(true)
				} else {
					f.mu.Lock()
					f.state, f.sub, f.resume = "Hold", ":0", make(chan struct{})
					f.mu.Unlock()
				}
				r.until(hw.ArmHeld)
				f.lines()
				r.arm.GiveUp()
			})
			if _, err := r.place(ctx, hw.White, 3); !held(err) || hw.ArmTroubleOf(err) != hw.ArmDropped {
				t.Errorf("ours %v: %v", ours, err)
			}
			r.arm.Hold(false)
			if ours {
				r.until(hw.ArmUnhomed)
			} else if n := r.until(hw.ArmStopped); n.Cause != hw.ArmHold {
				t.Errorf("%+v", n)
			}
			for _, l := range f.lines() {
				if strings.Contains(l, "G1") || l == "$H" {
					t.Errorf("ours %v: given up, it was sent %s", ours, l)
				}
			}
			if !ours {
				r.goOn()
			}
			// The next job is not given up.
			if _, err := r.place(t.Context(), hw.White, 3); err != nil {
				t.Errorf("ours %v: %v", ours, err)
			}
		})
	}
}

// A feed hold that somebody presses for a moment while the arm is held for a hand stops it, as
// one at any other time does.
func TestHoldPressedDuringOurs(t *testing.T) {
	for _, at := range []time.Duration{500, 560, 620, 680, 740} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.motion = time.Second
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			held := make(chan struct{})
			f.after("G53", func() { r.arm.Hold(true); close(held) })
			done := r.placed(t.Context(), 3)
			<-held
			press := func(pins string) {
				f.mu.Lock()
				defer f.mu.Unlock()
				f.pins = pins
			}
			time.Sleep(at * time.Millisecond)
			press("H")
			time.Sleep(120 * time.Millisecond)
			press("")
			time.Sleep(500 * time.Millisecond)
			r.arm.Hold(false)
			<-done
			if n := r.until(hw.ArmStopped); n.Cause != hw.ArmHold {
				t.Errorf("pressed after %d ms: %+v", at, n)
			}
		})
	}
}
