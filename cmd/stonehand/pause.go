package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
)

// pause is where background work stands still while the machine thinks about its
// turn. The zero pause is ready to use.
type pause struct {
	mu    sync.Mutex
	holds int           // who wants the machine for himself
	over  chan struct{} // closed when nobody does any more; nil while nobody does
}

// hold stops background work until release is called as often.
func (p *pause) hold() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds++; p.holds == 1 {
		p.over = make(chan struct{})
	}
}

func (p *pause) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds--; p.holds == 0 {
		close(p.over)
		p.over = nil
	}
}

func (p *pause) held() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

// clock returns a clock for background work. Asking it blocks during a pause,
// which it does not count, until the pause is over or ctx has ended. It lets
// other goroutines run first even where there is one core only. It is not safe
// for concurrent use.
func (p *pause) clock(ctx context.Context) func() time.Time {
	var paused time.Duration
	return func() time.Time {
		runtime.Gosched()
		for over := p.held(); over != nil && ctx.Err() == nil; over = p.held() {
			began := time.Now()
			select {
			case <-over:
			case <-ctx.Done():
			}
			paused += time.Since(began)
		}
		return time.Now().Add(-paused)
	}
}

// undisturbed is a thinker for whom background work stands still.
type undisturbed struct {
	table.Thinker
	background *pause
}

// Think implements [table.Thinker].
func (u undisturbed) Think(ctx context.Context, q table.Question, report func(table.Thought)) ([]board.Point, error) {
	u.background.hold()
	defer u.background.release()
	return u.Thinker.Think(ctx, q, report)
}
