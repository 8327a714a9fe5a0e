package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress is a bar with the time left, for a person who waits at a terminal. It appears
// after a second, so that what is quick shows none, and goes when the work is done.
type progress struct {
	out    io.Writer // nil: nobody watches
	now    func() time.Time
	mu     sync.Mutex // guards what follows
	began  time.Time
	drawn  time.Time // zero: not yet
	closed bool
}

// The bar appears, and changes, no sooner than this.
const (
	barAfter = time.Second
	barEvery = 100 * time.Millisecond
	barWidth = 20
)

// newProgress begins; there is no bar where quiet says so or std.err is no terminal.
func newProgress(std stdio, quiet bool) *progress {
	p := &progress{now: time.Now}
	if !quiet && isTerminal(std.err) {
		p.out = std.err
	}
	p.began = p.now()
	return p
}

// show says how much of all is done, and a few words about it; all is 0 where nobody
// knows.
func (p *progress) show(done, all int, about string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.out == nil || p.closed || now.Sub(p.began) < barAfter || now.Sub(p.drawn) < barEvery && done < all {
		return
	}
	p.drawn = now
	spent := now.Sub(p.began)
	line := shortTime(spent) + " " + about
	if all > 0 {
		done = max(0, min(done, all))
		full := barWidth * done / all
		line = fmt.Sprintf("[%s%s] %3d %%  %s", strings.Repeat("#", full), strings.Repeat("-", barWidth-full), 100*done/all, about)
		if done > 0 {
			line += fmt.Sprintf(", %s left", shortTime(time.Duration(float64(spent)/float64(done)*float64(all-done))))
		}
	}
	fmt.Fprintf(p.out, "\r%.79s\x1b[K", line)
}

// clear takes the bar away until there is more to show.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.drawn.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// end takes the bar away for good.
func (p *progress) end() {
	p.clear()
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
}

// during shows how the time of something goes by that says nothing of itself, until stop
// is called; limit is when it ends at the latest, 0 where nobody knows.
func (p *progress) during(limit time.Duration, about string) (stop func()) {
	if p.out == nil {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.Tick(barEvery)
		for {
			select {
			case <-done:
				return
			case <-tick:
				p.show(int(p.now().Sub(p.began)/time.Millisecond), int(limit/time.Millisecond), about)
			}
		}
	}()
	return func() {
		close(done)
		<-gone
		p.end()
	}
}

// shortTime is a time as people write it: 0:05, 12:00, 3:20:00.
func shortTime(d time.Duration) string {
	s := int(d.Round(time.Second) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
