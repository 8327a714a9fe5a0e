// Package record holds one game as it happened: events, each with its place, its time
// and what the clock showed, and the [Game] that they lead to. [Game.Plan] may refuse
// an event and changes nothing; [Game.Apply] changes the game and cannot fail. Journal,
// link, replay and archive write the same events, each in a format of its own.
package record

import (
	"errors"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// ErrNewer is wrapped by errors about what only a newer version of the program can
// have written.
var ErrNewer = errors.New("it comes from a newer version of this program")

// Line is an event with its place in the record.
type Line struct {
	Seq uint64 // 1, 2, 3 ... without gaps
	At  time.Time
	Mark
	Event
}

// Mark is what the clock shows at an event. Records keep whole milliseconds.
type Mark struct {
	// Left is what the sides have, by colour; nil: nothing is known, and the clock
	// stays as it is.
	Left *[3]clock.Side
	// Pressed says that Left is what the sides have once the turn or the choice is
	// complete: the event does not press the clock. Of [Decided], the turn after it
	// does not.
	Pressed bool
}

// Event is something that happened in a game.
type Event interface{ event() }

// The events.
type (
	// Begun begins a game, in place of whatever was on the table.
	Begun struct {
		ID      string
		Rules   string       // by name
		Size    board.Size   // of the board; zero: the first that the rules have
		Opening opening.Kind // how it begins
		Start   game.Start   // the position that people set up; zero for none
		Terms   game.Terms   // of a game of Go
		Clock   clock.Control
		Seats
		Series Series // the match that the game is part of
		// Opens is [Game.Opens] from now on, for a game that does not say it itself, see
		// [Begun.Lasts]; nil: as before.
		Opens *opening.Kind
	}
	// Seated changes who plays, in the middle of whatever goes on.
	Seated struct {
		Seats
		Clock  *clock.Control // a new clock; nil: the old one goes on
		Placed []board.Point  // stones of the turn that stand already, for a machine that takes over
	}
	// Decided is a turn that is chosen, and whose stones are not down yet.
	Decided struct {
		Color  board.Color // of the stones
		Points []board.Point
		// StandIn says that the machine chose it in the place of a program.
		StandIn bool
	}
	// Played is a complete turn.
	Played struct {
		Color  board.Color // of the stones
		Points []board.Point
		// StandIn says that the machine passed in the place of a program; of a turn with
		// stones Decided says it.
		StandIn bool
	}
	// Chosen is a choice of the opening.
	Chosen struct {
		By     board.Color
		Choice opening.Choice
	}
	// TakenBack takes turns back; 0 turns withdraw a resignation, a loss on time or a
	// decision. Unchosen takes back also the choice after the turn that is last then.
	TakenBack struct {
		Turns    int
		Unchosen bool
	}
	// Ended ends the game otherwise than by its rules: Loser resigned or ran out of
	// time, or, with Empty, the game was abandoned.
	Ended struct {
		Reason game.Reason
		Loser  board.Color
	}
	// Proposed makes exactly these stones dead, before people say so: a game of Go is
	// being counted.
	Proposed struct{ Points []board.Point }
	// Toggled makes the chain on Point dead, or living again.
	Toggled struct{ Point board.Point }
	// Agreed is a side's word that the dead stones are these. With both the game is over.
	Agreed struct {
		By board.Color
		// Dead are the stones that the side has seen counted as dead, in any order: if
		// they are others by now, the word does not count. Nil: whichever they are.
		Dead []board.Point
	}
	// Resumed breaks counting off: play goes on.
	Resumed struct{}
	// Paused breaks the game off; not On: it goes on.
	Paused struct{ On bool }
	// Mended says that the board agrees with the game again.
	Mended struct{}
	// Dismissed says that a question was answered with no; "": there is none any more.
	Dismissed struct{ Question referee.QuestionKind }
	// Spent lists the stones that lie where they answered a question, and are no part
	// of the game.
	Spent struct{ Points []board.Point }
	// Ticked says that time has run.
	Ticked struct{}
	// Told is the whole game at once, for anyone who has not followed it. It changes
	// nothing for others. The game is not to be changed afterwards.
	Told struct{ Game *Game }
	// Unread is what could not be read.
	Unread struct{ Err error }
)

func (Begun) event()     {}
func (Seated) event()    {}
func (Decided) event()   {}
func (Played) event()    {}
func (Chosen) event()    {}
func (TakenBack) event() {}
func (Ended) event()     {}
func (Proposed) event()  {}
func (Toggled) event()   {}
func (Agreed) event()    {}
func (Resumed) event()   {}
func (Paused) event()    {}
func (Mended) event()    {}
func (Dismissed) event() {}
func (Spent) event()     {}
func (Ticked) event()    {}
func (Told) event()      {}
func (Unread) event()    {}

// Lasts reports whether the games after one of these rules begin as it does.
func (b Begun) Lasts(r game.Rules) bool {
	return !b.setUp() && b.Remote == board.Empty && len(game.Openings(r)) > 1
}

func (b Begun) setUp() bool { return !b.Start.IsZero() || len(b.Start.Black)+len(b.Start.White) > 0 }

// Whole reports whether an event has the whole state, so that nothing before it
// matters for it.
func Whole(e Event) bool {
	switch e.(type) {
	case Begun, Told:
		return true
	}
	return false
}

// Seats are who plays, and how.
type Seats struct {
	People [3]bool // by colour
	// Remote is the colour that a remote opponent plays, Empty for none; no person
	// here plays it.
	Remote board.Color
	Guest  bool // the remote opponent is a program
	Level  int  // of the machine, which plays what is left
	// Programs name the other program that plays a colour in the machine's place, by
	// colour; "" for the machine itself, and for colours that others play.
	Programs [3]string
	Budget   time.Duration // of the machine, or a program, for a turn
}

// Seat is who plays a side.
type Seat struct {
	Human  bool
	Remote bool
	Level  int // of the machine; 0 for others
	// Program is the name of the other program that plays; "" for all others.
	Program string
}

// Of returns who plays a colour.
func (s Seats) Of(c board.Color) Seat {
	switch {
	case s.Remote == c:
		return Seat{Remote: true}
	case s.People[c]:
		return Seat{Human: true}
	case s.Programs[c] != "":
		return Seat{Program: s.Programs[c]}
	}
	return Seat{Level: s.Level}
}

// People makes exactly the given colours people's.
func People(colors []board.Color) (p [3]bool) {
	for _, c := range colors {
		p[c] = c != board.Empty
	}
	return p
}

// Colors lists the colours that people play, Black first.
func (s Seats) Colors() []board.Color {
	list := []board.Color{}
	for _, c := range []board.Color{board.Black, board.White} {
		if s.People[c] {
			list = append(list, c)
		}
	}
	return list
}

// exchanged gives each player the other's colour.
func (s Seats) exchanged() Seats {
	s.People[board.Black], s.People[board.White] = s.People[board.White], s.People[board.Black]
	s.Programs[board.Black], s.Programs[board.White] = s.Programs[board.White], s.Programs[board.Black]
	if s.Remote != board.Empty {
		s.Remote = s.Remote.Other()
	}
	return s
}
