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
	for !now.Before(w.begun.Add(span)) {
		w.begun = w.begun.Add(span)
		for p := range w.points {
			g := &w.points[p]
			if g.count >= restless {
				g.running++
			} else {
				g.running = 0
			}
			g.count = 0
		}
		if now.Sub(w.begun) > spans*span { // nothing came for long
			w.begun = now
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
