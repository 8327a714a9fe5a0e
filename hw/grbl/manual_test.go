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
