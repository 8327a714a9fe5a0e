package replay

import (
	"context"
	"time"
)

// lockstep lets the player and the table's loop take turns.
type lockstep struct {
	clock *clock
	speed float64
	begin time.Time // of the replay, by the computer
	from  time.Time // and by the recording
	due   time.Time // when the loop has something to do; zero: never
}

// settle waits until the loop has done everything.
func (l *lockstep) settle(ctx context.Context) error {
	select {
	case l.due = <-l.clock.idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// soon is how long it takes the loop to come round once more at most, unless the
// computer is very busy.
const soon = 20 * time.Millisecond

// during lets the loop go on until done is closed, and come round once more.
func (l *lockstep) during(ctx context.Context, done <-chan struct{}) error {
	var late <-chan time.Time
	for {
		select {
		case <-done:
			done, late = nil, time.After(soon)
		case <-late:
			return nil
		case l.due = <-l.clock.idle:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// until moves time on to at, with everything that the loop has to do before.
func (l *lockstep) until(ctx context.Context, at time.Time) error {
	for !l.due.IsZero() && !l.due.After(at) {
		now := l.due
		if err := l.pass(ctx, now); err != nil {
			return err
		}
		if !l.due.Equal(now) {
			continue // something else has happened meanwhile
		}
		l.clock.set(now)
		if err := deliver(ctx, l, l.clock.fire, now); err != nil {
			return err
		}
		if l.due.Equal(now) { // it is not done yet, and would be done again at once
			l.clock.set(now.Add(time.Millisecond))
			l.due = now.Add(time.Millisecond)
		}
	}
	if err := l.pass(ctx, at); err != nil {
		return err
	}
	l.clock.set(at)
	return nil
}

// pass waits until it is at by the computer too, at the speed of the replay.
func (l *lockstep) pass(ctx context.Context, at time.Time) error {
	if l.speed == 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(time.Until(l.begin.Add(time.Duration(float64(at.Sub(l.from)) / l.speed))))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case l.due = <-l.clock.idle: // something else has happened: people at the page
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// deliver hands the loop something and waits until it has dealt with it.
func deliver[T any](ctx context.Context, l *lockstep, to chan<- T, v T) error {
	for {
		select {
		case to <- v:
			return l.settle(ctx)
		case l.due = <-l.clock.idle:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
