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
	nodes  uint64 // turns tried so far, by all parts of the search
	over   bool
	stop   *atomic.Bool // set when the threads that this one helps are done; nil for the first thread
	once   bool         // one iteration only, the deepest
}

// lookEvery is how many nodes pass between two looks at the time: at 100,000
// nodes a second, a look every 2.5 ms.
const lookEvery = 256

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
	if c.limits.Hard > 0 && c.elapsed() >= c.limits.Hard {
		c.over = true
	}
	return c.over
}

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
