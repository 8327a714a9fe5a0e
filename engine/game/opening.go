package game

import (
	"errors"
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/opening"
)

// opener is implemented by rules that begin with an opening.
type opener interface {
	Opens() opening.Kind
	Openings() []opening.Kind
	open(opening.Kind) Rules // such rules that begin so
}

// Openings lists how a game of the rules can begin.
func Openings(r Rules) []opening.Kind {
	if o, ok := r.(opener); ok {
		return o.Openings()
	}
	return []opening.Kind{opening.Free}
}

// Opened returns rules that begin with an opening, or says that they have no such
// one. The rules given are to begin freely.
func Opened(r Rules, k opening.Kind) (Rules, error) {
	if k == opening.Free {
		return r, nil
	}
	o, ok := r.(opener)
	if !ok || !slices.Contains(o.Openings(), k) {
		return nil, fmt.Errorf("%s has no opening %q", r.Name(), k)
	}
	return o.open(k), nil
}

// ErrChoice refuses a turn while the opening waits for a choice, and a choice
// that is not to be made.
var ErrChoice = errors.New("the opening waits for a choice")

// Opening returns the protocol by which the game begins; [opening.Free] for one
// that begins with a position that was set up.
func (g *Game) Opening() opening.Kind { return g.opens }

// Step says what the opening waits for; the zero Step when the game is over.
func (g *Game) Step() opening.Step {
	if g.result.Over {
		return opening.Step{}
	}
	return g.opens.Next(len(g.turns), g.made)
}

// Made lists the choices of the opening so far; the caller must not change them.
func (g *Game) Made() []opening.Made { return g.made }

// BlackPlayer returns who of the opening's players has Black.
func (g *Game) BlackPlayer() opening.Player { return g.opens.Black(g.made) }

// sideOf returns the colour that a player has.
func (g *Game) sideOf(p opening.Player) board.Color {
	if p == g.BlackPlayer() {
		return board.Black
	}
	return board.White
}

// Side returns the colour of the player who is to act, which in an opening is not
// always that of the stone to be put down; Empty when the game is over.
func (g *Game) Side() board.Color {
	c, _ := g.Due()
	return g.acts(g.Step(), c)
}

// NextSide returns the colour of the player who puts down the turn after the
// present one; Empty if a choice comes before that.
func (g *Game) NextSide() board.Color {
	step := g.opens.Next(len(g.turns)+1, g.made)
	if step.Chooses() || g.Step().Chooses() {
		return board.Empty
	}
	c, _ := g.Next()
	return g.acts(step, c)
}

// acts returns the colour of the player whose step it is, with stones of colour c
// due next.
func (g *Game) acts(step opening.Step, c board.Color) board.Color {
	switch {
	case c == board.Empty:
		return c
	case step.Pick:
		return board.White
	case step.Player != opening.Nobody:
		return g.sideOf(step.Player)
	}
	return c
}

// SideOf returns the colour that the player of a turn, counted from 0, has now.
func (g *Game) SideOf(turn int) board.Color {
	if p := g.opens.Putter(turn, g.made); p != opening.Nobody {
		return g.sideOf(p)
	}
	return g.turns[turn].Color
}

// SideOfChoice returns the colour that the player of a choice, by its place in
// Made, has now.
func (g *Game) SideOfChoice(i int) board.Color {
	step := g.opens.Next(g.made[i].After, g.made[:i])
	if step.Pick {
		return board.White
	}
	return g.sideOf(step.Player)
}

// Choices lists what the player to act may choose from; nil if stones are to be
// put down.
func (g *Game) Choices() []opening.Choice {
	step := g.Step()
	list := step.Choices
	if step.Pick {
		for _, p := range g.turns[len(g.turns)-1].Points {
			list = append(list, opening.Choice(p.String()))
		}
	}
	return list
}

// Offered lists the stones of the last turn of which one is to be chosen; nil when
// nothing like that is.
func (g *Game) Offered() []board.Point {
	if !g.Step().Pick {
		return nil
	}
	return g.turns[len(g.turns)-1].Points
}

// Offer lists the two fifth stones between which White has chosen, the one that was
// kept first, or is to; nil if there were none.
func (g *Game) Offer() []board.Point {
	if len(g.offer) > 0 {
		return g.offer
	}
	return g.Offered()
}

// Choose makes a choice, or says why it cannot be made and changes nothing.
func (g *Game) Choose(c opening.Choice) error {
	list := g.Choices()
	if len(list) == 0 {
		return fmt.Errorf("there is nothing to choose: %w", ErrTurn)
	}
	if !slices.Contains(list, c) {
		return fmt.Errorf("%q is none of %q: %w", c, list, ErrChoice)
	}
	if g.Step().Pick {
		last := &g.turns[len(g.turns)-1]
		kept, other := last.Points[0], last.Points[1]
		if opening.Choice(kept.String()) != c {
			kept, other = other, kept
		}
		g.offer, last.Points = []board.Point{kept, other}, []board.Point{kept}
		g.board.Put(board.Empty, other)
	}
	g.made = append(g.made, opening.Made{After: len(g.turns), Choice: c})
	return nil
}

// Unchoose takes back a choice that was made in the present position, and reports
// whether there was one.
func (g *Game) Unchoose() bool {
	i := len(g.made) - 1
	if i < 0 || g.made[i].After != len(g.turns) {
		return false
	}
	g.made = g.made[:i]
	if len(g.offer) > 0 && g.opens.Next(len(g.turns), g.made).Pick {
		last := &g.turns[len(g.turns)-1]
		g.board.Put(last.Color, g.offer...)
		last.Points, g.offer = g.offer, nil
	}
	return true
}

// Allowed lists the points on which the opening allows the turn that is due, in
// reading order; nil where it allows all of them, or no stone is due.
func (g *Game) Allowed() []board.Point {
	if g.result.Over || g.Step().Chooses() {
		return nil
	}
	return g.opens.Allowed(g.board.Size, len(g.turns), g.At)
}

// Pattern returns which of Renju's 26 openings was put down; ok is false if none
// was, or none had to be.
func (g *Game) Pattern() (p opening.Pattern, ok bool) {
	if !g.opens.Canonical() || len(g.turns) < 3 {
		return p, false
	}
	var three []board.Point
	for _, t := range g.turns[:3] {
		three = append(three, t.Points...)
	}
	return opening.Named(g.board.Size, three)
}
