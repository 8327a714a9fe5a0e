// Package debounce settles raw readings of a board: a point takes a new value
// when N of its last M frames agree on it. It is pure: it has no clock but the
// times of the frames, starts nothing and waits for nothing.
//
// A stone being put down bounces, a stone at the next point leaks through, a
// line picks up a spike: all of these read wrong for a frame or two and are
// outvoted. N must be more than half of M, so that two values can never both
// have the votes, and a value that loses its majority without another gaining
// one keeps its place.
package debounce

import (
	"fmt"
	"slices"
	"time"

	"stonehand/hw"
)

// MaxWindow is the longest window that New accepts, in frames: more than a
// second at 50 frames a second, past which a board no longer feels alive.
const MaxWindow = 64

// A window of a board at rest holds no frame that differs: with fewer of them
// nothing settles later. A negative length does not compile.
var _ [hw.RestFrames - MaxWindow]struct{}

// never marks places of the window that no frame has filled yet.
const (
	never  = hw.Unknown + 1
	states = int(never) + 1
)

// Observation is the settled picture of a board. Its slices are never changed
// after it was returned and may be kept and shared; its receiver must not
// change them either.
type Observation struct {
	At      time.Time   // of the frame that completed it
	Points  []hw.State  // by point number; Unknown where masked or not yet settled
	Since   []time.Time // by point number: the earliest frame of those that gave the point its value; zero until it has settled
	Changed []int       // points whose value differs from the observation before, ascending; nil if none
}

// Filter settles the frames of one board. It is not safe for concurrent use.
type Filter struct {
	need   int // N
	window int // M
	points int

	ring    []hw.State  // window rows of points readings, the raw past
	times   []time.Time // when each row was read
	next    int         // the row that the next frame replaces
	filled  int         // rows that hold a frame, at most window
	votes   [][states]uint8
	settled []hw.State  // by vote alone, regardless of the mask
	since   []time.Time // of settled
	masked  []bool
	remask  bool // the mask has changed since the last Step

	shown   Observation // what the last Step returned, without Changed
	changed []int       // scratch
}

// New returns a filter for boards of the given number of points, at which a
// value must be read in n of the last m frames. It wants m/2 < n <= m <=
// [MaxWindow]. Every point is Unknown until it has settled for the first time.
func New(points, n, m int) (*Filter, error) {
	switch {
	case points < 1:
		return nil, fmt.Errorf("debounce: a board of %d points cannot be filtered; it needs at least one", points)
	case m < 1 || m > MaxWindow:
		return nil, fmt.Errorf("debounce: a window of %d frames is out of range; use 1 to %d", m, MaxWindow)
	case n > m || 2*n <= m:
		return nil, fmt.Errorf("debounce: %d of %d frames is not a majority; use %d to %d of %d", n, m, m/2+1, m, m)
	}
	f := &Filter{
		need:    n,
		window:  m,
		points:  points,
		ring:    make([]hw.State, points*m),
		times:   make([]time.Time, m),
		votes:   make([][states]uint8, points),
		settled: make([]hw.State, points),
		since:   make([]time.Time, points),
		masked:  make([]bool, points),
		changed: make([]int, 0, points),
	}
	f.Reset()
	return f, nil
}

// Reset forgets every frame, as after a link that was lost: all points are
// Unknown until they settle again. The mask stays.
func (f *Filter) Reset() {
	f.next, f.filled = 0, 0
	for i := range f.ring {
		f.ring[i] = never
	}
	clear(f.times)
	for p := range f.points {
		f.votes[p] = [states]uint8{}
		f.votes[p][never] = uint8(f.window)
		f.settled[p] = hw.Unknown
		f.since[p] = time.Time{}
	}
	f.remask = false
	f.shown = Observation{Points: slices.Repeat([]hw.State{hw.Unknown}, f.points), Since: make([]time.Time, f.points)}
}

// Mask makes exactly the given points read Unknown from the next Step on,
// whatever their sensors say: dead or stuck points that a table plays on
// without. Mask() lifts the mask. A point off the board is an error and leaves
// the mask as it was.
func (f *Filter) Mask(points ...int) error {
	for _, p := range points {
		if p < 0 || p >= f.points {
			return fmt.Errorf("debounce: point %d cannot be masked: the board has points 0 to %d", p, f.points-1)
		}
	}
	clear(f.masked)
	for _, p := range points {
		f.masked[p] = true
	}
	f.remask = true
	return nil
}

// Settled reports whether every point that is not masked has had enough frames
// to settle since New or Reset: until then Unknown may only mean "not yet".
func (f *Filter) Settled() bool { return f.filled >= f.window }

// Step takes the next frame and returns the settled picture, and whether any
// point of it changed. A frame that is too short reads Unknown for the points
// it lacks; what it has too much is ignored. A frame that changes nothing
// allocates nothing.
func (f *Filter) Step(frame hw.Frame) (Observation, bool) {
	row := f.ring[f.next*f.points : (f.next+1)*f.points]
	f.times[f.next] = frame.At
	f.filled = min(f.filled+1, f.window)
	f.changed = f.changed[:0]
	for p, old := range row {
		s := hw.Unknown
		if p < len(frame.Points) {
			s = min(frame.Points[p], hw.Unknown)
		}
		if s == old {
			continue // the votes stay as they are, and so does the winner
		}
		row[p] = s
		v := &f.votes[p]
		v[old]--
		v[s]++
		if int(v[s]) >= f.need && (s != f.settled[p] || f.since[p].IsZero()) {
			f.settled[p] = s
			f.since[p] = f.earliest(p, s)
			f.changed = append(f.changed, p)
		}
	}
	f.next = (f.next + 1) % f.window
	f.shown.At = frame.At
	return f.publish()
}

// earliest returns when the oldest reading of s in p's window was made.
func (f *Filter) earliest(p int, s hw.State) time.Time {
	for i := range f.window {
		k := (f.next + 1 + i) % f.window // the row after the newest is the oldest
		if f.ring[k*f.points+p] == s {
			return f.times[k]
		}
	}
	return f.times[f.next]
}

// publish brings the observation shown up to date with the settled values and
// the mask. It copies the slices once something differs, because those already
// given out must stay as they are.
func (f *Filter) publish() (Observation, bool) {
	if len(f.changed) == 0 && !f.remask {
		return f.shown, false
	}
	points := make([]hw.State, f.points)
	since := make([]time.Time, f.points)
	var changed []int
	for p := range points {
		points[p], since[p] = f.settled[p], f.since[p]
		if f.masked[p] {
			points[p] = hw.Unknown
			if f.shown.Points[p] == hw.Unknown {
				since[p] = f.shown.Since[p]
			} else {
				since[p] = f.shown.At
			}
		}
		if points[p] != f.shown.Points[p] {
			changed = append(changed, p)
		}
	}
	f.remask = false
	f.shown.Points, f.shown.Since = points, since
	o := f.shown
	o.Changed = changed
	return o, changed != nil
}
