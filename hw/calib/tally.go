package calib

import "time"

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
)

// tally is what a point has shown so far.
type tally struct {
	empty, stone bool // it has shown this, settled

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
		*t = tally{empty: t.empty, stone: t.stone, share: t.share, known: t.known, visiting: true, first: now, last: now}
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

// weak reports whether the point loses stones that lie there.
func (t *tally) weak() bool { return t.known && t.share < good }
