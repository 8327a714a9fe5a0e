package game

import (
	"errors"
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/opening"
)

// Start is a position that people have set up by hand and play on from. The
// zero Start is the start that the rules know.
type Start struct {
	Black, White []board.Point // the stones
	ToMove       board.Color   // whose turn it is
}

// IsZero reports whether nothing was set up.
func (s Start) IsZero() bool { return s.ToMove == board.Empty }

// Stones calls put for every stone, Black's first, until put returns false.
func (s Start) Stones(put func(board.Point, board.Color) bool) {
	for i, p := range slices.Concat(s.Black, s.White) {
		c := board.Black
		if i >= len(s.Black) {
			c = board.White
		}
		if !put(p, c) {
			return
		}
	}
}

// ErrDecided is wrapped where a position is to be played on from in which there
// is nothing to play any more.
var ErrDecided = errors.New("the game would be over")

// longestOpening bounds how many turns of a game may differ from the later ones
// in the number of their stones.
const longestOpening = 8

// NewFrom returns a game that begins with the position s, or says why it cannot
// begin there. Every turn takes as many stones as a turn in the middle of the
// game; any number of stones may stand there, of either colour.
func NewFrom(r Rules, s Start) (*Game, error) {
	if s.IsZero() && len(s.Black)+len(s.White) == 0 {
		return New(r), nil
	}
	if w, ok := r.(Weiqi); ok {
		var err error
		if r, err = w.playedOn(); err != nil {
			return nil, err
		}
	}
	if o, ok := r.(opener); ok {
		r = o.open(opening.Free) // it has been
	}
	g := New(r)
	if s.ToMove != board.Black && s.ToMove != board.White {
		return nil, errors.New("the position does not say who is to move")
	}
	if len(s.Black)+len(s.White) == 0 {
		return nil, errors.New("the position has no stones")
	}
	for p, c := range s.Stones {
		if !g.board.Size.Has(p) {
			return nil, fmt.Errorf("%s is %w", p, ErrOff)
		}
		if g.board.Stones[p] != board.Empty {
			return nil, fmt.Errorf("%s is named twice: %w", p, ErrOccupied)
		}
		g.board.Put(c, p)
	}
	if g.past != nil {
		if err := g.past.game.SetUp(s.Black, s.White, s.ToMove); err != nil {
			return nil, err
		}
	}
	if g.board.Count == g.board.Size.Count() {
		return nil, fmt.Errorf("the board is full: %w", ErrDecided)
	}
	for _, side := range []Turn{{board.Black, s.Black}, {board.White, s.White}} {
		if r.Result(&g.board, side).Over {
			return nil, fmt.Errorf("%s has won: %w", side.Color, ErrDecided)
		}
	}
	// The opening's turns may be shorter than those that follow.
	best := 0
	for n := range longestOpening {
		if c, due := r.Due(n); c == s.ToMove && due > best {
			best, g.before = due, n
		}
	}
	if best == 0 {
		return nil, fmt.Errorf("%s has no turn in this game", s.ToMove)
	}
	if Stuck(g.rules, &g.board, g.toMove()).Over {
		return nil, fmt.Errorf("every empty point is forbidden to %s: %w", s.ToMove, ErrDecided)
	}
	g.start = Start{append([]board.Point(nil), s.Black...), append([]board.Point(nil), s.White...), s.ToMove}
	return g, nil
}

// Start returns the position that the game was begun from; the caller must not
// change it.
func (g *Game) Start() Start { return g.start }

// First returns the colour of the first turn.
func (g *Game) First() board.Color {
	c, _ := g.rules.Due(g.before)
	return c
}

// Next says whose turn follows the present one, and how many stones it takes.
func (g *Game) Next() (board.Color, int) { return g.due(len(g.turns) + 1) }

// More returns how many stones the colour that is due places in the turns right after this
// one, before the other colour's: those of a free handicap.
func (g *Game) More() (stones int) {
	c, _ := g.due(len(g.turns))
	for turn := len(g.turns) + 1; ; turn++ {
		next, n := g.due(turn)
		if next != c {
			return stones
		}
		stones += n
	}
}
