package replay

import (
	"sync"
	"time"
)

// clock is the time of a replay. The loop of the table tells it whenever it has
// done everything, and waits until the player knows; so time stands still while the
// loop works.
type clock struct {
	idle chan time.Time // the loop has done everything, and has something to do at this time; zero: never
	fire chan time.Time // what the loop waits for

	over chan struct{} // closed when the recording is: no more time passes, and the loop does not wait

	mu  sync.Mutex
	now time.Time
}

func newClock(begin time.Time) *clock {
	return &clock{idle: make(chan time.Time), fire: make(chan time.Time), now: begin, over: make(chan struct{})}
}

// Now implements [table.Timekeeper].
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Wait implements [table.Timekeeper].
func (c *clock) Wait(at time.Time) <-chan time.Time {
	select {
	case c.idle <- at:
		return c.fire
	case <-c.over:
		return nil
	}
}

// Stop implements [table.Timekeeper].
func (c *clock) Stop() {}

// set moves time on.
func (c *clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}

// release ends the replay; it may be called twice.
func (c *clock) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.over:
	default:
		close(c.over)
	}
}
