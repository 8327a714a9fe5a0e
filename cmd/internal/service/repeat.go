package service

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// The bounds of a line that comes again and again, as from a board that restarts in
// a loop.
const (
	repeatWithin = time.Minute // counted together
	repeatMost   = 10          // written in that time; the others are counted
	repeatKinds  = 256         // lines counted at a time
)

// repeats hands lines on, and counts those that come too often. A line is the same
// again if level, message, logger and the "device" in it are. Debug lines are
// somebody's wish and are all handed on.
type repeats struct {
	slog.Handler
	prefix string // what the logger adds to every line
	counts *counts
}

// counts are shared by all loggers that come from one.
type counts struct {
	mu sync.Mutex
	of map[string]*repeated // guarded by mu
}

// repeated is one line that is counted.
type repeated struct {
	n    int         // in this time
	last slog.Record // that was not written
	next slog.Handler
}

func newRepeats(h slog.Handler) repeats {
	return repeats{Handler: h, counts: &counts{of: map[string]*repeated{}}}
}

// Handle implements [slog.Handler].
func (h repeats) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelInfo && !h.counts.first(h, r) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// first counts a line and reports whether it is one of the first, to be written.
func (c *counts) first(h repeats, r slog.Record) bool {
	key := fmt.Sprint(r.Level, "\x00", h.prefix, "\x00", r.Message)
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "device" {
			key += "\x00" + a.Value.String()
		}
		return true
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.of[key]
	if line == nil {
		if len(c.of) == repeatKinds {
			return true // hundreds of different lines are no repeats
		}
		line = &repeated{next: h.Handler}
		c.of[key] = line
		time.AfterFunc(repeatWithin, func() { c.sum(key) })
	}
	if line.n++; line.n <= repeatMost {
		return true
	}
	line.last = r.Clone()
	return false
}

// sum ends the count of a line, and writes it if some were left out.
func (c *counts) sum(key string) {
	c.mu.Lock()
	line := c.of[key]
	delete(c.of, key)
	c.mu.Unlock()
	if line.n <= repeatMost {
		return
	}
	line.last.Message = fmt.Sprintf("%s: %d times in the last minute, this time the last", line.last.Message, line.n)
	_ = line.next.Handle(context.Background(), line.last) // as for slog itself: a log that fails has no log
}

// WithAttrs implements [slog.Handler].
func (h repeats) WithAttrs(attrs []slog.Attr) slog.Handler {
	return repeats{h.Handler.WithAttrs(attrs), h.prefix + fmt.Sprint(attrs), h.counts}
}

// WithGroup implements [slog.Handler].
func (h repeats) WithGroup(name string) slog.Handler {
	return repeats{h.Handler.WithGroup(name), h.prefix + name + ".", h.counts}
}
