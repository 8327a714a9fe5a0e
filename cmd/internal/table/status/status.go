// Package status says how a table stands: the one value that everything in the table
// asks, from the clock to the lights. It is worked out anew after every change and is
// never changed itself.
package status

import (
	"time"

	"stonehand/engine/board"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// Actor is who is to act.
type Actor uint8

// The actors.
const (
	Nobody  Actor = iota // there is no game, or it is over
	Person               // at this board
	Machine              // of this table
	Remote               // a player at another table, or a program
)

// Status is how a table stands at one moment.
type Status struct {
	Now      time.Time
	Game     string // the identity of the game, "" before the first
	Position uint64 // grows with every change of what comes next

	Begun  bool
	Over   bool
	Paused bool // by people, or because somebody moves the arm by hand
	// Mending says that the board is to agree with the game before anything else, and
	// Clearing that it is to be cleared for that.
	Mending, Clearing bool
	// InPlay is begun, not over, not paused and not being mended, and no replay, show or
	// closing time has taken its place.
	InPlay bool
	// Counting says that a game of Go is being counted: it is in play, and no turn is due.
	Counting bool

	// Linked says that the game is played with another table.
	Linked bool

	Live        bool // the board is reached and read
	Calibrating bool
	Reviewing   bool // people are led through a recorded game
	Leaving     bool // the computer is shutting down
	Showing     bool // nobody is there, and the exhibit shows something else than its game
	Closed      bool // the exhibit is closed by its timetable

	// Serves says that a side is not a person's at this board: its stones are put down
	// for it.
	Serves bool

	Actor   Actor
	Side    board.Color      // of who is to act
	Stones  board.Color      // of the turn that is due: in an opening not always Side
	Due     int              // stones that the turn takes
	Choices []opening.Choice // that Side is to choose from, in place of a turn
	// Decision is the turn that was chosen and is not down yet, nil for none; Placed
	// are stones of the turn that is to be chosen.
	Decision, Placed []board.Point

	View   referee.View
	Faults int // stones that are wrong in it
}

// Thinks reports whether the machine is to choose.
func (s *Status) Thinks() bool { return s.InPlay && s.Actor == Machine && s.Decision == nil }

// Chooses reports whether a person is to make an opening's choice.
func (s *Status) Chooses() bool { return s.InPlay && s.Actor == Person && len(s.Choices) > 0 }

// Places reports whether the decision's stones are to be put down, and nothing else is
// waited for.
func (s *Status) Places() bool {
	return s.InPlay && s.Decision != nil && !s.Leaving && s.View.Question == nil
}

// AwaitsRemote reports whether the remote opponent is to act, and is waited for.
func (s *Status) AwaitsRemote() bool {
	return s.InPlay && s.Actor == Remote && s.Decision == nil && s.Live && !s.Calibrating && !s.Leaving
}

// Right reports whether the board is read, and nothing on it is wrong.
func (s *Status) Right() bool { return s.Live && !s.View.Disturbed && s.Faults == 0 }

// Waits reports whether nothing but the stones, the thought or the choice of the side
// to move is waited for. The time that the board's troubles take, people's hands for the
// machine's stones, and the rest that a turn's stones need to count, is nobody's.
func (s *Status) Waits() bool {
	asked := s.View.Question != nil && s.View.Question.Kind != referee.AskChoice
	return s.InPlay && !s.Counting && s.Decision == nil && !s.Leaving && s.Right() && !asked && !s.View.Complete
}

// Faults counts the stones that verdicts call wrong.
func Faults(verdicts []referee.Verdict) int {
	n := 0
	for _, d := range verdicts {
		switch d := d.(type) {
		case referee.Moved, referee.TakingBack, referee.Refused:
			n++
		case referee.Replaced, referee.Missing, referee.OutOfTurn, referee.TooMany, referee.Extra:
			n += len(d.Marks())
		}
	}
	return n
}
