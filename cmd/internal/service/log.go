package service

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
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
