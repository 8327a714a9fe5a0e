package grbl

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// While the abort input is held the arm sends one reset at most and then nothing but
// questions; released, it waits until a person says that it may go on, and homes.
func TestEmergencyStop(t *testing.T) {
	for name, at := range map[string]time.Duration{"homing": 2 * time.Second, "moving": 6 * time.Second, "parked": time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				var kept atomic.Pointer[Memory]
				o := usual(t)
				o.Save = func(m Memory) error { kept.Store(&m); return nil }
				r := newRig(t, f, o)
				defer r.stop()
				r.until(hw.ArmUnhomed)
				done := r.placed(t.Context(), 3)
				time.Sleep(at)
				f.lines()
				f.mu.Lock()
				f.bytes = ""
				f.mu.Unlock()
				f.press(true)
				<-done
				r.until(hw.ArmStopped)
				for range 60 {
					time.Sleep(time.Second)
					r.arm.Resume(r.arm.News().Cause) // nobody can say so while it is pressed
				}
				n := r.arm.News()
				f.mu.Lock()
				bytes := f.bytes
				f.mu.Unlock()
				if sent := f.lines(); len(sent) > 0 || strings.Count(bytes, "R") > 1 || !n.Pressed || n.Cause != hw.ArmEmergency || kept.Load().Stopped != hw.ArmEmergency {
					t.Errorf("sent %q, bytes %q, news %+v, kept %+v", sent, bytes, n, kept.Load())
				}
				if _, err := r.place(t.Context(), hw.White, 3); hw.ArmTroubleOf(err) != hw.ArmNotReady {
					t.Errorf("asked while it is stopped: %v", err)
				}
				f.press(false)
				time.Sleep(time.Hour)
				if n := r.arm.News(); n.State != hw.ArmStopped || n.Pressed || len(f.lines()) > 0 {
					t.Errorf("released: %+v", n)
				}
				r.goOn()
				let, err := r.place(t.Context(), hw.White, 3)
				if err != nil || len(let) != 1 || kept.Load().Stopped != "" {
					t.Errorf("afterwards %v, %v; kept %+v", let, err, kept.Load())
				}
			})
		})
	}
}

// What stopped an arm, and that it was moving, outlives the program.
func TestStopOutlivesTheProgram(t *testing.T) {
	for _, c := range []struct {
		memory Memory
		pins   string
		want   hw.ArmCause
	}{
		{Memory{Stopped: hw.ArmDoor}, "", hw.ArmDoor},
		{Memory{Moving: true}, "", hw.ArmCut},
		{Memory{}, "R", hw.ArmEmergency},
		{Memory{Stopped: hw.ArmMissing}, "XR", hw.ArmEmergency},
		{Memory{}, "D", hw.ArmDoor},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.pins = c.pins
			o := usual(t)
			o.Memory = &c.memory
			o.Memory.Stock = Stock{Black: 20, White: 20}
			r := newRig(t, f, o)
			defer r.stop()
			if n := r.until(hw.ArmStopped); n.Cause != c.want || n.Pressed != (c.pins != "") {
				t.Errorf("%+v", n)
			}
			time.Sleep(time.Minute)
			if sent := f.lines(); len(sent) > 0 {
				t.Errorf("sent %q", sent)
			}
			f.press(false)
			time.Sleep(2 * time.Second)
			r.goOn()
			if _, err := r.place(t.Context(), hw.White, 3); err != nil {
				t.Error(err)
			}
		})
	}
}

