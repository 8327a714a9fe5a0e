package grblsim

import (
	"fmt"
	"time"

	"stonehand/hw"
)

// EventKind is what happened behind the controller.
type EventKind uint8

// The kinds.
const (
	Picked   EventKind = iota // the gripper has a stone
	Released                  // it let one go low enough for it to lie where it was put
	Dropped                   // a stone fell from above, and lies where it fell
	Missed                    // the gripper was on and low, and came up without a stone
	Crashed                   // the tool was driven into the board
	Stalled                   // an axis was driven against its end, or faster than its motor can
	Sank                      // the tool, which nothing held, has come down on what is below it
	Stored                    // it put a stone into an empty slot of a tray, or let it fall into a bin
	Piled                     // it let a stone go over a tray that has no place for it
)

// String names the kind.
func (k EventKind) String() string {
	return [...]string{"picked", "released", "dropped", "missed", "crashed", "stalled", "sank", "stored", "piled"}[k]
}

// Event is something that happened behind the controller.
type Event struct {
	At    time.Duration // since the machine was made
	Kind  EventKind
	Stone hw.State // that it is about; hw.Empty: none
	Where Point
	Board int // the point of the board there, or -1
}

// String says it for a person; of points of the board it has no names.
func (e Event) String() string {
	text := fmt.Sprintf("%s at X%.1f Y%.1f", e.Kind, e.Where.X, e.Where.Y)
	if e.Stone != hw.Empty {
		text = fmt.Sprintf("%s %s", e.Stone, text)
	}
	return text
}

// Board is one whose sensors are to see what the arm does over it, like a
// simulated one. Points are numbered as in package hw.
type Board interface {
	Put(point int, s hw.State) error
	Lift(point int) error
}

// Show does on a board what the event did over it. What happened beside the
// board's points changes nothing on it.
func (e Event) Show(b Board) error {
	if e.Board < 0 {
		return nil
	}
	switch e.Kind {
	case Picked:
		return b.Lift(e.Board)
	case Released, Dropped:
		return b.Put(e.Board, e.Stone)
	}
	return nil
}
