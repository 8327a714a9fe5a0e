package strip

import (
	"time"

	"stonehand/hw"
	"stonehand/hw/wiring"
)

// light is what one LED shows.
type light struct {
	signal hw.Signal
	step   uint8 // the place in a chase, 0 to 5
	spent  bool  // it showed once, and is dark
	held   bool  // it is on without its rhythm
	slot   bool  // its rhythm began with the scene and not with the strip
}

// shown is the picture that is to be shown, and since when.
type shown struct {
	points []hw.Signal
	edge   hw.Signal
	number uint64      // counts the pictures; 0: there is none
	since  time.Time   // when the picture last changed
	begun  []time.Time // when each point that shows once began to
	edged  time.Time   // when the edge did
}

// take makes p the picture. It reports whether that changes anything. Points
// beyond what a board has are left out, missing ones are dark.
func (s *shown) take(p hw.Picture, now time.Time) bool {
	changed := s.number == 0
	for i := range s.points {
		next := hw.Off
		if i < len(p.Points) && p.Points[i].Valid() {
			next = p.Points[i]
		}
		if next == s.points[i] {
			continue
		}
		changed = true
		s.points[i], s.begun[i] = next, now
	}
	edge := p.Edge
	if !edge.Valid() {
		edge = hw.Off
	}
	if edge != s.edge {
		changed = true
		s.edge, s.edged = edge, now
	}
	if changed {
		s.since = now
		s.number++
	}
	return changed
}

// once says how a signal that began at begun shows now: whether it is over, and
// if not when it will be; zero for a signal that does not end.
func once(s hw.Signal, begun, now time.Time) (spent bool, over time.Time) {
	l := s.Look()
	if l.Rhythm != hw.Once {
		return false, time.Time{}
	}
	over = begun.Add(l.Period / 2)
	if now.Before(over) {
		return false, over
	}
	return true, time.Time{}
}

// sooner returns the earlier of two times, of which zero is none.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// scene is what all LEDs show for a while.
type scene struct {
	lights []light
	from   time.Time // when it began, for lights of a slot
	until  time.Time // when another follows; zero: with the next picture
}

// layout says what LEDs show.
type layout interface {
	// leds is how many there are.
	leds() int
	// show writes the scene of a picture at a moment into s, whose lights are
	// dark.
	show(p *shown, now time.Time, s *scene)
}

// pointLayout is a strip with lights for every point.
type pointLayout struct {
	chain      []int // for each LED its point or wiring.Unused
	rim        []int // the LEDs of the edge
	corners    [4]int
	hasCorners bool // corner points that are off show the edge
	points     []light
}

func newPointLayout(chain, rim []int, cols, rows int) *pointLayout {
	n := cols * rows
	return &pointLayout{
		chain: chain, rim: rim, hasCorners: len(rim) == 0,
		corners: [4]int{0, cols - 1, n - cols, n - 1}, points: make([]light, n),
	}
}

func (l *pointLayout) leds() int { return len(l.chain) }

// show implements layout.
func (l *pointLayout) show(p *shown, now time.Time, s *scene) {
	chase := 0
	for i, signal := range p.points {
		spent, over := once(signal, p.begun[i], now)
		l.points[i] = light{signal: signal, spent: spent}
		s.until = sooner(s.until, over)
		if signal.Look().Rhythm == hw.Chase {
			l.points[i].step = uint8(chase % 6)
			chase++
		}
	}
	spent, over := once(p.edge, p.edged, now)
	s.until = sooner(s.until, over)
	edge := light{signal: p.edge, spent: spent}
	if l.hasCorners {
		for _, c := range l.corners {
			if l.points[c].signal == hw.Off {
				l.points[c] = edge
			}
		}
	}
	for i, point := range l.chain {
		if point != wiring.Unused {
			s.lights[i] = l.points[point]
		}
	}
	for _, i := range l.rim {
		s.lights[i] = edge
	}
}

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
