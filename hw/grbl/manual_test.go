package grbl

import (
	"strings"
	"testing"
	"testing/synctest"

	"stonehand/hw"
)

func TestTheDoctorSaysWhatPulsesAServoWants(t *testing.T) {
	for _, tt := range []struct {
		make         func() *fake
		kind, pulses string // of grblHAL's $33
		warns        bool
	}{
		{newFake, Servo, "", true}, {newFake, Magnet, "", false},
		{hal, Servo, "5000.0", true}, {hal, Servo, "50.0", false},
		{fluid, Servo, "", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			f, o := tt.make(), usual(t)
			o.Gripper.Kind = tt.kind
			if tt.pulses != "" {
				f.settings[33] = tt.pulses
			}
			arm, err := New(f.dial, o)
			if err != nil {
				t.Fatal(err)
			}
			warned := false
			for _, found := range arm.Examine(t.Context(), "COM") {
				if found.Health == hw.Bad {
					t.Errorf("%s at %q, $33=%s: %+v", tt.kind, f.greeting, tt.pulses, found)
				}
				warned = warned || found.Health == hw.Warn && strings.Contains(found.Text, "50 pulses") && strings.Contains(found.Do, "docs/build/arm.md")
			}
			f.served.Wait()
			if warned != tt.warns {
				t.Errorf("%s at %q, $33=%s: warned %v", tt.kind, f.greeting, tt.pulses, warned)
			}
		})
	}
}

// Who ends work at the arm with the gripper closed leaves no magnet on.
func TestTheEndOpensTheGripper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		arm, err := New(f.dial, usual(t))
		if err != nil {
			t.Fatal(err)
		}
		m, err := arm.Open(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Home(); err != nil {
			t.Fatal(err)
		}
		if err := m.Grip(true); err != nil || !f.magnet {
			t.Fatalf("%v, magnet %v", err, f.magnet)
		}
		resets := f.bytes
		m.Close()
		f.served.Wait()
		if f.magnet || f.bytes != resets || arm.Memory().Moving {
			t.Errorf("magnet %v, moving %v; sent %q", f.magnet, arm.Memory().Moving, f.bytes)
		}
	})
}
