// Package attempts slows down who tries passwords, so that nobody finds one and nobody
// keeps others out.
package attempts

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"
)

const (
	// Pause is how long a wrong password or PIN holds up the next attempt in the same
	// line. A PIN is short: there the pause doubles after every wrongFew, up to Slow.
	Pause = 500 * time.Millisecond
	Slow  = 2 * time.Second

	wrongFew = 5
	// forgetTime is how long wrong ones are remembered, and mostWrong of how many lines.
	forgetTime = 10 * time.Minute
	mostWrong  = 1024
	// lineLength is how many attempts wait in one line.
	lineLength = 16
)

// Lines are the queues in which passwords and PINs are tried. Each address has a line of its
// own, and so has each browser that has logged in before, in which one attempt is
// answered after the other: nobody waits for the wrong ones of another.
type Lines struct {
	clock func() time.Time

	mu    sync.Mutex // guards what follows
	lines map[string]*line
	wrong map[string]failures
}

// line is a queue of attempts; it lives as long as somebody stands in it.
type line struct {
	turn chan struct{} // held by the one that is being answered
	here int
}

// failures are the wrong attempts of one line.
type failures struct {
	n    int
	last time.Time
}

// New returns empty lines. The clock says when wrong ones are forgotten.
func New(clock func() time.Time) *Lines {
	return &Lines{clock: clock, lines: map[string]*line{}, wrong: map[string]failures{}}
}

// ErrFull is that too many attempts are waiting in a line.
var ErrFull = errors.New("too many attempts are waiting")

// Try waits for a turn in a line and then judges an attempt by ok. A wrong one is
// answered late, after most at the latest, and so is the next one. The error is [ErrFull]
// or the context's.
func (a *Lines) Try(ctx context.Context, name string, most time.Duration, ok func() bool) (bool, error) {
	a.mu.Lock()
	l := a.lines[name]
	if l == nil {
		l = &line{turn: make(chan struct{}, 1)}
		a.lines[name] = l
	}
	if l.here >= lineLength {
		a.mu.Unlock()
		return false, ErrFull
	}
	l.here++
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if l.here--; l.here == 0 {
			delete(a.lines, name)
		}
	}()
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if ok() {
		a.mu.Lock()
		delete(a.wrong, name)
		a.mu.Unlock()
		return true, nil
	}
	// A client that hangs up holds the line all the same.
	time.Sleep(min(most, a.pause(name)))
	return false, nil
}

// pause counts a wrong attempt and returns what it costs.
func (a *Lines) pause(name string) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.clock()
	f := a.wrong[name]
	if now.Sub(f.last) > forgetTime {
		f.n = 0
	}
	if _, known := a.wrong[name]; !known && len(a.wrong) >= mostWrong {
		for old := range a.wrong { // any one
			delete(a.wrong, old)
			break
		}
	}
	f = failures{f.n + 1, now}
	a.wrong[name] = f
	return min(Slow, Pause<<min(8, (f.n-1)/wrongFew))
}

// Network is whose line an address belongs to: its own, or with IPv6 that of the network of
// 64 bits that one customer of a provider is given (RFC 6177).
func Network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // the zero Prefix for the zero Addr
	return p
}
