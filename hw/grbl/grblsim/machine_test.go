package grblsim

import (
	"strings"
	"testing"
	"time"
)

// rig is a machine under test, with its answers as lines.
type rig struct {
	*testing.T
	*Machine
	tail string
}

func newRig(t *testing.T, opt Options) *rig {
	t.Helper()
	m, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{T: t, Machine: m}
}

// homedRig is one that is at rest after homing.
func homedRig(t *testing.T, opt Options) *rig {
	t.Helper()
	r := newRig(t, opt)
	r.after(time.Second)
	if got := r.ask("$H", 2*time.Minute); got != "ok" {
		t.Fatalf("$H: %q", got)
	}
	return r
}

// after lets time pass and returns the lines that came, joined by " / ".
func (r *rig) after(d time.Duration) string {
	r.Advance(d)
	all := r.tail + string(r.Receive())
	i := strings.LastIndex(all, "\n") + 1
	r.tail = all[i:]
	lines := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(all[:i], " ", "\x00"), "\r\n", " "))
	return strings.ReplaceAll(strings.Join(lines, " / "), "\x00", " ")
}

// ask sends a line, or a real-time command, and returns what comes within d.
func (r *rig) ask(line string, d time.Duration) string {
	if len(line) != 1 || !strings.ContainsAny(line, "?!~\x18") {
		line += "\n"
	}
	r.Send([]byte(line))
	return r.after(d)
}

func (r *rig) expect(line, want string) {
	r.Helper()
	if got := r.ask(line, time.Second); got != want {
		r.Errorf("%q is answered %q; want %q", line, got, want)
	}
}

func TestFirstWords(t *testing.T) {
	r := newRig(t, Options{})
	if got := r.after(time.Second); got != "Grbl 1.1h ['$' for help] / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
	r.expect("$I", "[VER:1.1h.20190825:] / [OPT:V,15,128] / ok")
	r.expect("G0 X1", "error:9")
	r.expect("$G", "[GC:G0 G54 G17 G21 G90 G94 M5 M9 T0 F0 S0] / ok")
	if got := r.ask("?", 20*time.Millisecond); got != "<Alarm|MPos:0.000,0.000,0.000|FS:0,0|WCO:0.000,0.000,0.000>" {
		t.Error(got)
	}
}

// TestHomes: the cycle takes as long as its legs, ends pulled off the switches, and
// knows where it is to a step.
func TestHomes(t *testing.T) {
	r := newRig(t, Options{})
	r.after(time.Second)
	r.Send([]byte("$H\n"))
	began := r.Now()
	answer := ""
	for answer == "" && r.Now() < began+time.Minute {
		answer = r.after(Tick)
	}
	// From the start that is 15 mm of Z, then 230 of X and 180 of Y, at 25 mm/s
	// and from rest; 2 mm back, 2 mm at 100 mm/min, 2 mm back; and a pause of 250
	// ms after every leg.
	approach := func(mm, speed, accel float64) float64 { return mm/speed + speed/2/accel }
	slow := 100.0 / 60
	want := approach(15, 25, 200) + approach(2, slow, 200) + approach(230, 25, 800) + approach(2, slow, 800) + 8*0.250
	want += 2 * (trapezoid(2, 1500, 200) + trapezoid(2, 1500, 800)).Seconds()
	if got := (r.Now() - began).Seconds(); got < want-0.05 || got > want+0.05 || answer != "ok" {
		t.Errorf("homing took %.3f s, want %.3f; answered %q", got, want, answer)
	}
	if got := r.ask("?", 20*time.Millisecond); got != "<Idle|MPos:-2.000,-2.000,-2.000|FS:0,0|WCO:0.000,0.000,0.000>" {
		t.Error(got)
	}
	if off := dist(r.Position(), r.World().Position()); off > 0.02 {
		t.Errorf("it is %.4f mm off", off)
	}
	if c := r.Counts(); c.UnhomedMotion != 0 || c.Steps[X] < 234*80 {
		t.Errorf("%+v", c)
	}
}
