package strip

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/hw"
)

// on says what firmware-protocol's table says of a rhythm, in its own words, for
// a part of the period from 0 to 1.
func on(r hw.Rhythm, part float64, step int) (first, second bool) {
	switch r {
	case hw.Steady, hw.Once:
		return true, false
	case hw.Pulse:
		return part < 0.3, false
	case hw.Fast:
		return part < 0.5, false
	case hw.Alternate:
		return part < 0.5, part >= 0.5
	case hw.Twice:
		return part < 1.0/8 || part >= 2.0/8 && part < 3.0/8, false
	case hw.Chase:
		part = math.Mod(part-float64(step)/6+1+1e-9, 1)
		return part < 1.0/3, false
	}
	return false, false
}

func TestRhythms(t *testing.T) {
	for s := hw.Off; s < signals; s++ {
		l := s.Look()
		for at := time.Duration(0); at < 3*l.Period; at += 7 * time.Millisecond {
			for step := range 6 {
				v, alt := level(l, at, step)
				part := float64(at%l.Period) / float64(l.Period)
				if l.Rhythm == hw.Breathe {
					want := int(510 * min(part, 1-part))
					if v < want-1 || v > want+1 || alt {
						t.Fatalf("%d at %v: %d, want %d", s, at, v, want)
					}
					continue
				}
				first, second := on(l.Rhythm, part, step)
				if (v > 0) != (first || second) || v > 0 && alt != second {
					t.Fatalf("%d at %v, step %d: %d, %v; want %v, %v", s, at, step, v, alt, first, second)
				}
			}
		}
	}
	if signals.Valid() || !(signals - 1).Valid() {
		t.Error("there are other signals than this package knows")
	}
}

// What wait says is when the light changes next, and not before.
func TestWait(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := hw.Signal(rapid.IntRange(0, int(signals)-1).Draw(t, "signal")).Look()
		at := time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "at"))
		step := rapid.IntRange(0, 5).Draw(t, "step")
		v, alt := level(l, at, step)
		d := wait(l, at, step, breath)
		switch l.Rhythm {
		case hw.Dark, hw.Steady, hw.Once:
			if d != 0 {
				t.Fatalf("a light that stays waits for %v", d)
			}
			return
		case hw.Breathe:
			if d <= 0 || d > breath {
				t.Fatalf("waits for %v", d)
			}
			return
		}
		if d <= 0 || d > l.Period {
			t.Fatalf("waits for %v of %v", d, l.Period)
		}
		for _, k := range []time.Duration{1, d / 3, d / 2, d - 1} {
			if k >= d {
				continue
			}
			if v2, alt2 := level(l, at+k, step); v2 != v || alt2 != alt {
				t.Fatalf("changes within %v, after %v", d, k)
			}
		}
		if v2, alt2 := level(l, at+d, step); v2 == v && alt2 == alt {
			t.Fatalf("does not change after %v", d)
		}
	})
}
