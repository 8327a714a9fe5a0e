package grblsim

import (
	"strings"
	"testing"
	"time"
)

// TestGrblHAL: what a host reads of grblHAL that differs from GRBL 1.1.
func TestGrblHAL(t *testing.T) {
	// Homing without its lock: a start leaves it Idle, and takes motion unhomed.
	r := newRig(t, Options{Flavour: GrblHAL})
	if got := r.after(time.Second); got != "GrblHAL 1.1f ['$' or '$HELP' for help]" || r.State() != "Idle" {
		t.Error(got, r.State())
	}
	if got := r.ask("$I", time.Second); !strings.Contains(got, "[NEWOPT:ENUMS,RT+,HOME,ES,SED] / [FIRMWARE:grblHAL]") {
		t.Error(got)
	}
	if got := r.ask("$$", time.Second); !strings.Contains(got, "$100=80.00000 / ") || !strings.Contains(got, "$37=7 / ") || !strings.Contains(got, "$30=1000.000") {
		t.Error(got)
	}
	for line, want := range map[string]string{"$22=5": "ok", "$21=3": "ok", "$37=0": "ok", "$5=2": "ok", "$999=1": "error:3", "$22=-1": "error:4"} {
		r.expect(line, want)
	}
	r.expect("$5=0", "ok")
	// With its lock.
	r.Restart()
	if got := r.after(time.Second); got != "GrblHAL 1.1f ['$' or '$HELP' for help] / ALARM:11 / [MSG:Homing cycle required]" || r.State() != "Alarm" {
		t.Error(got, r.State())
	}
	if got := r.ask("$H", 2*time.Minute); got != "ok" {
		t.Error(got)
	}
	// The emergency stop is an alarm of its own, at rest too, and outlasts a reset while it is held.
	if err := r.World().PressStop(2); err != nil {
		t.Fatal(err)
	}
	if got := r.after(time.Second); got != "ALARM:10 / [MSG:Emergency stop - clear, then reset to continue]" {
		t.Error(got)
	}
	if got := r.ask("?", time.Second); !strings.HasPrefix(got, "<Alarm|") || !strings.Contains(got, "|Pn:E") {
		t.Error(got)
	}
	if got := r.ask("\x18", time.Second); got != "" {
		t.Errorf("reset while the stop is held: %q", got)
	}
	r.World().ReleaseStop()
	if got := r.ask("\x18", time.Second); got != "GrblHAL 1.1f ['$' or '$HELP' for help] / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
	r.expect("G0X-5", "error:9")
}

// TestFluidNC: what a host reads of FluidNC that differs from GRBL 1.1.
func TestFluidNC(t *testing.T) {
	r := newRig(t, Options{Flavour: FluidNC})
	if got := r.after(time.Second); got != "Grbl 4.0 [FluidNC v4.0.1 (esp32-wifi) '$' for help] / [MSG:INFO: ALARM: Unhomed] / ALARM:14" {
		t.Error(got)
	}
	if got := r.ask("$I", time.Second); !strings.HasPrefix(got, "[VER:4.0 FluidNC v4.0.1") || !strings.Contains(got, "[MSG:INFO: Machine:") {
		t.Error(got)
	}
	got := r.ask("$$", time.Second)
	if !strings.HasPrefix(got, "$10=1 / $20=1 / $21=1 / $22=1 / $23=0 / $30=1000 / $32=0 / $100=") || strings.Contains(got, "$1=") || strings.Contains(got, "$13=") {
		t.Error(got)
	}
	r.expect("$1=255", "error:3")
	r.expect("$10=3", "ok")
	if got := r.ask("$H", 2*time.Minute); got != "ok" {
		t.Error(got)
	}
	r.HitLimit(X, 50*time.Millisecond)
	if got := r.after(2 * time.Second); got != "[MSG:INFO: ALARM: Hard Limit] / ALARM:1 / [MSG:ERR: Reset to continue]" {
		t.Error(got)
	}
	if got := r.ask("?", time.Second); !strings.HasPrefix(got, "<Alarm|") {
		t.Error(got)
	}
}

// TestFlavourNames: each is found by its name.
func TestFlavourNames(t *testing.T) {
	for _, want := range []Flavour{GRBL, GrblHAL, FluidNC} {
		var f Flavour
		text, _ := want.MarshalText()
		if err := f.UnmarshalText(text); err != nil || f != want {
			t.Error(f, want, err)
		}
	}
	if err := new(Flavour).UnmarshalText([]byte("smoothie")); err == nil {
		t.Error("smoothie is taken")
	}
}
