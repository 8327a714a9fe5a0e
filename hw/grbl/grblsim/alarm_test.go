package grblsim

import (
	"strings"
	"testing"
	"time"
)

const greeting = "Grbl 1.1h ['$' for help]"

// TestHardLimit: nothing is answered after ALARM:1 until a reset, and the
// position is not to be relied on.
func TestHardLimit(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte("M3 S1000\nG1 F9000 X-300\n"))
	r.after(time.Second)
	r.HitLimit(Y, 100*time.Millisecond)
	if got := r.after(time.Second); got != "ALARM:1 / [MSG:Reset to continue]" {
		t.Error(got)
	}
	if r.Homed() || r.State() != "Alarm" || r.out.dir != 0 {
		t.Error(r.Homed(), r.State(), r.out)
	}
	if d := dist(r.Position(), r.World().Position()); d < 0.5 {
		t.Errorf("stopped at 150 mm/s it is only %.3f mm off", d)
	}
	if got := r.ask("?$$\n$X", time.Minute); got != "" || !r.Quiet() {
		t.Errorf("answered before a reset: %q", got)
	}
	if got := r.ask("\x18", time.Second); got != greeting+" / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
	r.expect("G0X-10", "error:9")
	if got := r.ask("$H", 2*time.Minute); got != "ok" || dist(r.Position(), r.World().Position()) > 0.02 || !r.Homed() {
		t.Error(got, r.Position(), r.World().Position())
	}
	if c := r.Counts(); c.UnhomedMotion != 0 || c.HardLimits != 1 || c.Homings != 2 {
		t.Errorf("%+v", c)
	}

	// A reset within the pause after the alarm is lost with it.
	r.HitLimit(X, 10*time.Millisecond)
	r.after(50 * time.Millisecond)
	if got := r.ask("\x18", time.Second); got != "[MSG:Reset to continue]" {
		t.Error(got)
	}
	// A switch that stays pressed is told of at the start.
	r.HitLimit(X, time.Minute)
	if got := r.ask("\x18", time.Second); !strings.HasPrefix(got, greeting+" / [MSG:Check Limits] / [MSG:'$H'|'$X' to unlock]") {
		t.Error(got)
	}
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "|Pn:X|") {
		t.Error(got)
	}
}

// TestRunsIntoSwitch: a machine that believes to be elsewhere runs into the
// switch at the end of its axis.
func TestRunsIntoSwitch(t *testing.T) {
	r := homedOnce(t)
	r.World().Slip(X, 3-500)
	r.Send([]byte("G0 X-30\n"))
	if got := r.after(5 * time.Second); !strings.Contains(got, "ALARM:1") {
		t.Error(got, r.World().Position())
	}
	if at := r.World().Position()[X]; at > -502 || at < -506 {
		t.Errorf("it came to rest at %v", at)
	}
}

// TestSoftLimit: a target outside the travel brings motion to rest, and locks.
func TestSoftLimit(t *testing.T) {
	for _, line := range []string{"G0 X-501", "G0 X1", "G0 Z-61", "G3 X-40 Y-2 R20 F1000", "G28 Y1"} {
		r := homedOnce(t)
		got := r.ask(line, 5*time.Second)
		if got != "ALARM:2 / [MSG:Reset to continue]" {
			t.Errorf("%s: %q", line, got)
		}
		if got := r.ask("?", time.Second); got != "" {
			t.Errorf("%s: %q", line, got)
		}
		if got := r.ask("\x18", time.Second); got != "ok / "+greeting+" / [MSG:'$H'|'$X' to unlock]" || !r.Homed() {
			t.Errorf("%s: %q", line, got)
		}
		r.expect("$X", "[MSG:Caution: Unlocked] / ok")
		r.ask("G0 X-10", time.Second)
		if got := r.Position(); dist(got, r.World().Position()) > 0.02 {
			t.Errorf("%s: it is at %v and believes %v", line, r.World().Position(), got)
		}
	}
	// In motion it brakes first.
	r := homedOnce(t)
	r.Send([]byte("G1 F9000 X-300\n"))
	r.after(time.Second)
	if got := r.ask("X-600", 5*time.Second); got != "ALARM:2 / [MSG:Reset to continue]" || dist(r.Position(), r.World().Position()) > 0.02 || !r.Homed() {
		t.Error(got, r.Position(), r.World().Position())
	}
	// Check mode finds it, too.
	r = homedOnce(t)
	r.expect("$C", "[MSG:Enabled] / ok")
	r.expect("G0 X-10", "ok")
	if r.Position() != (Vec{-2, -2, -2}) {
		t.Error("checking moves")
	}
	if got := r.ask("G0 X5", time.Second); got != "ALARM:2 / [MSG:Reset to continue]" {
		t.Error(got)
	}
	r = homedOnce(t)
	r.expect("$C", "[MSG:Enabled] / ok")
	r.expect("$C", "[MSG:Disabled] / ok / "+greeting)
}

// TestResetInMotion: ALARM:3, and the position is lost.
func TestResetInMotion(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte("M3 S1000\nG1 F9000 X-300\n"))
	r.after(time.Second)
	if got := r.ask("\x18", 2*time.Second); got != "ALARM:3 / "+greeting+" / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
	if r.Homed() || dist(r.Position(), r.World().Position()) < 0.5 || r.out.dir != 0 {
		t.Error("reset in motion it goes on as if nothing had happened")
	}
	r.expect("$X", "[MSG:Caution: Unlocked] / ok")
	r.ask("G91 G0 X-1", time.Second)
	if c := r.Counts(); c.UnhomedMotion < 0.9 || c.UnhomedMotion > 1.1 {
		t.Errorf("%v mm of motion without a position", c.UnhomedMotion)
	}
	// At rest a reset costs nothing.
	r = homedOnce(t)
	if got := r.ask("\x18", time.Second); got != greeting || !r.Homed() || r.State() != "Idle" {
		t.Error(got, r.State())
	}
}

