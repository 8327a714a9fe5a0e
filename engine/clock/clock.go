package clock

import (
	"fmt"
	"math"
	"time"

	"stonehand/engine/board"
)

// Clock is the clock of one game. One side's time runs at most; none does until
// [Clock.Run]. The zero Clock is that of a game without one, and never runs.
type Clock struct {
	control Control
	sides   [3]Side // by colour, at since
	running board.Color
	since   time.Time
}

// New returns a clock that stands, with all the time on it.
func New(c Control) Clock {
	return Clock{control: c, sides: [3]Side{board.Black: c.Start(), board.White: c.Start()}}
}

// Control returns how the clock gives time.
func (k *Clock) Control() Control { return k.control }

// Running returns the side whose time runs, or Empty.
func (k *Clock) Running() board.Color { return k.running }

// Run lets the time of a side run from now on, and that of the other stand;
// Empty stops both. To say the same again changes nothing.
func (k *Clock) Run(now time.Time, c board.Color) {
	if k.control.IsZero() || c == k.running {
		return
	}
	k.settle(now)
	k.running, k.since = c, now
}

// Side returns what a side, Black or White, has left.
func (k *Clock) Side(now time.Time, c board.Color) Side {
	s := k.sides[c]
	if c == k.running && c != board.Empty {
		s = k.control.Spend(s, now.Sub(k.since))
	}
	return s
}

// Press completes a side's turn.
func (k *Clock) Press(now time.Time, c board.Color) {
	k.settle(now)
	k.sides[c] = k.control.Press(k.sides[c])
}

// Renew gives a side that has completed a turn, and needed time for it since, the whole
// time that every turn has, or the whole period that it is in.
func (k *Clock) Renew(now time.Time, c board.Color) {
	k.settle(now)
	switch s := &k.sides[c]; {
	case k.control.Left(*s) == 0:
	case k.control.Turn > 0:
		s.Main = k.control.Turn
	case s.Main == 0 && !k.control.Canadian:
		s.Period = k.control.Period
	}
}

// Set says what the sides have left, and stops the clock.
func (k *Clock) Set(black, white Side) {
	k.sides = [3]Side{board.Black: black, board.White: white}
	k.running = board.Empty
}

// Falls returns when the flag of the side whose time runs will fall, if nothing
// happens before; the zero time if none does.
func (k *Clock) Falls() time.Time {
	if k.running == board.Empty {
		return time.Time{}
	}
	return k.since.Add(k.control.Left(k.sides[k.running]))
}

// Fallen returns the side whose flag has fallen, or Empty.
func (k *Clock) Fallen(now time.Time) board.Color {
	if k.running != board.Empty && k.control.Left(k.Side(now, k.running)) == 0 {
		return k.running
	}
	return board.Empty
}

// settle takes the time that has run off what the running side has.
func (k *Clock) settle(now time.Time) {
	if k.running == board.Empty {
		return
	}
	k.sides[k.running] = k.Side(now, k.running)
	if now.After(k.since) {
		k.since = now
	}
}

// Never is how long a side without a clock may think.
const Never = time.Duration(math.MaxInt64)

// Side is what one side has left.
type Side struct {
	Main    time.Duration // of the main time, or of the turn where every turn has its own
	Periods int           // byo-yomi periods, the running one included; in Canadian overtime the turns to be completed in Period
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
	switch {
	case s.Periods <= 0:
	case c.Canadian:
		left += s.Period
	default:
		left += s.Period + time.Duration(s.Periods-1)*c.Period
	}
	return max(0, left)
}

// Within returns what a side has whose main time is used up and whose periods, all of
// them counted, last for d. More than all of them last is all of them.
func (c Control) Within(d time.Duration) Side {
	if c.Canadian {
		return Side{Periods: c.Periods, Period: min(d, c.Period)}
	}
	if d >= time.Duration(c.Periods)*c.Period || c.Period <= 0 {
		return Side{Periods: c.Periods, Period: c.Period}
	}
	n := (d + c.Period - 1) / c.Period
	return Side{Periods: int(n), Period: d - (n-1)*c.Period}
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
	if c.Canadian {
		return Side{}
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
	over := s.Main == 0
	s.Main += c.Increment
	if c.Canadian && over {
		if s.Periods--; s.Periods > 0 {
			return s
		}
		s.Periods = c.Periods
	}
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
