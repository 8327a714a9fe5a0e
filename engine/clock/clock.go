package clock

import (
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
