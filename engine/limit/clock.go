package limit

import (
	"context"
	"sync/atomic"
	"time"
)

// Clock counts the nodes of one search and says when it is over. It looks at the
// time every few nodes only. The zero Clock has no limits; [Clock.Start] sets
// them.
type Clock struct {
	// Limits are those of the search. A search may set Depth.
	Limits Limits
	Nodes  uint64 // counted so far, by all parts of the search
	Over   bool   // the search is over; it stays so

	now   func() time.Time
	start time.Time
	done  <-chan struct{}
	seen  time.Time     // when it looked last
	lag   time.Duration // by how much looks have been late recently: the machine had other work
	stop  *atomic.Bool  // ends a worker's search; nil for the first thread
}

// LookEvery is how many nodes pass between two looks at the time. At 300,000
// nodes a second that is one every 0.1 ms, and with shapes for candidates, the
// slowest there is at some 5,000 (docs/study.md), one every 6 ms.
const LookEvery = 32

// Start begins a search that ends at its limits or with ctx. now is the only
// source of time. How late the last search's looks were is what to expect of this
// one's.
func (c *Clock) Start(ctx context.Context, l Limits, now func() time.Time) {
	*c = Clock{Limits: l, now: now, start: now(), done: ctx.Done(), lag: min(c.lag, l.Hard/maxLagPart)}
	c.seen = c.start
}

// Tick reports whether the search is over; if it is not, it counts a node.
func (c *Clock) Tick() bool {
	if c.Over || c.Limits.Nodes > 0 && c.Nodes >= c.Limits.Nodes {
		c.Over = true
		return true
	}
	c.Nodes++
	if c.Nodes%LookEvery == 0 {
		c.Look()
	}
	return c.Over
}

// Look asks the time and the context whether the search is over.
func (c *Clock) Look() bool {
	select {
	case <-c.done:
		c.Over = true
	default:
	}
	if c.stop != nil && c.stop.Load() || c.Limits.Hard > 0 && c.late() {
		c.Over = true
	}
	return c.Over
}

// late reports whether the hard limit is reached, or will be before the clock
// can be relied on to look again. Where other programs want the cores too, the
// system halts a thread for many milliseconds at any moment; pauses that have
// been seen are to be expected again.
func (c *Clock) late() bool {
	now := c.now()
	pause := now.Sub(c.seen)
	c.seen = now
	if pause > c.lag {
		c.lag = min(pause, maxLag, c.Limits.Hard/maxLagPart)
	} else {
		c.lag -= (c.lag - pause) / lagFades
	}
	return now.Sub(c.start)+c.lag >= c.Limits.Hard
}

const (
	maxLag     = 40 * time.Millisecond
	maxLagPart = 4    // of the limit, at most one of so many parts is lost to pauses
	lagFades   = 4096 // looks until a pause is forgotten, about
)

// Timed reports whether time is short: whether an answer that comes early is
// worth something.
func (c *Clock) Timed() bool { return c.Limits.Hard > 0 || c.Limits.Soft > 0 }

// Enough reports whether no new iteration should begin.
func (c *Clock) Enough() bool {
	return c.Over || c.Limits.Soft > 0 && c.Elapsed() >= c.Limits.Soft
}

// Elapsed returns the time since the search began.
func (c *Clock) Elapsed() time.Duration { return c.now().Sub(c.start) }

// Share makes sub a clock for 1/part of what the limits still leave of time and
// nodes. Using it up does not end the search; Rejoin takes it back.
func (c *Clock) Share(sub *Clock, part int) {
	*sub = *c
	if c.Limits.Hard > 0 {
		left := c.Limits.Hard - c.Elapsed()
		sub.Limits.Hard = max(1, sub.Limits.Hard-left+left/time.Duration(part))
	}
	if c.Limits.Nodes > 0 {
		sub.Limits.Nodes = max(1, c.Nodes+(c.Limits.Nodes-c.Nodes)/uint64(part))
	}
}

// Rejoin counts in what a share has used.
func (c *Clock) Rejoin(sub *Clock) {
	c.Nodes = sub.Nodes
	c.Look()
}

// Helper makes sub the clock of a worker that searches until stop is set, or c's
// time is up.
func (c *Clock) Helper(sub *Clock, stop *atomic.Bool) {
	*sub = *c
	sub.stop, sub.Limits.Nodes, sub.Nodes = stop, 0, 0
}
