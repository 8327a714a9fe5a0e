package matrix

import (
	"log/slog"
	"time"

	"stonehand/hw"
)

const (
	// noteAfter is in how many readings in a row a part must be wrong before
	// people are told: a single failure is retried and means nothing.
	noteAfter = 3
	// noteEvery is how often the same fault is told of at most.
	noteEvery = 10 * time.Second
	// hiccups within hiccupTime are told of: a connection that fails so often is
	// about to fail for good.
	hiccups    = 3
	hiccupTime = 2 * time.Second
)

// notes collects what is wrong with parts of a board while it is read, and what
// of that is to be told.
type notes struct {
	device string
	log    *slog.Logger
	now    time.Time
	parts  map[string]*note
	again  map[string]*hiccup
	due    []*hw.Fault
}

// hiccup is something that goes wrong now and then and mends by itself.
type hiccup struct {
	since time.Time // the first of those that are counted
	count int
	told  time.Time
}

type note struct {
	what  error
	count int       // readings in a row
	fresh bool      // in the present one too
	told  time.Time // zero: never
}

func newNotes(device string, log *slog.Logger) *notes {
	return &notes{device: device, log: log, parts: map[string]*note{}, again: map[string]*hiccup{}}
}

// begin begins a reading.
func (n *notes) begin(now time.Time) {
	n.now = now
	for _, p := range n.parts {
		p.fresh = false
	}
}

// part notes that a part, named by key, is wrong in this reading.
func (n *notes) part(key string, what error) {
	p := n.parts[key]
	if p == nil {
		p = &note{}
		n.parts[key] = p
	}
	if !p.fresh {
		p.count++
	}
	p.what, p.fresh = what, true
	if p.count >= noteAfter && (p.told.IsZero() || n.now.Sub(p.told) >= noteEvery) {
		p.told = n.now
		n.event(what)
	}
}

// often notes that something went wrong and mended by itself. It is told when it
// happens often.
func (n *notes) often(key string, what error) {
	h := n.again[key]
	if h == nil {
		h = &hiccup{}
		n.again[key] = h
	}
	if n.now.Sub(h.since) > hiccupTime {
		h.since, h.count = n.now, 0
	}
	if h.count++; h.count >= hiccups && (h.told.IsZero() || n.now.Sub(h.told) >= noteEvery) {
		h.told = n.now
		n.event(what)
	}
}

// event notes something that happened once.
func (n *notes) event(what error) {
	f := hw.FaultOf(n.now, n.device, what)
	n.due = append(n.due, &f)
}

// end ends a reading and returns the faults to be told.
func (n *notes) end() []*hw.Fault {
	for key, p := range n.parts {
		if p.fresh {
			continue
		}
		if !p.told.IsZero() {
			n.log.Info("fault is over", "fault", p.what)
		}
		delete(n.parts, key)
	}
	due := n.due
	n.due = nil
	return due
}
