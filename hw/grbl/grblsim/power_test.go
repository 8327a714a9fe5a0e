package grblsim

import (
	"math"
	"strings"
	"testing"
	"time"
)

// TestSupply: without its supply the machine stands still while the controller
// goes on counting, and says nothing of it.
func TestSupply(t *testing.T) {
	r := homedOnce(t)
	r.expect("M3 S1000", "ok")
	r.Send([]byte("G1 F6000 X-202\n"))
	r.after(time.Second)
	r.World().Supply(false)
	at := r.World().Position()
	if got := r.after(2 * time.Second); strings.Contains(got, "ALARM") || r.Homed() {
		t.Error(got, r.Homed())
	}
	if p := r.Position(); p[X] != -202 || r.World().Position() != at || r.World().gripping {
		t.Errorf("it believes %v, was at %v, is at %v, grips %v", p, at, r.World().Position(), r.World().gripping)
	}
	r.World().Supply(true)
	if !r.World().gripping {
		t.Error("the output is on, and the gripper is not with its supply back")
	}
	r.Send([]byte("G1 X-142\n"))
	r.after(3 * time.Second)
	if d := r.World().Position()[X] - at[X]; math.Abs(d-60) > 0.1 || r.Counts().UnhomedMotion < 59 {
		t.Errorf("with its supply back it moved %.2f mm, %.2f of them unhomed", d, r.Counts().UnhomedMotion)
	}
}

// TestStop: what an emergency stop does with the supply's contact alone, and with
// a second one at the reset input.
func TestStop(t *testing.T) {
	for contacts, want := range map[int]string{
		1: "ok",
		2: "ALARM:3 / " + greeting + " / [MSG:'$H'|'$X' to unlock]",
	} {
		r := homedOnce(t)
		r.Send([]byte("G1 F6000 X-402\n"))
		r.after(time.Second)
		if err := r.World().PressStop(contacts); err != nil {
			t.Fatal(err)
		}
		if got := r.after(5 * time.Second); got != want && contacts == 2 {
			t.Errorf("%d contacts: %q", contacts, got)
		}
		pins := strings.Contains(r.ask("?", time.Second), "|Pn:R")
		if pins != (contacts == 2) || r.Homed() || !r.World().Stopped() {
			t.Errorf("%d contacts: Pn:R %v, homed %v", contacts, pins, r.Homed())
		}
		// Held low, the input does nothing more: homing begins, and finds no switch.
		if got := r.ask("$H", 5*time.Minute); !strings.Contains(got, "ALARM:9") {
			t.Errorf("homing with the stop pressed: %q", got)
		}
		r.World().ReleaseStop()
		if got := r.after(time.Second); got != "" {
			t.Errorf("released: %q", got)
		}
		if strings.Contains(r.ask("?", time.Second), "Pn:R") {
			t.Error("R is shown of a stop that is released")
		}
		if got := r.ask("$H", 2*time.Minute); !strings.HasSuffix(got, "ok") || !r.Homed() {
			t.Errorf("homing: %q", got)
		}
		if err := r.World().PressStop(3); err == nil {
			t.Error("a stop of three contacts")
		}
	}
}

// TestStopAtRest: the reset input restarts a controller that stands, which keeps
// its position and is Idle; only its pin tells that the stop is held.
func TestStopAtRest(t *testing.T) {
	r := homedOnce(t)
	r.World().PressStop(2)
	if got := r.after(time.Second); got != greeting {
		t.Error(got)
	}
	if got := r.ask("?", time.Second); !strings.HasPrefix(got, "<Idle|MPos:-2.000,-2.000,-2.000") || !strings.Contains(got, "|Pn:R") {
		t.Error(got)
	}
	// It takes orders: that nothing moves is the supply's doing.
	r.expect("G0 X-10", "ok")
	at := r.World().Position()
	if r.after(5 * time.Second); r.Position()[X] != -10 || r.World().Position() != at {
		t.Error(r.Position(), r.World().Position())
	}
}

// TestFalls: an axis without a brake sinks while nothing holds it, down to what
// is below it, and not once it is held.
func TestFalls(t *testing.T) {
	r := homedOnce(t)
	r.World().Falls(Z, 3)
	sank := 0
	r.World().Notify(func(e Event) {
		if e.Kind == Sank {
			sank++
		}
	})
	if r.after(10 * time.Second); math.Abs(r.World().Position()[Z]+2) > 0.02 {
		t.Error("it fell while its motor held it", r.World().Position())
	}
	r.World().Supply(false)
	if r.after(2 * time.Second); math.Abs(r.World().Position()[Z]+8) > 0.1 {
		t.Errorf("after 2 s at 3 mm/s from -2 it is at %.3f", r.World().Position()[Z])
	}
	r.World().Supply(true)
	if r.after(time.Second); math.Abs(r.World().Position()[Z]+8) > 0.1 || r.Homed() {
		t.Error(r.World().Position(), r.Homed())
	}
	r.World().PressStop(1)
	if r.after(time.Minute); r.World().Position()[Z] != -55 || sank != 1 || !r.Quiet() {
		t.Error(r.World().Position(), sank, r.Quiet())
	}
}

