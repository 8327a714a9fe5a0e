package players

import (
	"context"
	"runtime"
	"sync"
	"time"

	"stonehand/engine/player"
)

// Pause is where background work stands still while the machine thinks, on its
// own time or a person's. The zero Pause is ready to use.
type Pause struct {
	mu    sync.Mutex
	holds int           // who wants the machine for himself
	over  chan struct{} // closed when nobody does any more; nil while nobody does
}

// Hold stops background work until [Pause.Release] is called as often.
func (p *Pause) Hold() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds++; p.holds == 1 {
		p.over = make(chan struct{})
	}
}

// Release ends a [Pause.Hold].
func (p *Pause) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds--; p.holds == 0 {
		close(p.over)
		p.over = nil
	}
}

func (p *Pause) held() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

// Clock returns a clock for background work. Asking it blocks during a pause,
// which it does not count, until the pause is over or ctx has ended; waits is
// told when a wait begins and when it ends. It lets other goroutines run first
// even where there is one core only. It is not safe for concurrent use.
func (p *Pause) Clock(ctx context.Context, waits func(bool)) func() time.Time {
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

// Undisturbed returns a player for whom background work stands still while it
// thinks; it is a [player.Ponderer] if p is one.
func (p *Pause) Undisturbed(who player.Player) player.Player {
	u := undisturbed{who, p}
	if ponderer, ok := who.(player.Ponderer); ok {
		return undisturbedPonderer{u, ponderer}
	}
	return u
}

type undisturbed struct {
	player.Player
	background *Pause
}

type undisturbedPonderer struct {
	undisturbed
	ponderer player.Ponderer
}

// Choose implements [player.Player].
func (u undisturbed) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	u.background.Hold()
	defer u.background.Release()
	return u.Player.Choose(ctx, q, report)
}

// Ponder implements [player.Ponderer].
func (u undisturbedPonderer) Ponder(ctx context.Context, q player.Question) {
	u.background.Hold()
	defer u.background.Release()
	u.ponderer.Ponder(ctx, q)
}
