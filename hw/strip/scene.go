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
