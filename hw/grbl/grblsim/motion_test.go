package grblsim

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// trapezoid is how long a motion of so many mm takes from rest to rest.
func trapezoid(length, rate, accel float64) time.Duration {
	v := rate / 60
	var s float64
	if ramp := v * v / accel; ramp >= length {
		s = 2 * math.Sqrt(length/accel)
	} else {
		s = 2*v/accel + (length-ramp)/v
	}
	return time.Duration(s * float64(time.Second))
}

// idleAfter sends lines and returns how long the machine is busy with them.
func (r *rig) idleAfter(lines string) time.Duration {
	r.Helper()
	r.after(time.Second)
	r.Send([]byte(lines))
	for r.sys.state == Idle {
		r.Advance(Tick)
	}
	began := r.Now() - Tick
	for r.sys.state != Idle {
		if r.Advance(Tick); r.Now() > began+10*time.Minute {
			r.Fatalf("%q is not over after ten minutes", lines)
		}
	}
	took := r.Now() - began
	r.after(Tick) // the answers
	return took
}

// TestTrapezoid holds the time of single motions against the profile of their
// velocity.
func TestTrapezoid(t *testing.T) {
	diagonal := math.Sqrt2
	for _, c := range []struct {
		line               string
		length, rate, acce float64
	}{
		{"G1 X-101 F600", 1, 600, 800},
		{"G1 X-200 F600", 100, 600, 800},
		{"G1 X-400 F6000", 300, 6000, 800},
		{"G0 X-400", 300, 9000, 800},
		{"G0 X-110", 10, 9000, 800},
		{"G1 X-400 F50000", 300, 9000, 800},
		{"G0 X-200 Y-200", 100 * diagonal, 9000 * diagonal, 800 * diagonal},
		{"G0 Z-50", 40, 1800, 200},
		{"G1 Z-50 F100", 40, 100, 200},
		{"G0 Z-10.5", 0.5, 1800, 200},
	} {
		r := homedOnce(t)
		r.idleAfter("G0 X-100 Y-100 Z-10\n")
		got, want := r.idleAfter(c.line+"\n"), trapezoid(c.length, c.rate, c.acce)
		if off := got - want; off < -3*time.Millisecond || off > 5*time.Millisecond {
			t.Errorf("%s took %v, want %v", c.line, got, want)
		}
	}
}

// TestCorners: the speed at a corner is bounded by the junction deviation, so a
// path of short straight pieces takes as long as one piece, and a way there and
// back as two.
func TestCorners(t *testing.T) {
	run := func(lines string) time.Duration {
		r := homedOnce(t)
		r.idleAfter("G0 X-100 Y-100 Z-10\n")
		return r.idleAfter(lines)
	}
	var pieces strings.Builder
	for i := 1; i <= 12; i++ {
		fmt.Fprintf(&pieces, "X%d\n", -100-10*i)
	}
	whole := run("G1 F3000 X-220\n")
	if straight := run("G1 F3000\n" + pieces.String()); straight < whole || straight > whole+15*time.Millisecond {
		t.Errorf("twelve pieces take %v, the whole %v", straight, whole)
	}
	there := run("G1 F3000 X-160\n")
	if back := run("G1 F3000 X-160\nX-100\n"); back < 2*there-5*time.Millisecond || back > 2*there+5*time.Millisecond {
		t.Errorf("there takes %v, there and back %v", there, back)
	}
	// Round a right angle the speed of the documents' formula is
	// sqrt(a d s/(1-s)), s the sine of half the angle; the axes' limits along the
	// change of direction give a = 800 sqrt(2).
	s := math.Sin(math.Pi / 4)
	v := math.Sqrt(800 * math.Sqrt2 * 0.010 * s / (1 - s))
	brake := func(v float64) float64 { return v * v / 800 / 2 }
	leg := func(length float64) float64 { // from rest to v, mm and s, at 50 mm/s
		top := 50.0
		ramp, down := brake(top), brake(top)-brake(v)
		return top/800 + (top-v)/800 + (length-ramp-down)/top
	}
	want := time.Duration(2 * leg(60) * float64(time.Second))
	if got := run("G1 F3000 X-160\nY-160\n"); got < want-5*time.Millisecond || got > want+8*time.Millisecond {
		t.Errorf("round a right angle it takes %v, want %v", got, want)
	}
}

