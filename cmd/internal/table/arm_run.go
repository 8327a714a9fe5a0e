package table

import (
	"context"

	"stonehand/engine/board"
	"stonehand/hw"
)

// armAtWork is the shell's side of the arm.
type armAtWork struct {
	keeper hw.ArmKeeper            // nil: it has no news and cannot be held
	cancel context.CancelCauseFunc // of the job under way
	ended  chan error              // has room: one job at a time
	placed chan hw.Placement
	news   chan hw.ArmNews
}

func newArmAtWork(a Arm) armAtWork {
	keeper, _ := a.(hw.ArmKeeper)
	return armAtWork{keeper: keeper, ended: make(chan error, 1), placed: make(chan hw.Placement, 8), news: make(chan hw.ArmNews)}
}

// armOrder is what the arm is told beside its jobs; one field is set.
type armOrder struct {
	hold   *bool
	cancel bool // the job under way
	cause  error
	stop   hw.ArmCause
	missed hw.State
	refill bool
	resume bool
}

// armJob is stones of a colour that the arm is to put on points of the board.
type armJob struct {
	state  hw.State
	points []int
}

// armDone is the end of a job, and what became of its last stones.
type armDone struct {
	err    error
	placed []hw.Placement
}

// done is the end of a job, with everything that the arm said before it.
func (a *armAtWork) done(err error) *armDone {
	d := &armDone{err: err}
	for len(a.placed) > 0 {
		d.placed = append(d.placed, <-a.placed)
	}
	return d
}

// order gives an order.
func (a *armAtWork) order(o armOrder) {
	switch {
	case o.cancel:
		a.cancel(o.cause)
	case o.hold != nil:
		a.keeper.Hold(*o.hold)
	case o.stop != "":
		a.keeper.Stop(o.stop)
	case o.missed != hw.State(board.Empty):
		a.keeper.Missed(o.missed)
	case o.refill:
		a.keeper.Refill()
	case o.resume:
		a.keeper.Resume()
	}
}

// place lets the arm put stones down.
func (t *Table) place(ctx context.Context, job armJob) {
	ctx, cancel := context.WithCancelCause(ctx)
	t.arm.cancel = cancel
	t.tasks.Go(func() {
		defer cancel(nil)
		err := t.cfg.Arm.Place(ctx, job.state, job.points, t.arm.placed)
		if ctx.Err() != nil && hw.ArmTroubleOf(err) != hw.ArmDropped {
			err = nil // it was told to stop
		}
		t.arm.ended <- err
	})
}
