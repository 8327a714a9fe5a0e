package search

import (
	"time"

	gameclock "stonehand/engine/clock"
)

// OnClock returns the time there is for a turn of a side that has s left on a
// clock of control c; the zero Budget, no bound, if there is no clock. Overhead
// is left for the caller to say.
//
// A byo-yomi period comes back with every turn that stays within it, as an
// increment does, and is never planned to be lost: a side with several of them
// counts on one.
func OnClock(c gameclock.Control, s gameclock.Side) Budget {
	switch {
	case c.IsZero():
		return Budget{}
	case c.Turn > 0:
		return Budget{Turn: within(s.Main)}
	case c.Periods > 0 && s.Main == 0:
		return Budget{Turn: within(s.Period)}
	case c.Periods > 0:
		return Budget{Remaining: s.Main + s.Period, Increment: c.Period}
	}
	return Budget{Remaining: max(1, s.Main), Increment: c.Increment}
}

// within is the most that does not use d up: a flag falls at the end of a time,
// not after it, and clocks count in milliseconds.
func within(d time.Duration) time.Duration { return max(1, d-time.Millisecond) }