// TestAnswersWhenPlanned: "ok" comes when a motion is planned; with a full
// planner it waits for a free block, and a dwell for the end of all motion.
func TestAnswersWhenPlanned(t *testing.T) {
	r := homedOnce(t)
	r.ask("$10=3", time.Second)
	for i := range 16 {
		r.Send([]byte(fmt.Sprintf("G1 F600 X-%d\n", 10+i)))
	}
	r.after(25 * time.Millisecond)
	got := r.ask("?", 60*time.Millisecond)
	if !strings.Contains(got, "|Bf:0,") || strings.Count(got, "ok") > 15 {
		t.Errorf("the planner is not full: %q", got)
	}
	r.after(20 * time.Second)
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "<Idle|MPos:-25.000") || !strings.Contains(got, "|Bf:15,12") {
		t.Error(got)
	}
	r.Send([]byte("G1 X-26\nG4 P0.5\n"))
	if got := r.after(100 * time.Millisecond); got != "ok" {
		t.Errorf("a second ok before the motion is over: %q", got)
	}
	waited := r.Now()
	for r.after(Tick) == "" {
	}
	if d := r.Now() - waited; d < 400*time.Millisecond || d > 650*time.Millisecond {
		t.Errorf("the dwell was answered after %v", d)
	}
}

// TestReceiveBuffer: a host that sends without counting loses what does not fit.
func TestReceiveBuffer(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte(strings.Repeat("G4P1\n", 60)))
	got := r.after(2 * time.Minute)
	if n := strings.Count(got, "ok"); n >= 60 || n < 26 {
		t.Errorf("of 60 lines %d were carried out; 128 bytes hold 25 and a half", n)
	}
}

// TestHold: a feed hold brakes and keeps the position; a resume goes on.
func TestHold(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte("G1 F6000 X-300\nX-300 Y-100\n"))
	r.after(1500 * time.Millisecond)
	before := r.Position()
	r.ask("!", 5*time.Millisecond)
	if got := r.ask("?", 15*time.Millisecond); !strings.HasPrefix(got, "<Hold:1|MPos:-") {
		t.Error(got)
	}
	r.after(time.Second)
	// It goes on at 100 mm/s for a while, and brakes at 800 mm/s².
	if got, want := before[X]-r.Position()[X], 100*holdDelay.Seconds()+100.0*100/2/800; math.Abs(got-want) > 0.5 {
		t.Errorf("it braked over %.2f mm, want %.2f", got, want)
	}
	if got := r.ask("?", 15*time.Millisecond); !strings.HasPrefix(got, "<Hold:0|MPos:-") || !strings.Contains(got, "FS:0,0") {
		t.Error(got)
	}
	if got := r.ask("G4P0", time.Minute); got != "" {
		t.Errorf("a line is answered in a hold: %q", got)
	}
	if !r.Homed() || !r.Quiet() {
		t.Error("the hold is not at rest")
	}
	r.ask("~", 10*time.Second)
	if got := r.Position(); dist(got, Vec{-300, -100, -2}) > 1e-9 || dist(got, r.World().Position()) > 0.02 {
		t.Errorf("after the resume it is at %v and believes %v", r.World().Position(), got)
	}
	// Held and at rest it may be reset without losing its position.
	r.Send([]byte("G1 F6000 X-100\n!"))
	r.after(time.Second)
	if got := r.ask("\x18", time.Second); !strings.HasPrefix(got, "Grbl 1.1h ['$' for help]") || strings.Contains(got, "ALARM") || !r.Homed() {
		t.Error(got)
	}
	// M0 is a hold, too.
	if got := r.ask("M0", time.Second); got != "" || r.State() != "Hold:0" {
		t.Error(got, r.State())
	}
	if got := r.ask("~", time.Second); !strings.HasPrefix(got, "ok") || r.State() != "Idle" {
		t.Error(got, r.State())
	}
}

