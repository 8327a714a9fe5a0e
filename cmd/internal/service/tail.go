package service

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// Bounds of what a [Tail] remembers.
const (
	tailLines = 400
	tailBytes = 400 // of one line
)

// Line is a line of the log, for people.
type Line struct {
	At    time.Time
	Level slog.Level
	Text  string // the message, and what belongs to it as name=value
}

// Tail remembers the last lines of a log, from information upwards, in memory.
type Tail struct {
	mu    sync.Mutex // guards lines
	lines []Line     // the earliest first
}

// Lines returns the last lines, the earliest first.
func (t *Tail) Lines() []Line {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.lines)
}

func (t *Tail) add(l Line) {
	if len(l.Text) > tailBytes {
		l.Text = strings.ToValidUTF8(l.Text[:tailBytes], "") + "..."
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		t.lines = slices.Delete(t.lines, 0, 1)
	}
	t.lines = append(t.lines, l)
}

// Watch returns a logger that writes where log does, and whose lines t remembers.
func (t *Tail) Watch(log *slog.Logger) *slog.Logger {
	return slog.New(tailed{log.Handler(), t, ""})
}

// tailed hands lines on, and remembers them.
type tailed struct {
	slog.Handler
	tail  *Tail
	attrs string // of the logger, as they are written
}

// Handle implements [slog.Handler].
func (h tailed) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelInfo {
		var b strings.Builder
		b.WriteString(r.Message + h.attrs)
		r.Attrs(func(a slog.Attr) bool {
			fmt.Fprintf(&b, " %s=%v", a.Key, a.Value)
			return true
		})
		h.tail.add(Line{r.Time, r.Level, strings.ReplaceAll(b.String(), "\n", " ")})
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (h tailed) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		h.attrs += fmt.Sprintf(" %s=%v", a.Key, a.Value)
	}
	h.Handler = h.Handler.WithAttrs(attrs)
	return h
}

// WithGroup implements [slog.Handler].
func (h tailed) WithGroup(name string) slog.Handler {
	h.Handler = h.Handler.WithGroup(name)
	return h
}
