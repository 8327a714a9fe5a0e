package referee

import (
	"time"

	"stonehand/engine/board"
)

// Verdict is one thing that the referee has to say of the board. There is one
// type for each situation; all points and stones that share a situation share
// one verdict, except that every stone that moved has its own.
type Verdict interface {
	// Marks says which points the verdict is about, and how to show them.
	Marks() []Mark
}

// MarkKind is how a point is to be shown.
type MarkKind uint8

// The kinds of marks.
const (
	MarkMissing  MarkKind = iota // a stone of the game, of Color, belongs here
	MarkExtra                    // this stone does not belong here
	MarkWrong                    // a stone of Color belongs here, not the other colour
	MarkAccepted                 // this stone has been taken note of
	MarkRefused                  // the rules do not allow this stone
	MarkWanted                   // the machine asks for a stone of Color here
	MarkAsked                    // a question is being asked about this point
	MarkCaptured                 // a captured stone, of Color, is to be lifted here, or was lifted
)

// Mark is a point and how to show it. Color is Empty where it does not matter.
type Mark struct {
	Point board.Point
	Kind  MarkKind
	Color board.Color
}

// Replaced says that in the place of stones of the game, or of stones that the
// machine asks for, stand stones of the other colour.
type Replaced struct{ Stones []Mark }

// Missing says that stones of the game are not on the board.
type Missing struct{ Stones []Mark }

// OutOfTurn says that new stones have the colour that is not to move.
type OutOfTurn struct {
	Points []board.Point
	Color  board.Color // who is to move
}

// TooMany says that there are more new stones than the turn takes. Points are
// those that came last.
type TooMany struct {
	Points []board.Point
	Due    int
}

// Refused says that the rules do not allow the turn on the board.
type Refused struct {
	Points []board.Point
	Err    error // why, as a sentence for the player
}

// Extra says that stones stand where none belong.
type Extra struct{ Points []board.Point }

// Wanted says that stones are still missing from the turn that the machine
// asks for.
type Wanted struct {
	Points []board.Point
	Color  board.Color
}

// Unseen says that the machine asks for stones on points that the board cannot
// read; they will be taken to be there after a while.
type Unseen struct {
	Points []board.Point
	Color  board.Color
}

// Partial says that some stones of the turn have settled, but not all.
type Partial struct {
	Points []board.Point
	Due    int
}

// Ready says that a person's turn stands complete, and waits for the word that it
// is: see [Ask.Lever].
type Ready struct {
	Points []board.Point
	Color  board.Color // whose turn it is
}

// Marks implements [Verdict].
func (v Replaced) Marks() []Mark { return v.Stones }

// Marks implements [Verdict].
func (v Missing) Marks() []Mark { return v.Stones }

// Marks implements [Verdict].
func (v OutOfTurn) Marks() []Mark { return mark(v.Points, MarkWrong, v.Color) }

// Marks implements [Verdict].
func (v TooMany) Marks() []Mark { return mark(v.Points, MarkExtra, board.Empty) }

// Marks implements [Verdict].
func (v Refused) Marks() []Mark { return mark(v.Points, MarkRefused, board.Empty) }

// Marks implements [Verdict].
func (v Extra) Marks() []Mark { return mark(v.Points, MarkExtra, board.Empty) }

// Marks implements [Verdict].
func (v Wanted) Marks() []Mark { return mark(v.Points, MarkWanted, v.Color) }

// Marks implements [Verdict].
func (v Unseen) Marks() []Mark { return mark(v.Points, MarkWanted, v.Color) }

// Marks implements [Verdict].
func (v Partial) Marks() []Mark { return mark(v.Points, MarkAccepted, board.Empty) }

// Marks implements [Verdict].
func (v Ready) Marks() []Mark { return mark(v.Points, MarkAccepted, board.Empty) }

func mark(points []board.Point, k MarkKind, c board.Color) []Mark {
	marks := make([]Mark, len(points))
	for i, p := range points {
		marks[i] = Mark{Point: p, Kind: k, Color: c}
	}
	return marks
}

// say appends a verdict to the View. The tasks say their verdicts in the order
// of importance.
func (r *Referee) say(v Verdict) { r.view.Verdicts = append(r.view.Verdicts, v) }

// sayDisturbed says what is wrong with the stones of the game; nothing is more
// important, because the longer it stands the less people remember where a
// stone was.
func (r *Referee) sayDisturbed(now time.Time, d *difference) {
	for _, m := range d.moved {
		r.say(m)
	}
	if len(d.replaced) > 0 {
		r.say(Replaced{Stones: d.replaced})
	}
	switch {
	case r.back != nil:
		r.say(*r.back)
	case len(d.missing) > 0:
		r.sayMissing(now, d)
	}
}
