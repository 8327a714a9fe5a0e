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

func TestHomes(t *testing.T) {
	r := homedRig(t, Options{})
	t.Log("homing took until", r.Now(), "true position", r.World().Position())
	if got := r.ask("?", 20*time.Millisecond); got != "<Idle|MPos:-2.000,-2.000,-2.000|FS:0,0|WCO:0.000,0.000,0.000>" {
		t.Error(got)
	}
	if got := r.ask("G90 G0 X-100 Y-50", time.Millisecond*20); got != "ok" {
		t.Error(got)
	}
	r.after(500 * time.Millisecond)
	if got := r.ask("?", 20*time.Millisecond); !strings.HasPrefix(got, "<Run|MPos:-") {
		t.Error(got)
	}
	began := r.Now()
	for r.State() != "Idle" {
		r.after(time.Millisecond)
	}
	t.Log("took", r.Now()-began, r.World().Position(), r.Counts())
	if got := r.ask("?", 20*time.Millisecond); !strings.HasPrefix(got, "<Idle|MPos:-100.000,-50.000,-2.000|") {
		t.Error(got)
	}
}
