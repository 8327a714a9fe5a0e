package calib

import "time"

// What makes a point suspicious in play.
const (
	// span is the time over which changes of a point are counted, and spans how
	// many of those in a row must have had restless or more. A hand that puts a
	// stone down and takes it off makes two.
	span     = 10 * time.Second
	spans    = 3
	restless = 4
	// fixed is for how long a point may disagree with the game without a change
	// while the people at the board do something else, busy how many other changes
	// show that, and still the same where nothing else happens either.
	fixed = 20 * time.Second
	busy  = 3
	still = time.Minute
)

// Watch looks for points that go wrong in play. It takes what the filter says,
// by the board's numbers; all times are those that are passed in. It is not safe
// for concurrent use.
type Watch struct {
	points  []watched
	begun   time.Time // the present span
	changes int       // of all points, ever
}

type watched struct {
	last    time.Time // when it last changed
	before  int       // changes of all points when it did
	count   int       // its changes in the present span
	running int       // spans in a row that had too many
}

// NewWatch returns a watch over a board of so many points, which begins now.
func NewWatch(now time.Time, points int) *Watch {
	w := &Watch{points: make([]watched, points), begun: now}
	for p := range w.points {
		w.points[p].last = now
	}
	return w
}

// Changed takes the points that have changed. It returns the points that flicker:
// those that have changed more often, for half a minute, than hands do.
func (w *Watch) Changed(now time.Time, points []int) (flicker []int) {
	if over := now.Sub(w.begun) / span; over > 0 {
		if w.begun = w.begun.Add(span); over > 1 {
			w.begun = now // nothing came for long
		}
		for p := range w.points {
			g := &w.points[p]
			if over == 1 && g.count >= restless {
				g.running++
			} else { // of several spans that are over, nothing has changed in the last
				g.running = 0
			}
			g.count = 0
		}
	}
	for _, p := range points {
		if p < 0 || p >= len(w.points) {
			continue
		}
		w.changes++
		g := &w.points[p]
		g.last, g.before = now, w.changes
		g.count++
		if g.running >= spans-1 && g.count >= restless {
			flicker = append(flicker, p)
		}
	}
	return flicker
}

// Fixed reports whether a point that disagrees with the game since a time seems to
// be stuck, and if not, when it will be if nothing changes.
func (w *Watch) Fixed(now time.Time, p int, since time.Time) (bool, time.Time) {
	if p < 0 || p >= len(w.points) {
		return false, time.Time{}
	}
	g := &w.points[p]
	if g.last.After(since) {
		since = g.last
	}
	wait := still
	if w.changes-g.before >= busy {
		wait = fixed
	}
	due := since.Add(wait)
	return !now.Before(due), due
}

// How a point is judged by the readings while a stone lies on it.
const (
	// gap is how long a stone may go unread and still be the same stone's visit.
	gap = 300 * time.Millisecond
	// rattle is for how long at its beginning a visit is not counted: stones bounce.
	rattle = 150 * time.Millisecond
	// judged is how many readings a visit must have to tell how good a point is.
	judged = 25
	// good is the share of readings, in percent, in which a point must see a stone
	// that lies there, if it is to be relied on: votes of 3 in 5 outvote one in five.
	good = 80
	// A point that has changed looseChanges times, never looseRest after the time before,
	// does so by itself: a stone that is put there and taken off makes two, or four
	// where the point cannot be read between.
	looseChanges = 24
	looseRest    = time.Minute
)

// tally is what a point has shown so far.
type tally struct {
	empty, stone bool // it has shown this, settled

	changes int       // as settled, without looseRest between two of them
	changed time.Time // the last of them

	visiting    bool
	first, last time.Time // of the visit: readings with a stone
	hits, all   int       // readings of the visit: with the stone, and altogether
	missed      int       // readings without it since the last one with it
	share       int       // the best share that a visit had, percent; meaningless before known
	known       bool
}

// take takes a reading. It reports whether the point is judged otherwise than
// before.
func (t *tally) take(now time.Time, on bool) bool {
	switch {
	case on && !t.visiting:
		*t = tally{empty: t.empty, stone: t.stone, changes: t.changes, changed: t.changed, share: t.share, known: t.known, visiting: true, first: now, last: now}
		return false
	case !t.visiting:
		return false
	case !on && now.Sub(t.last) > gap:
		t.visiting = false
		return false
	case now.Sub(t.first) < rattle:
		if on {
			t.last = now
		}
		return false
	case !on:
		t.missed++
		return false
	}
	t.hits, t.all, t.missed = t.hits+1, t.all+t.missed+1, 0
	t.last = now
	if t.all < judged {
		return false
	}
	before, was := t.share, t.known
	if share := 100 * t.hits / t.all; !t.known || share > t.share {
		t.share, t.known = share, true
	}
	return t.known && (!was || t.share >= good != (before >= good))
}

// passes reports whether the point has shown both a stone and none.
func (t *tally) passes() bool { return t.empty && t.stone }

// weak reports whether the point loses stones that lie there, or is loose.
func (t *tally) weak() bool { return t.known && t.share < good || t.loose() }

// change notes that the point has changed, as settled.
func (t *tally) change(now time.Time) {
	if now.Sub(t.changed) > looseRest {
		t.changes = 0
	}
	t.changes, t.changed = t.changes+1, now
}

// loose reports whether the point changes by itself, as that of a loose contact.
func (t *tally) loose() bool { return t.changes >= looseChanges }
