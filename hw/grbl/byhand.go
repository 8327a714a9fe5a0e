package grbl

import (
	"context"

	"stonehand/hw"
)

// handFeed is how fast the arm moves in a person's hands at most, mm/min: a hand that is in
// its way has time to draw back.
const handFeed = 600

// Move implements [hw.Mover].
func (a *Arm) Move(ctx context.Context, by [3]float64) error {
	return a.byHand(ctx, func(w *worker) error { return w.step(by) })
}

// Home implements [hw.Mover].
func (a *Arm) Home(ctx context.Context) error {
	return a.byHand(ctx, func(w *worker) error {
		if err := w.calm(); err != nil {
			return err
		}
		w.t.homed = false
		return w.ready()
	})
}

// Park implements [hw.Mover].
func (a *Arm) Park(ctx context.Context) error {
	return a.byHand(ctx, (*worker).park)
}

func (a *Arm) byHand(ctx context.Context, do func(*worker) error) error {
	return a.ask(&job{ctx: ctx, manual: do, done: make(chan error, 1)})
}

// byHand carries out a job of somebody who moves the arm.
func (w *worker) byHand(j *job) error {
	defer w.begin()()
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if err := j.manual(w); err != nil {
		return w.trouble(hw.Empty, err)
	}
	return nil
}

// calm refuses a motion that somebody asks for while the arm is held: it would follow
// whenever the hold ends, when he may have gone and another's hand is there.
func (w *worker) calm() error {
	if !w.t.wish() {
		return nil
	}
	return &hw.ArmError{Trouble: hw.ArmNotReady, Err: hw.Errorf("something moves on the board; wait until nobody reaches over it")}
}

// step moves by so many mm along the axes.
func (w *worker) step(by [3]float64) error {
	refuse := func(format string, args ...any) error {
		return &hw.ArmError{Trouble: hw.ArmNotReady, Err: hw.Errorf(format, args...)}
	}
	if err := w.calm(); err != nil {
		return err
	}
	if !w.t.homed {
		return &hw.ArmError{Trouble: hw.ArmNotReady, Err: hw.Errorf("the arm's position is not known; home it first")}
	}
	to, feed := w.t.stands, min(handFeed, w.o.Travel)
	for i, d := range by {
		if !(abs(d) <= hw.MaxStep) {
			return refuse("a step of %.1f mm is too long: %d mm is the most", d, hw.MaxStep)
		}
		to[i] += d
		if lo, hi := w.c.reach(i); to[i] < lo || to[i] > hi {
			return refuse("%s %.2f mm is out of reach: the machine goes from %.1f to %.1f", axes[i], to[i], lo, hi)
		}
	}
	if across := by[0] != 0 || by[1] != 0; across && to[2] < w.o.Safe {
		return refuse("the arm is lower than its safe height; raise it before it moves across")
	}
	if by[2] != 0 {
		feed = min(feed, w.o.Lift)
	}
	w.remember(func(m *Memory) { m.Moving = true })
	w.now(hw.ArmWorking)
	return w.t.follow(w.c, leg{to, feed})
}