// TestDoor: the door stops motion, spindle and coolant, and they come again.
func TestDoor(t *testing.T) {
	r := homedRig(t, Options{Layout: near(), Door: true})
	r.expect("M3 S700", "ok")
	r.expect("G1 F6000 X-300", "ok")
	r.after(200 * time.Millisecond)
	r.OpenDoor()
	if got := r.after(10 * time.Millisecond); got != "[MSG:Check Door]" {
		t.Error(got)
	}
	if got := r.ask("?", 30*time.Millisecond); !strings.HasPrefix(got, "<Door:2|") || !strings.Contains(got, "Pn:D") {
		t.Error(got)
	}
	r.after(time.Second)
	if r.State() != "Door:1" || r.out.dir != 0 {
		t.Error(r.State(), r.out)
	}
	if got := r.ask("~", time.Second); r.State() != "Door:1" {
		t.Error("resumed with an open door", got)
	}
	r.CloseDoor()
	r.after(time.Second)
	if r.State() != "Door:0" {
		t.Error(r.State())
	}
	r.ask("~", time.Second)
	if r.State() != "Door:3" || r.out.rpm != 700 {
		t.Error(r.State(), r.out)
	}
	r.after(10 * time.Second)
	if r.State() != "Idle" || dist(r.Position(), Vec{-300, -2, -2}) > 1e-9 {
		t.Error(r.State(), r.Position())
	}
	if got := r.ask("\x84", time.Second); !strings.HasPrefix(got, "[MSG:Check Door]") {
		t.Error(got)
	}
}

// TestJog: jogs may be cancelled, and bar g-code.
func TestJog(t *testing.T) {
	r := homedOnce(t)
	r.expect("$J=X-300F6000", "ok")
	if got := r.ask("G0 X0", 20*time.Millisecond); got != "error:9" || r.State() != "Jog" {
		t.Error(got, r.State())
	}
	r.ask("\x85", time.Second)
	at := r.Position()
	if r.State() != "Idle" || at[X] > -20 || at[X] < -250 {
		t.Error(r.State(), at)
	}
	r.expect("$J=G91X-1F600", "ok")
	r.expect("$J=G91X-1F600", "ok")
	if got := r.Position()[X] - at[X]; math.Abs(got+2) > 0.02 {
		t.Errorf("two jogs of 1 mm lead %v", got)
	}
	r.expect("$J=X-300F6000", "ok")
	r.ask("!", time.Second)
	if r.State() != "Idle" {
		t.Error(r.State())
	}
}

// TestOverrides: rates follow the overrides at once.
func TestOverrides(t *testing.T) {
	r := homedOnce(t)
	r.idleAfter("G0 X-100\n")
	r.Send([]byte{0x91, 0x91, 0x94, 0x97, 0x9A})
	r.ask("?", 20*time.Millisecond) // has WCO, which goes before
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "|Ov:119,25,110") {
		t.Error(got)
	}
	if got, want := r.idleAfter("G1 X-200 F1000\n"), trapezoid(100, 1190, 800); got < want-3*time.Millisecond || got > want+5*time.Millisecond {
		t.Errorf("at 119 %% it takes %v, want %v", got, want)
	}
	if got, want := r.idleAfter("G0 X-100\n"), trapezoid(100, 9000*0.25, 800); got < want-3*time.Millisecond || got > want+5*time.Millisecond {
		t.Errorf("at 25 %% it takes %v, want %v", got, want)
	}
	r.expect("M3 S500", "ok")
	if r.out.rpm != 550 {
		t.Error(r.out)
	}
	r.Send([]byte{0x90, 0x95, 0x99, 0xA0})
	r.after(20 * time.Millisecond)
	r.expect("$G", "[GC:G0 G54 G17 G21 G90 G94 M3 M8 T0 F1000 S500] / ok")
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "|Ov:100,100,100|A:SF") {
		t.Error(got)
	}
	for range 30 {
		r.Send([]byte{0x92})
	}
	r.after(20 * time.Millisecond)
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "|Ov:10,100,100|A:SF") {
		t.Error(got)
	}
}
