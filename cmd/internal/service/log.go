package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"
)

// NewLog returns a logger that writes to w, which is standard error in the
// daemon, as text or as JSON. Under systemd (JOURNAL_STREAM is set) each line
// begins with its priority, which "journalctl -p warning" selects by, and has no
// time, since the journal keeps its own (sd-daemon(3)). A line that comes again and
// again is written ten times a minute at most, and then once with how often it came.
func NewLog(w io.Writer, level slog.Leveler, json bool) *slog.Logger {
	inJournal := os.Getenv("JOURNAL_STREAM") != ""
	o := slog.HandlerOptions{Level: level}
	if inJournal {
		o.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
	}
	handler := func(w io.Writer) slog.Handler {
		if json {
			return slog.NewJSONHandler(w, &o)
		}
		return slog.NewTextHandler(w, &o)
	}
	if !inJournal {
		return slog.New(newRepeats(handler(w)))
	}
	var p byPriority
	var mu sync.Mutex
	for i, prefix := range priorities {
		p[i] = handler(prefixed{&mu, w, prefix})
	}
	return slog.New(newRepeats(p))
}

// priorities are syslog's for debug, info, warning and error (RFC 5424, table
// 2), as sd-daemon(3) writes them.
var priorities = [4]string{"<7>", "<6>", "<4>", "<3>"}

// byPriority holds one handler for each of the priorities.
type byPriority [len(priorities)]slog.Handler

// of returns the handler for a level.
func (p byPriority) of(l slog.Level) slog.Handler {
	switch {
	case l < slog.LevelInfo:
		return p[0]
	case l < slog.LevelWarn:
		return p[1]
	case l < slog.LevelError:
		return p[2]
	}
	return p[3]
}

// Enabled implements [slog.Handler].
func (p byPriority) Enabled(ctx context.Context, l slog.Level) bool { return p.of(l).Enabled(ctx, l) }

// Handle implements [slog.Handler].
func (p byPriority) Handle(ctx context.Context, r slog.Record) error {
	return p.of(r.Level).Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (p byPriority) WithAttrs(attrs []slog.Attr) slog.Handler {
	for i, h := range p {
		p[i] = h.WithAttrs(attrs)
	}
	return p
}

// WithGroup implements [slog.Handler].
func (p byPriority) WithGroup(name string) slog.Handler {
	for i, h := range p {
		p[i] = h.WithGroup(name)
	}
	return p
}

// prefixed writes a prefix before every write, which is a line.
type prefixed struct {
	mu     *sync.Mutex // shared by all that write to w
	w      io.Writer
	prefix string
}

// Write implements [io.Writer].
func (p prefixed) Write(line []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, err := p.w.Write(append([]byte(p.prefix), line...))
	return max(0, n-len(p.prefix)), err
}

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
