package strip

import (
	"time"

	"stonehand/hw"
)

// A period has this many parts: each rhythm turns on and off at whole ones.
const parts = 120

// How often a light that breathes is drawn. LEDs without a clock line take so long
// for a frame that a new picture would often have to wait for one.
const (
	breath     = 25 * time.Millisecond
	slowBreath = 50 * time.Millisecond
)

// span is when, in parts of a period, a light is on. It may end in the next
// period.
type span struct{ from, to int }

// spans returns when a rhythm of steps is on, for the step-th light of a chase.
func spans(r hw.Rhythm, step int) []span {
	switch r {
	case hw.Pulse:
		return []span{{0, 36}} // three tenths
	case hw.Fast, hw.Alternate:
		return []span{{0, 60}}
	case hw.Twice:
		return []span{{0, 15}, {30, 45}} // two eighths of four
	case hw.Chase:
		from := step % 6 * 20 // each light a sixth later
		return []span{{from, from + 40}}
	}
	return nil
}

// level returns how bright a look is, 0 to 255, when its clock shows at, and
// whether in its other colour. Whether a look that shows once is over is not
// looked at here.
func level(l hw.Look, at time.Duration, step int) (v int, alt bool) {
	switch l.Rhythm {
	case hw.Dark:
		return 0, false
	case hw.Steady, hw.Once:
		return 255, false
	case hw.Breathe:
		half := int(at % l.Period * 510 / l.Period)
		return min(half, 510-half), false
	}
	at %= l.Period
	for _, s := range spans(l.Rhythm, step) {
		// The part of a span that lies in the next period is seen in this one too.
		if begun := (at - s.at(l, s.from) + l.Period) % l.Period; begun < s.at(l, s.to)-s.at(l, s.from) {
			return 255, false
		}
	}
	if l.Rhythm == hw.Alternate {
		return 255, true
	}
	return 0, false
}

// at returns when in a look's period a part begins.
func (span) at(l hw.Look, part int) time.Duration {
	return l.Period * time.Duration(part) / parts
}

// wait returns how long a look stays as it is from when its clock shows at; 0: for
// ever. One that breathes does so for a breath.
func wait(l hw.Look, at time.Duration, step int, breath time.Duration) time.Duration {
	if l.Rhythm == hw.Breathe {
		return breath - at%breath
	}
	least := time.Duration(0)
	for _, s := range spans(l.Rhythm, step) {
		for _, edge := range []int{s.from, s.to} {
			d := (s.at(l, edge)-at%l.Period)%l.Period + l.Period
			if d > l.Period {
				d -= l.Period
			}
			if least == 0 || d < least {
				least = d
			}
		}
	}
	return least
}
