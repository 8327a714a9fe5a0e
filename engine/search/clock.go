package search

import (
	"sync/atomic"
	"time"
)

// clock says when a search is over. It looks at the time every few nodes only.
type clock struct {
	now    func() time.Time
	start  time.Time
	done   <-chan struct{}
	limits Limits
	nodes  uint64 // turns put on the board so far, by all parts of the search
	over   bool
	seen   time.Time     // when it looked last
	lag    time.Duration // the longest that a look was late of late: the machine had other work
	stop   *atomic.Bool  // set when the threads that this one helps are done; nil for the first thread
	once   bool          // one iteration only, the deepest
}

// lookEvery is how many nodes pass between two looks at the time. At 300,000
// nodes a second that is one every 0.1 ms, and with shapes for candidates, the
// slowest there is at some 5,000 (docs/study.md), one every 6 ms.
const lookEvery = 32

// tick reports whether the search is over; if it is not, it counts a node.
func (c *clock) tick() bool {
	if c.over || c.limits.Nodes > 0 && c.nodes >= c.limits.Nodes {
		c.over = true
		return true
	}
	c.nodes++
	if c.nodes%lookEvery == 0 {
		c.look()
	}
	return c.over
}

// look asks the clock and the context.
func (c *clock) look() bool {
	select {
	case <-c.done:
		c.over = true
	default:
	}
	if c.stop != nil && c.stop.Load() {
		c.over = true
	}
	if c.limits.Hard > 0 && c.late() {
		c.over = true
	}
	return c.over
}

// late reports whether the hard limit is reached, or will be before the clock
// can be relied on to look again. Where other programs want the cores too, the
// system halts a thread for many milliseconds at any moment; pauses that have
// been seen are to be expected again.
func (c *clock) late() bool {
	now := c.now()
	pause := now.Sub(c.seen)
	c.seen = now
	if pause > c.lag {
		c.lag = min(pause, mostLag, c.limits.Hard/mostLagPart)
	} else {
		c.lag -= (c.lag - pause) / lagFades
	}
	return now.Sub(c.start)+c.lag >= c.limits.Hard
}

const (
	mostLag     = 40 * time.Millisecond
	mostLagPart = 4    // of the limit, at most one of so many parts is lost to pauses
	lagFades    = 4096 // looks until a pause is forgotten, about
)

// timed reports whether time is short: whether an answer that comes early is
// worth something.
func (c *clock) timed() bool { return c.limits.Hard > 0 || c.limits.Soft > 0 }

// enough reports whether no new iteration should begin.
func (c *clock) enough() bool {
	return c.over || c.limits.Soft > 0 && c.elapsed() >= c.limits.Soft
}

func (c *clock) elapsed() time.Duration { return c.now().Sub(c.start) }

// share makes sub a clock for 1/part of what the limits still leave of time and
// nodes. Using it up does not end the search; rejoin takes it back.
func (c *clock) share(sub *clock, part int) {
	*sub = *c
	if c.limits.Hard > 0 {
		left := c.limits.Hard - c.elapsed()
		sub.limits.Hard = max(1, sub.limits.Hard-left+left/time.Duration(part))
	}
	if c.limits.Nodes > 0 {
		sub.limits.Nodes = max(1, c.nodes+(c.limits.Nodes-c.nodes)/uint64(part))
	}
}

// rejoin counts in what a share has used.
func (c *clock) rejoin(sub *clock) {
	c.nodes = sub.nodes
	c.look()
}
