package players

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// leastNodes is how far the strong player looks at least when it judges an opening:
// with less it knows nothing of one.
const leastNodes = 300

// judging is a question as who judges openings is to be asked it: he looks as far as
// the level does.
func (f *Gomoku) judging(q player.Question) player.Question {
	name, lim := f.limits(q)
	if q.Level > 0 {
		lim.Depth = 0
		if lim.Nodes > 0 || name != gomoku.Five {
			lim.Nodes = max(lim.Nodes, leastNodes)
		}
	}
	q.Placed, q.Hurry, q.Limits, q.Level = nil, nil, lim, 0
	return q
}

// open answers a question of an opening, by a choice or stones.
func (f *Gomoku) open(ctx context.Context, q player.Question, r game.Gomoku, step opening.Step) (player.Answer, error) {
	judge, err := f.judge()
	if err != nil {
		return player.Answer{}, err
	}
	hurried, cancel := player.Hurried(ctx, q.Hurry)
	defer cancel()
	o := gomoku.Opener{Now: f.now, Rand: f.pick, Judge: func(q player.Question) (player.Answer, bool) {
		a, err := judge.Choose(hurried, q, nil)
		return a, err == nil
	}}
	ask := f.judging(q)
	var a player.Answer
	switch {
	case step.Pick:
		last := len(q.Turns) - 1
		ask.Turns = q.Turns[:last]
		a.Choice = opening.Choice(o.Keep(ask, q.Turns[last].Points).String())
	case step.Chooses():
		var next board.Point
		if a.Choice, next = o.Colour(ask, r.Opening); next != board.Nowhere {
			a.Points = []board.Point{next}
		}
	case step.Stones > 1:
		a.Points = fifths(o, ask, q.Placed)
	default:
		a.Points = f.planned(o, ask, r, step)
	}
	return a, ctx.Err()
}

// opened is an opening that is being put down.
type opened struct {
	rules  game.Gomoku
	stones []board.Point // from the first one on, also those that others put down
}

// planned returns the next stones of those that one player puts down one after the
// other. They are chosen together, so that the last fits the first.
func (f *Gomoku) planned(o gomoku.Opener, ask player.Question, r game.Gomoku, step opening.Step) []board.Point {
	put := ask.Points()
	n := len(put)
	if n == 0 || f.plan.rules != r || len(f.plan.stones) <= n || !slices.Equal(f.plan.stones[:n], put) {
		var rest []board.Point
		if step.Player == opening.Second {
			rest = o.Two(ask)
		} else {
			rest = o.Stones(ask, r.Opening)
		}
		f.plan = opened{r, append(put, rest...)}
	}
	return slices.Clone(f.plan.stones[n:min(n+ask.Due, len(f.plan.stones))])
}

// fifths returns the two fifth stones, or the one that is left to put down.
func fifths(o gomoku.Opener, ask player.Question, placed []board.Point) []board.Point {
	two := o.Fifths(ask)
	if len(placed) != 1 {
		return two
	}
	for _, p := range two {
		if p != placed[0] && !opening.Exchanged(ask.Rules.Size(), p, placed[0], ask.At) {
			return []board.Point{p}
		}
	}
	return nil
}

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

// Seat implements [player.Seater].
func (u undisturbed) Seat(rules game.Rules, names []string) {
	if s, ok := u.Player.(player.Seater); ok {
		s.Seat(rules, names)
	}
}

// Ponder implements [player.Ponderer].
func (u undisturbedPonderer) Ponder(ctx context.Context, q player.Question) {
	u.background.Hold()
	defer u.background.Release()
	u.ponderer.Ponder(ctx, q)
}