// A machine whose motors can lose their supply unseen homes after every pause that
// could have hidden it; one that is watched does not.
func TestUnwatchedSupply(t *testing.T) {
	for _, watched := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.motion = 2 * time.Second
			o := usual(t)
			o.Watched = watched
			r := newRig(t, f, o)
			defer r.stop()
			r.until(hw.ArmUnhomed)
			homings := func() (n int) {
				for _, l := range f.lines() {
					if l == "$H" {
						n++
					}
				}
				return n
			}
			place := func() error { _, err := r.place(t.Context(), hw.White, 3); return err }
			for i := range 3 {
				if err := place(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute)
				if n, want := homings(), !watched || i == 0; (n == 1) != want {
					t.Errorf("watched %v, turn %d: %d homings", watched, i, n)
				}
			}
			done := make(chan error, 1)
			go func() { done <- place() }()
			time.Sleep(7500 * time.Millisecond)
			r.arm.Hold(true)
			time.Sleep(restLimit + time.Second)
			r.arm.Hold(false)
			err := <-done
			if watched && err != nil || !watched && !held(err) {
				t.Errorf("watched %v, after a hold: %v", watched, err)
			}
			r.until(map[bool]hw.ArmState{true: hw.ArmParked, false: hw.ArmUnhomed}[watched])
			if err := place(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Feed hold that somebody presses at the controller keeps the arm where it is until
// he, or a person at the board, lets it go on; where the supply may be lost meanwhile
// it is a stop.
func TestHoldAtTheController(t *testing.T) {
	for _, watched := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.motion = 3 * time.Second
			o := usual(t)
			o.Watched = watched
			r := newRig(t, f, o)
			defer r.stop()
			r.until(hw.ArmUnhomed)
			done := r.placed(t.Context(), 3)
			time.Sleep(7 * time.Second)
			f.mu.Lock()
			f.state, f.sub, f.resume = "Hold", ":0", make(chan struct{})
			f.mu.Unlock()
			if !watched {
				if err := <-done; !held(err) {
					t.Error(err)
				}
				if n := r.until(hw.ArmStopped); n.Cause != hw.ArmHold {
					t.Errorf("%+v", n)
				}
				r.goOn()
				return
			}
			if n := r.until(hw.ArmHeld); n.Cause != hw.ArmHold {
				t.Errorf("%+v", n)
			}
			time.Sleep(20 * time.Second)
			r.arm.Resume(r.arm.News().Cause)
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// Feed hold that is pressed, or a door that is opened, just before homing begins makes the
// controller refuse it: that is a stop, and no fault of the homing.
func TestHomingThatAHoldRefuses(t *testing.T) {
	for _, c := range []struct {
		answer, state, pins string
		why                 hw.ArmCause
	}{
		{"error:8", "Hold", "", hw.ArmHold},
		{"error:8", "Door", "D", hw.ArmDoor},
		{"error:13", "Alarm", "D", hw.ArmDoor},
		{"-", "Hold", "", hw.ArmHold}, // the line waits in the controller until the hold ends
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			f.mu.Lock()
			f.trap = func(l string) string {
				if l != "$H" {
					return ""
				}
				f.mu.Lock()
				defer f.mu.Unlock()
				f.trap, f.state, f.pins, f.resume = nil, c.state, c.pins, make(chan struct{})
				return c.answer
			}
			f.mu.Unlock()
			_, err := r.place(t.Context(), hw.White, 3)
			if n := r.until(hw.ArmStopped); !held(err) || n.Cause != c.why {
				t.Errorf("%+v: %v; %+v", c, err, n)
			}
			f.press(false)
			time.Sleep(2 * time.Second)
			r.goOn()
			if _, err := r.place(t.Context(), hw.White, 3); err != nil {
				t.Error(err)
			}
		})
	}
}

// A stone that did not come up makes the arm home before its next one, and counts
// neither as there nor as gone.
func TestMissedStone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		defer r.stop()
		r.until(hw.ArmUnhomed)
		if _, err := r.place(t.Context(), hw.White, 3); err != nil {
			t.Fatal(err)
		}
		r.until(hw.ArmParked)
		f.lines()
		r.arm.Missed(hw.White)
		if n := r.arm.News(); n.Trays[1].Left != 19 || n.Trays[1].Unsure != 1 {
			t.Errorf("%+v", n.Trays)
		}
		if _, err := r.place(t.Context(), hw.White, 3); err != nil {
			t.Fatal(err)
		}
		if sent := f.lines(); sent[0] != "$H" {
			t.Errorf("%q", sent)
		}
		r.arm.Stop(hw.ArmMissing)
		n := r.until(hw.ArmStopped)
		if n.Cause != hw.ArmMissing || n.Pressed {
			t.Errorf("%+v", n)
		}
		r.goOn()
		r.arm.Refill()
		if n := r.arm.News(); n.Trays[1].Left != 20 || n.Trays[1].Unsure != 0 {
			t.Errorf("%+v", n.Trays)
		}
	})
}

// A person's word is about what stopped the arm as he was told, and not about somebody who
// has stopped it since.
func TestWordIsAboutOneStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := usual(t)
		o.Memory = &Memory{Stock: Stock{Black: 20, White: 20}, Stopped: hw.ArmMissing}
		r := newRig(t, newFake(), o)
		defer r.stop()
		r.until(hw.ArmStopped)
		r.arm.Resume(hw.ArmMissing)
		time.Sleep(10 * time.Millisecond) // it is being started
		r.arm.Stop(hw.ArmOperator)
		r.arm.Resume(hw.ArmMissing) // nothing seems to happen, and so he says it once more
		time.Sleep(time.Minute)
		if n := r.arm.News(); n.State != hw.ArmStopped || n.Cause != hw.ArmOperator {
			t.Errorf("%+v", n)
		}
		r.goOn()
	})
}

// A door that opens switches the gripper off: what it held has fallen, and nobody but
// a person lets the arm go on.
func TestDoorDropsTheStone(t *testing.T) {
	for _, grip := range []string{Vacuum, Magnet, Custom} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.motion = 3 * time.Second
			o := usual(t)
			o.Gripper.Kind = grip
			if grip == Custom { // springs hold the stone, and power lets go of it
				o.Gripper.Grip, o.Gripper.Release = []string{"M5", "G4 P{time}"}, []string{"M3 S1000", "G4 P{time}"}
			}
			r := newRig(t, f, o)
			defer r.stop()
			r.until(hw.ArmUnhomed)
			done := r.placed(t.Context(), 3)
			for r.arm.left(hw.White) == 20 { // it has not gripped yet
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(2 * time.Second)
			f.mu.Lock()
			f.state, f.sub, f.pins = "Door", ":1", "D"
			f.mu.Unlock()
			want := hw.ArmDropped
			if grip == Custom {
				want = hw.ArmFailed
			}
			if err := <-done; !held(err) || hw.ArmTroubleOf(err) != want {
				t.Errorf("%s: %v", grip, err)
			}
			if n := r.until(hw.ArmStopped); n.Cause != hw.ArmDoor || !n.Pressed {
				t.Errorf("%+v", n)
			}
			f.press(false)
			time.Sleep(time.Minute)
			r.goOn()
		})
	}
}