// TestHomingFails: alarms 6, 7, 8 and 9.
func TestHomingFails(t *testing.T) {
	begin := func(opt Options) *rig {
		r := newRig(t, opt)
		r.after(time.Second)
		r.Send([]byte("$H\n"))
		r.after(2 * time.Second)
		if r.State() != "Home" {
			t.Fatal(r.State())
		}
		if got := r.ask("?", 100*time.Millisecond); got != "" {
			t.Errorf("answered while homing: %q", got)
		}
		return r
	}
	start := " / ok / " + greeting + " / [MSG:'$H'|'$X' to unlock]"
	r := begin(Options{})
	r.Send([]byte("\x18"))
	if got := r.after(2 * time.Second); got != "ALARM:6"+start {
		t.Error(got)
	}
	r = begin(Options{})
	r.Send([]byte("\x84"))
	if got := r.after(2 * time.Second); got != "ALARM:7"+start {
		t.Error(got)
	}
	r = begin(Options{})
	r.HitLimit(Z, time.Minute)
	if got := r.after(5 * time.Second); got != "ALARM:8"+strings.Replace(start, " / [MSG:'", " / [MSG:Check Limits] / [MSG:'", 1) {
		t.Error(got)
	}
	rom := ArmEEPROM()
	rom.Settings[MaxTravel+Z] = 5 // 15 mm are to go, 7.5 are searched
	r = newRig(t, Options{EEPROM: &rom})
	r.after(time.Second)
	if got := r.ask("$H", 5*time.Second); got != "ALARM:9"+start || r.Counts().Homings != 0 {
		t.Error(got)
	}
}

// TestHomingInverted: axes that home to their lower end count from there.
func TestHomingInverted(t *testing.T) {
	rom := ArmEEPROM()
	rom.Settings[HomingInvert] = 3
	layout := near()
	layout.Start = Vec{-499, -499, -3}
	r := homedRig(t, Options{EEPROM: &rom, Layout: layout})
	if got, truly := r.Position(), r.World().Position(); dist(got, Vec{-498, -498, -2}) > 1e-9 || dist(truly, Vec{-500, -500, -2}) > 0.02 {
		t.Errorf("homed at %v, which it calls %v", truly, got)
	}
}

// TestInvertedSwitches: with $5 an input that is not pressed reads as triggered.
func TestInvertedSwitches(t *testing.T) {
	rom := ArmEEPROM()
	rom.Settings[invertLimits] = 1
	r := newRig(t, Options{EEPROM: &rom})
	r.after(time.Second)
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "Pn:XYZ") {
		t.Error(got)
	}
}

// TestSleep: only a reset wakes, and the position is gone.
func TestSleep(t *testing.T) {
	r := homedOnce(t)
	r.expect("$SLP", "ok / [MSG:Sleeping]")
	if got := r.ask("?", time.Second); !strings.HasPrefix(got, "<Sleep|") || r.Homed() || !r.Quiet() {
		t.Error(got)
	}
	r.expect("$X", "")
	if got := r.ask("\x18", time.Second); got != greeting+" / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
}

// TestBusy: what may be asked in motion, and what not.
func TestBusy(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte("G1 F300 X-300\n"))
	r.after(time.Second)
	for _, line := range []string{"$$", "$100=1", "$#", "$I", "$N", "$H", "$SLP", "$RST=*", "$J=X-1F100", "$C"} {
		if got := r.ask(line, 50*time.Millisecond); got != "error:8" {
			t.Errorf("%s in motion: %q", line, got)
		}
	}
	if got := r.ask("$G", 50*time.Millisecond); !strings.HasPrefix(got, "[GC:G1 ") {
		t.Error(got)
	}
	r.expect("$X", "ok")
}

// TestProbe: alarms 4 and 5, and where it touched.
func TestProbe(t *testing.T) {
	r := homedOnce(t)
	if got := r.ask("G38.2 Z-58 F600", 20*time.Second); !strings.HasPrefix(got, "[PRB:-2.000,-2.000,-49.9") || !strings.HasSuffix(got, ":1] / ok") || r.Position()[Z] < -50.02 {
		t.Error(got, r.Position())
	}
	if got := r.ask("G38.2 Z-58 F600", 20*time.Second); got != "ALARM:4 / ok" || r.State() != "Alarm" {
		t.Error(got)
	}
	r.expect("$X", "[MSG:Caution: Unlocked] / ok")
	if got := r.ask("G38.4 Z-20 F600", 20*time.Second); !strings.HasPrefix(got, "[PRB:-2.000,-2.000,-") || !strings.HasSuffix(got, ":1] / ok") {
		t.Error(got)
	}
	if got := r.ask("G38.3 Z-20 F600", 20*time.Second); got != "[PRB:-2.000,-2.000,-20.000:0] / ok" {
		t.Error(got)
	}
	if got := r.ask("G38.2 Z-10 F600", 20*time.Second); got != "ALARM:5 / [PRB:-2.000,-2.000,-20.000:0] / ok" && !strings.HasPrefix(got, "ALARM:5") {
		t.Error(got)
	}
	if r.State() != "Alarm" {
		t.Error(r.State())
	}
}
