package library

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"stonehand/engine/weiqi/joseki"
	"stonehand/hw"
)

const (
	// countAgain is how often it is looked whether the folder has changed, while people ask.
	countAgain = 10 * time.Second
	// countKept is how long the counts, which take up to 20 MB, are kept unasked for.
	countKept = 10 * time.Minute
)

// Counter counts the moves of a shelf's games of Go, in the background, while people ask
// for them. Its methods are safe for concurrent use.
type Counter struct {
	shelf *Shelf
	wake  chan struct{} // has a token when somebody has asked

	mu      sync.Mutex // guards what follows
	records *joseki.Records
	done    bool // the folder was counted since it was asked first
}

// NewCounter returns a counter of a shelf's games; nil for no shelf, which has none.
func NewCounter(s *Shelf) *Counter {
	if s == nil {
		return nil
	}
	return &Counter{shelf: s, wake: make(chan struct{}, 1)}
}

// Records returns the counts as they are, nil for none yet. Counting says that they are
// being made.
func (c *Counter) Records() (r *joseki.Records, counting bool) {
	if c == nil {
		return nil, false
	}
	c.mu.Lock()
	r, counting = c.records, !c.done
	c.mu.Unlock()
	hw.Ring(c.wake)
	return r, counting
}

// Run counts until ctx ends.
func (c *Counter) Run(ctx context.Context, log *slog.Logger) {
	if c == nil {
		return
	}
	var of map[string]file
	for {
		var idle <-chan time.Time
		if of != nil {
			idle = time.After(countKept)
		}
		select {
		case <-ctx.Done():
			return
		case <-idle:
			of = nil
			c.keep(nil, false)
			continue
		case <-c.wake:
		}
		x, err := c.shelf.Index(ctx)
		if err == nil && (of == nil || !maps.EqualFunc(of, x.files, file.same)) {
			var r *joseki.Records
			if r, _, err = Moves(ctx, Folder(c.shelf.dir)); err == nil {
				of = x.files
				c.keep(r, true)
			}
		}
		if err != nil && ctx.Err() == nil {
			log.Warn("the moves of the library's games cannot be counted", "err", err)
			c.keep(nil, true)
		}
		hw.Sleep(ctx, countAgain)
	}
}

// same reports whether a file is as it was.
func (f file) same(g file) bool { return f.size == g.size && f.changed.Equal(g.changed) }

func (c *Counter) keep(r *joseki.Records, done bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.records, c.done = r, done
}
