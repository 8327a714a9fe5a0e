package table

import (
	"context"
	"sync"

	"stonehand/cmd/internal/table/advice"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/think"
	"stonehand/engine/player"
	"stonehand/hw"
)

// armAtWork is the shell's side of the arm.
type armAtWork struct {
	arm    Arm
	ctx    context.Context    // of all that it does
	keeper hw.ArmKeeper       // nil: it has no news and cannot be held
	cancel context.CancelFunc // of the job under way
	ended  chan error         // has room: one job at a time
	placed chan hw.Placement
	news   chan hw.ArmNews
	moved  chan moved         // has room: one motion by hand at a time
	stop   context.CancelFunc // of that
}

func newArmAtWork(a Arm) armAtWork {
	keeper, _ := a.(hw.ArmKeeper)
	return armAtWork{arm: a, keeper: keeper, ended: make(chan error, 1), placed: make(chan hw.Placement, 8), news: make(chan hw.ArmNews), moved: make(chan moved, 1)}
}

// done is the end of a job, with everything that the arm said before it.
func (a *armAtWork) done(err error) *arm.Done {
	d := &arm.Done{Err: err}
	for len(a.placed) > 0 {
		d.Placed = append(d.Placed, <-a.placed)
	}
	return d
}

// order gives an order; holding is the watch's.
func (a *armAtWork) order(o arm.Order) {
	switch {
	case o.Cancel:
		a.cancel()
	case o.GiveUp:
		a.cancel()
		a.keeper.GiveUp()
	case o.Stop != "":
		a.keeper.Stop(o.Stop)
	case o.Missed != hw.Empty:
		a.keeper.Missed(o.Missed)
	case o.Remained != nil:
		a.arm.(hw.Lifter).Remained(*o.Remained)
	case o.Refill:
		a.keeper.Refill()
	case o.Resume != nil:
		a.keeper.Resume(*o.Resume)
	}
}

// place lets the arm put stones down, or take them off.
func (a *armAtWork) place(tasks *sync.WaitGroup, job arm.Job) {
	ctx, cancel := context.WithCancel(a.ctx)
	a.cancel = cancel
	tasks.Go(func() {
		defer cancel()
		do := a.arm.Place
		if job.Lift {
			do = a.arm.(hw.Lifter).Lift
		}
		err := do(ctx, job.Stone, job.Points, a.placed)
		if ctx.Err() != nil && hw.ArmTroubleOf(err) != hw.ArmDropped {
			err = nil // it was told to stop
		}
		a.ended <- err
	})
}

// move lets somebody move the arm, or cancels that.
func (a *armAtWork) move(tasks *sync.WaitGroup, m armMove) {
	if m.cancel {
		a.stop()
		return
	}
	mover := a.arm.(hw.Mover)
	ctx, cancel := context.WithCancel(a.ctx)
	a.stop = cancel
	tasks.Go(func() {
		defer cancel()
		var err error
		switch {
		case m.home:
			err = mover.Home(ctx)
		case m.park:
			err = mover.Park(ctx)
		default:
			err = mover.Move(ctx, m.by)
		}
		a.moved <- moved{err}
	})
}

// searchAtWork is the shell's side of the search.
type searchAtWork struct {
	player   player.Player
	ponderer player.Ponderer
	answers  chan think.Answer // has room: one search at a time
	thoughts chan think.Thought

	cancel context.CancelFunc // of the search under way; nil: there is none
	now    chan struct{}
}

// order carries an order out.
func (s *searchAtWork) order(ctx context.Context, o think.Order) {
	switch {
	case o.Hurry:
		close(s.now)
		return
	case o.Cancel:
		s.cancel()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.cancel, s.now = cancel, make(chan struct{})
	q := o.Question
	q.Hurry = s.now
	go func() {
		defer cancel()
		a := think.Answer{Position: o.Position, Pondered: o.Ponder}
		if o.Ponder {
			s.ponderer.Ponder(ctx, q)
			a.Stopped = ctx.Err() != nil
		} else {
			a.Answer, a.Err = s.player.Choose(ctx, q, func(i player.Info) { s.report(think.Thought{Position: o.Position, Info: i}) })
		}
		s.answers <- a
	}()
}

// report hands a thought to the loop, in place of one it has not taken yet.
func (s *searchAtWork) report(th think.Thought) {
	for {
		select {
		case s.thoughts <- th:
			return
		default:
		}
		select {
		case <-s.thoughts:
		default:
		}
	}
}

// adviceAtWork is the shell's side of hints and of what the lights show.
type adviceAtWork struct {
	hints  advice.Hinter
	found  chan advice.Found // has room: one thing at a time is looked for
	cancel context.CancelFunc
}

// order carries an order out.
func (a *adviceAtWork) order(ctx context.Context, tasks *sync.WaitGroup, o advice.Order) {
	if o.Cancel {
		a.cancel()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	a.cancel = cancel
	tasks.Go(func() {
		defer cancel()
		a.found <- o.Find(ctx, a.hints)
	})
}