// TestIdleDelay: with $1 below 255 the drivers are off in a dwell, and a height
// that nothing holds is lost.
func TestIdleDelay(t *testing.T) {
	for delay, off := range map[string]bool{"255": false, "25": true} {
		r := homedOnce(t)
		r.World().Falls(Z, 3)
		r.expect("$1="+delay, "ok")
		r.Send([]byte("G1 F1800 Z-12\nG4 P2\n"))
		r.after(2 * time.Second)
		if r.World().Holding() == off || r.Homed() == off {
			t.Errorf("$1=%s: in the dwell the motors hold %v, homed %v", delay, r.World().Holding(), r.Homed())
		}
		if fell := -12 - r.World().Position()[Z]; (fell > 1) != off {
			t.Errorf("$1=%s: it fell %.2f mm", delay, fell)
		}
		if r.World().Push(X, 5) != off {
			t.Errorf("$1=%s: a hand can push it: %v", delay, !off)
		}
		r.Send([]byte("G1 Z-13\n"))
		if r.after(5 * time.Millisecond); off {
			r.after(2 * time.Second)
		}
	}
}

// TestAlarmSwitchesDriversOff: a reset in motion switches the drivers off until
// the controller has restarted, whatever $1 says.
func TestAlarmSwitchesDriversOff(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte("G1 F6000 X-402\n"))
	r.after(time.Second)
	r.Send([]byte{0x18})
	r.after(100 * time.Millisecond)
	if !r.World().Holding() {
		t.Error("off at once, not after the delay")
	}
	if r.after(200 * time.Millisecond); r.World().Holding() {
		t.Error("still on after the delay")
	}
	if r.after(time.Second); !r.World().Holding() {
		t.Error("off although it has restarted with $1=255")
	}
}

// TestLose: lost steps part the two counts, by about the share that is lost.
func TestLose(t *testing.T) {
	r := homedOnce(t)
	r.World().Lose(X, 0.2, 0)
	r.Send([]byte("G1 F6000 X-202\n"))
	r.after(5 * time.Second)
	if far := -2 - r.World().Position()[X]; far < 155 || far > 165 || r.Position()[X] != -202 || r.Homed() {
		t.Errorf("of 200 mm with 20 %% of the steps lost it moved %.2f; believes %v", far, r.Position())
	}
	r = homedOnce(t)
	r.World().Lose(X, 1, 500*time.Millisecond)
	r.Send([]byte("G1 F6000 X-202\n"))
	r.after(5 * time.Second)
	if far := -2 - r.World().Position()[X]; far < 145 || far > 165 {
		t.Errorf("stalled for half a second at 100 mm/s it moved %.2f of 200", far)
	}
}

// TestLimitFaults: a switch that never closes lets the axis run into its end; one
// that stays closed is told of at each start.
func TestLimitFaults(t *testing.T) {
	r := newRig(t, Options{})
	r.World().BreakLimit(Z, LimitDead)
	r.after(time.Second)
	if got := r.ask("$H", 5*time.Minute); !strings.Contains(got, "ALARM:9") || r.Homed() {
		t.Error(got)
	}
	r = homedOnce(t)
	r.World().BreakLimit(Y, LimitStuck)
	if got := r.after(time.Second); !strings.HasPrefix(got, "ALARM:1") {
		t.Error(got)
	}
	if got := r.ask("\x18", time.Second); !strings.Contains(got, "[MSG:Check Limits]") {
		t.Error(got)
	}
	if got := r.ask("$H", 5*time.Minute); !strings.Contains(got, "ALARM:8") {
		t.Error(got)
	}
}

// TestInverted: wrong $3 lets an axis move the other way, wrong $4 switches the
// drivers off when they are to step.
func TestInverted(t *testing.T) {
	for set, want := range map[string]float64{"$3=0": -52, "$4=1": -42} {
		r := homedOnce(t)
		r.Send([]byte("G1 F6000 X-42\n"))
		r.after(3 * time.Second)
		r.expect(set, "ok")
		r.Send([]byte("G1 X-52\n"))
		r.after(3 * time.Second)
		if x := r.World().Position()[X]; math.Abs(x-want) > 0.1 {
			t.Errorf("%s: it is at %.2f", set, x)
		}
	}
	r := homedOnce(t)
	r.Send([]byte("G1 F6000 X-42\n"))
	r.after(3 * time.Second)
	r.expect("$3=1", "ok")
	r.Send([]byte("G1 X-52\n"))
	if r.after(3 * time.Second); math.Abs(r.World().Position()[X]+32) > 0.1 {
		t.Errorf("$3=1: it is at %.2f", r.World().Position()[X])
	}
}
