package replay

import (
	"context"
	"fmt"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
)

// lockstep lets the player and the table's loop take turns.
type lockstep struct {
	clock *Clock
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
	timer := time.After(time.Until(l.begin.Add(time.Duration(float64(at.Sub(l.from)) / l.speed))))
	for {
		select {
		case <-timer:
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

// clock is the time of a replay. The loop of the table tells it whenever it has
// done everything, and waits until the player knows; so time stands still while the
// loop works.
type Clock struct {
	idle chan time.Time // the loop has done everything, and has something to do at this time; zero: never
	fire chan time.Time // what the loop waits for

	over chan struct{} // closed when the recording is: no more time passes, and the loop does not wait

	mu  sync.Mutex
	now time.Time
}

func newClock(begin time.Time) *Clock {
	return &Clock{idle: make(chan time.Time), fire: make(chan time.Time), now: begin, over: make(chan struct{})}
}

// Now is the present of the recording.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Wait is called by the table's loop when it has done everything, and returns what fires at that time.
func (c *Clock) Wait(at time.Time) <-chan time.Time {
	select {
	case c.idle <- at:
		return c.fire
	case <-c.over:
		return nil
	}
}

// Stop does nothing: nobody waits on it after the recording.
func (c *Clock) Stop() {}

// set moves time on.
func (c *Clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}

// release ends the replay; it may be called twice.
func (c *Clock) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.over:
	default:
		close(c.over)
	}
}

// noteOf returns what recordings have of an order: what a remote opponent, or a
// program that plays against the people, has had the table do, without names and
// without what was only said. ok is false for an order that changes nothing at the
// board.
func noteOf(o *api.LinkOrder) (n api.LinkOrder, ok bool) {
	n = *o
	switch {
	case o.Begin != nil && o.Begin.Human == nil:
		g := *o.Begin
		g.Human = api.Colors{}
		n.Begin = &g
	case o.Stand != nil:
		s := *o.Stand
		s.Name = ""
		n.Stand = &s
	case o.Guest != nil:
		g := *o.Guest
		g.Name = ""
		n.Guest = &g
	}
	return n, n != api.LinkOrder{Say: o.Say, Kept: o.Kept}
}

// parseLink reads the order of a note. The error says what cannot be.
func parseLink(text string) (*api.LinkOrder, error) {
	o, err := decode[api.LinkOrder](keyLink, text)
	if err != nil {
		return nil, err
	}
	if s := o.Stand; s != nil && (s.Asked < 0 || s.Asking < 0 || s.Ended < -1) {
		return nil, fmt.Errorf("the link cannot stand as %.80q says: turns are not counted below 0", text)
	}
	return &o, nil
}
