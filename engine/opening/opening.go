// Package opening holds the protocols by which a game of k in a row begins,
// so that who moves first gains nothing by it: who puts down which of the first
// stones, where they may lie, and which choices the players have between them.
//
// A protocol speaks of two players, because colours change hands: [First], who
// begins and is Black until a choice says otherwise, and [Second]. The stones
// alternate in colour from the first one on, no matter who puts them down.
package opening

import (
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/problem"
)

// Kind is a protocol. The zero Kind is [Free].
type Kind string

// The protocols.
const (
	// Free has no rule at all: Black begins.
	Free Kind = ""
	// Swap2 is Gomoku's: First puts down two black stones and a white one anywhere.
	// Second takes Black, takes White, or puts down one more of each, White's first,
	// and then First takes a colour. White moves.
	Swap2 Kind = "swap2"
	// Renju is Renju's 26 openings with a swap: First puts down one of them, and
	// Second takes a colour. White moves.
	Renju Kind = "renju"
	// RIF is Renju with what the Renju International Federation's opening rule of
	// 1996 adds: Black puts down two fifth stones that no symmetry of the position
	// exchanges, and White takes one of them away.
	RIF Kind = "renju-rif"
	// Swap is Connect6's: First puts down the first two turns, a black stone and two
	// white ones. Second takes a colour. Black moves.
	Swap Kind = "swap"
)

// Kinds lists the protocols, [Free] first.
func Kinds() []Kind { return []Kind{Free, Swap2, Renju, RIF, Swap} }

// String returns the word for the protocol: "free", "swap2", "renju", "renju-rif" or
// "swap".
func (k Kind) String() string {
	if k == Free {
		return "free"
	}
	return string(k)
}

// Parse reads the word for a protocol; the empty one is [Free].
func Parse(s string) (Kind, error) {
	var words []string
	for _, k := range Kinds() {
		if s == k.String() || s == string(k) {
			return k, nil
		}
		words = append(words, k.String())
	}
	return Free, problem.New("there is no opening %q; there are %s", s, strings.Join(words, ", "))
}

// MarshalText writes the word for the protocol, see [Kind.String]. It implements
// [encoding.TextMarshaler].
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what [Kind.MarshalText] writes. It implements
// [encoding.TextUnmarshaler].
func (k *Kind) UnmarshalText(text []byte) error {
	r, err := Parse(string(text))
	if err == nil {
		*k = r
	}
	return err
}

// Canonical reports whether the first three stones are to make one of Renju's 26
// openings.
func (k Kind) Canonical() bool { return k == Renju || k == RIF }

// Fits reports whether the board has room for the protocol: the 26 openings need
// a middle point and two points to each side of it.
func (k Kind) Fits(size board.Size) bool {
	if !k.Canonical() {
		return k == Free || size.Count() > 5
	}
	return size.Cols%2 == 1 && size.Rows%2 == 1 && size.Cols >= 5 && size.Rows >= 5
}

// Player is one of the two who play, whatever the colour.
type Player uint8

// The players.
const (
	Nobody Player = iota // the opening is over: the colours say who plays
	First
	Second
)

// Other returns the other player; Nobody stays Nobody.
func (p Player) Other() Player {
	switch p {
	case First:
		return Second
	case Second:
		return First
	}
	return Nobody
}

// Choice is what a player chooses: a word, or the name of a point.
type Choice string

// The choices that are words.
const (
	TakeBlack Choice = "black" // to play Black from here on
	TakeWhite Choice = "white" // to play White from here on
	PutTwo    Choice = "more"  // [Swap2]: to put down two more stones, and let the other choose
)

// Made is a choice that was made after so many turns.
type Made struct {
	After  int
	Choice Choice
}

// Step is what an opening waits for.
type Step struct {
	// Player is whose step it is. Nobody: the opening is over, or this turn is the
	// colour's that is due.
	Player Player
	// Choices are what there is to choose from; nil: stones are to be put down.
	// [RIF]'s fifth stone is chosen by its point, which is not listed here: see Pick.
	Choices []Choice
	// Pick says that one of the two stones of the last turn is to be chosen, by the
	// name of its point, and that White chooses.
	Pick bool
	// Stones is how many stones the turn takes; 0: as many as the game's rules say.
	Stones int
}

// Chooses reports whether something is to be chosen rather than put down.
func (s Step) Chooses() bool { return len(s.Choices) > 0 || s.Pick }

// The turns after which there is something to choose.
const (
	AfterTwo   = 2 // [Swap]
	AfterThree = 3
	AfterFive  = 5
)

// fifthTurn is that of the offer, counted from 0.
const fifthTurn = 4

// Next returns what the opening waits for after so many turns and these choices,
// in the order in which they were made.
func (k Kind) Next(turns int, made []Made) Step {
	step := Step{Stones: 1}
	switch k {
	case Free:
		return step
	case Swap:
		step.Stones = 0
	}
	laid := k.laid()
	first, five := choice(made, laid), choice(made, AfterFive)
	switch {
	case turns < laid:
		step.Player = First
	case turns == laid && first == "":
		step.Player, step.Choices = Second, []Choice{TakeWhite, TakeBlack}
		if k == Swap2 {
			step.Choices = append(step.Choices, PutTwo)
		}
	case k == Swap2 && first == PutTwo && turns < AfterFive:
		step.Player = Second
	case k == Swap2 && first == PutTwo && turns == AfterFive && five == "":
		step.Player, step.Choices = First, []Choice{TakeWhite, TakeBlack}
	case k == RIF && turns == fifthTurn:
		step.Stones = 2
	case k == RIF && turns == AfterFive && five == "":
		step.Pick = true
	}
	return step
}

// laid is how many turns First puts down before Second chooses.
func (k Kind) laid() int {
	switch k {
	case Free:
		return 0
	case Swap:
		return AfterTwo
	}
	return AfterThree
}

// choice returns what was chosen after so many turns; "" for nothing.
func choice(made []Made, after int) Choice {
	for _, m := range made {
		if m.After == after {
			return m.Choice
		}
	}
	return ""
}

// Black returns the player who has Black after these choices.
func (k Kind) Black(made []Made) Player {
	black := First
	for i, m := range made {
		switch by := k.Next(m.After, made[:i]).Player; m.Choice {
		case TakeBlack:
			black = by
		case TakeWhite:
			black = by.Other()
		}
	}
	return black
}

// Putter returns the player who puts down the stones of a turn, counted from 0;
// Nobody where the colour says it.
func (k Kind) Putter(turn int, made []Made) Player {
	switch {
	case turn < k.laid():
		return First
	case k == Swap2 && turn < AfterFive && choice(made, AfterThree) == PutTwo:
		return Second
	}
	return Nobody
}
