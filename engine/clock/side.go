package clock

import (
	"fmt"
	"math"
	"time"
)

// Never is how long a side without a clock may think.
const Never = time.Duration(math.MaxInt64)

// Side is what one side has left.
type Side struct {
	Main    time.Duration // of the main time, or of the turn where every turn has its own
	Periods int           // byo-yomi periods, the running one included
	Period  time.Duration // of the running period; whole until the main time is used up
}

// Start returns what a side has at the beginning.
func (c Control) Start() Side {
	return Side{Main: c.Turn + c.Main, Periods: c.Periods, Period: c.Period}
}

// Left returns how long a side may think before its flag falls, all its periods
// counted; 0 when it has fallen, [Never] without a clock.
func (c Control) Left(s Side) time.Duration {
	if c.IsZero() {
		return Never
	}
	left := s.Main
	if s.Periods > 0 {
		left += s.Period + time.Duration(s.Periods-1)*c.Period
	}
	return max(0, left)
}

// Spend returns what is left of s after a side has thought for d, which is taken
// for 0 if it is negative. A period that is used up to its end is lost.
func (c Control) Spend(s Side, d time.Duration) Side {
	if c.IsZero() || d <= 0 {
		return s
	}
	if d < s.Main {
		s.Main -= d
		return s
	}
	d -= s.Main
	s.Main = 0
	if s.Periods <= 0 || c.Period <= 0 {
		return Side{}
	}
	if d < s.Period {
		s.Period -= d
		return s
	}
	d -= s.Period
	lost := 1 + min(int64(d/c.Period), int64(s.Periods))
	if s.Periods -= int(lost); s.Periods <= 0 {
		return Side{}
	}
	s.Period = c.Period - d%c.Period
	return s
}

// Press returns what a side has after it has completed a turn; a flag that has
// fallen stays down.
func (c Control) Press(s Side) Side {
	if c.Left(s) == 0 {
		return s
	}
	if c.Turn > 0 {
		s.Main = c.Turn
	}
	s.Main += c.Increment
	s.Period = c.Period
	return s
}

// longest bounds what increments may add up to.
const longest = 1000 * 24 * time.Hour

// Fits says why s cannot be what a side has left on c, as a clause; nil if it
// can be.
func (c Control) Fits(s Side) error {
	most := c.Turn + c.Main
	if c.Increment > 0 {
		most = longest
	}
	if s.Main < 0 || s.Main > most || s.Periods < 0 || s.Periods > c.Periods || s.Period < 0 || s.Period > c.Period {
		return fmt.Errorf("a side cannot have %v and %d periods, %v of one of them, on the clock %s", s.Main, s.Periods, s.Period, c)
	}
	return nil
}
