package table

import "time"

// Timekeeper is the time that a table lives in. A recording is replayed in a time
// of its own; every other table lives in the computer's.
type Timekeeper interface {
	// Now returns the present moment; it never goes back.
	Now() time.Time
	// Wait returns what can be received from once it is at, or sooner; zero is never.
	// The loop calls it once a round, when it has done everything and before it
	// waits. It need not return before the time has come for the loop to go on.
	Wait(at time.Time) <-chan time.Time
	// Stop ends the waiting; the loop calls it last.
	Stop()
}

// computerTime is the computer's.
type computerTime struct{ timer *time.Timer }

func (c *computerTime) Now() time.Time { return time.Now() }

func (c *computerTime) Wait(at time.Time) <-chan time.Time {
	switch {
	case at.IsZero():
		return nil
	case c.timer == nil:
		c.timer = time.NewTimer(time.Until(at))
	default:
		c.timer.Reset(time.Until(at))
	}
	return c.timer.C
}

func (c *computerTime) Stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}
