package referee

import (
	"time"

	"stonehand/engine/board"
)

// Ended is what became of a person's word that the turn is complete.
type Ended uint8

// What becomes of it.
const (
	EndedIdle  Ended = iota // nothing was said, or it has been acted on
	EndedWaits              // the turn's stones may still be coming
	EndedShort              // the turn was not complete in time
)

// lever is a person's word that a turn is complete, as who presses the lever of
// a chess clock gives it.
type lever struct {
	pressed time.Time // zero: it was not, or has been acted on
	short   bool      // it was, and no turn was there
}

// End says that the person to move, or who puts down the stones that are asked
// for, has done: the turn need not settle. The stones may be so fresh that the
// board has not shown them yet, so End holds for the settle time. The turn is
// taken with the next Step or Tick, which is due at once.
func (r *Referee) End(now time.Time) {
	r.lever = lever{pressed: now}
	r.fresh = true
}

// Ended returns what became of the last End, and forgets that it was in vain.
func (r *Referee) Ended() Ended {
	switch {
	case r.lever.short:
		r.lever.short = false
		return EndedShort
	case !r.lever.pressed.IsZero():
		return EndedWaits
	}
	return EndedIdle
}

// finished reports whether a turn that stands complete counts: it has settled, or
// the person has said so. Where people have a lever, nothing but that will do for
// turns of their own.
func (r *Referee) finished(now time.Time, except []board.Point) bool {
	if !r.lever.pressed.IsZero() {
		r.lever = lever{}
		return true
	}
	if r.ask.Lever && r.ask.Task == Play {
		return false
	}
	return r.settled(now, except)
}

// expire ends a word that no turn followed.
func (r *Referee) expire(now time.Time) {
	if r.lever.pressed.IsZero() || !r.passed(now, r.lever.pressed.Add(r.set.Settle)) {
		return
	}
	r.lever = lever{short: r.ask.Task == Play && !r.game.Result().Over}
}
