package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
)

// pause is where background work stands still while the machine thinks, on its
// own time or a person's. The zero pause is ready to use.
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
// which it does not count, until the pause is over or ctx has ended; waits is
// told when a wait begins and when it ends. It lets other goroutines run first
// even where there is one core only. It is not safe for concurrent use.
func (p *pause) clock(ctx context.Context, waits func(bool)) func() time.Time {
	var paused time.Duration
	return func() time.Time {
		runtime.Gosched()
		over := p.held()
		if over == nil || ctx.Err() != nil {
			return time.Now().Add(-paused)
		}
		began := time.Now()
		waits(true)
		for ; over != nil && ctx.Err() == nil; over = p.held() {
			select {
			case <-over:
			case <-ctx.Done():
			}
		}
		waits(false)
		now := time.Now()
		paused += now.Sub(began)
		return now.Add(-paused)
	}
}

// undisturbed returns a thinker for whom background work stands still, and a
// ponderer if t is one.
func (p *pause) undisturbed(t table.Thinker) table.Thinker {
	u := undisturbed{t, p}
	if ponderer, ok := t.(table.Ponderer); ok {
		return undisturbedPonderer{u, ponderer}
	}
	return u
}

type undisturbed struct {
	table.Thinker
	background *pause
}

type undisturbedPonderer struct {
	undisturbed
	ponderer table.Ponderer
}

// Think implements [table.Thinker].
func (u undisturbed) Think(ctx context.Context, q table.Question, report func(api.Thought)) ([]board.Point, error) {
	u.background.hold()
	defer u.background.release()
	return u.Thinker.Think(ctx, q, report)
}

// Ponder implements [table.Ponderer].
func (u undisturbedPonderer) Ponder(ctx context.Context, q table.Question) {
	u.background.hold()
	defer u.background.release()
	u.ponderer.Ponder(ctx, q)
}
