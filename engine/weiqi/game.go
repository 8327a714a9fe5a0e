package weiqi

import (
	"errors"
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/problem"
)

// More reasons why a stone may not be placed, or not be set up.
var (
	ErrSuperko  = problem.New("superko: the board would look as it did before")
	ErrNoColor  = errors.New("a move is Black's or White's")
	ErrBegun    = errors.New("the board is not empty")
	ErrRepeated = errors.New("a point is named twice")
	ErrLifeless = errors.New("a chain would have no liberty")
)

// Move is a stone, or with [board.Nowhere] a pass.
type Move struct {
	Color board.Color
	Point board.Point
}

// Game is one game: rules, what was set up, every move. Use [New].
type Game struct {
	rules    Rules
	board    Board
	handicap int
	given    int  // of the first moves, which are Black's handicap stones
	white    bool // moves first
	moves    []played
}

// played is a move with how the game stood before it.
type played struct {
	undo Undo
	key  board.Key // of the board
}

// New returns a game at its start, or says why the board or the komi is none.
func New(rules Rules, size board.Size) (*Game, error) {
	if err := CheckKomi(rules.Komi); err != nil {
		return nil, err
	}
	b, err := NewBoard(size)
	if err != nil {
		return nil, err
	}
	return &Game{rules: rules, board: *b, moves: make([]played, 0, 512)}, nil
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// SetKomi changes the komi, at any time.
func (g *Game) SetKomi(komi float64) error {
	err := CheckKomi(komi)
	if err == nil {
		g.rules.Komi = komi
	}
	return err
}

// Board returns the board as it is. The caller must not change it; a copy is the
// caller's own.
func (g *Game) Board() *Board { return &g.board }

// Len returns how many moves were made, passes included.
func (g *Game) Len() int { return len(g.moves) }

// Move returns move i, counted from 0.
func (g *Game) Move(i int) Move { return Move{g.moves[i].undo.Color, g.moves[i].undo.Point} }

// ToMove returns the side whose turn it is: the other than moved last; at the start, and
// until all handicap stones are placed, Black; after them White.
func (g *Game) ToMove() board.Color {
	switch n := len(g.moves); {
	case n < g.given:
		return board.Black
	case n > 0:
		return g.moves[n-1].undo.Color.Other()
	case g.white:
		return board.White
	}
	return board.Black
}

// Passes returns how many passes there were in a row, up to the last move. After two,
// one of each side, the game is to be counted; but it may be played on.
func (g *Game) Passes() int {
	n := 0
	for i := len(g.moves) - 1; i >= 0 && g.moves[i].undo.Point == board.Nowhere; i-- {
		n++
	}
	return n
}

// SetUp places stones before the first move, those of a handicap among them, and says who
// moves first. It lifts nothing: what would have no liberty is refused, and then nothing is
// changed.
func (g *Game) SetUp(black, white []board.Point, first board.Color) error {
	if len(g.moves) > 0 {
		return ErrBegun
	}
	before := g.board
	for _, side := range []struct {
		color  board.Color
		points []board.Point
	}{{board.Black, black}, {board.White, white}} {
		for _, p := range side.points {
			err := ErrOff
			switch {
			case !g.board.size.Has(p):
			case g.board.At(p) == side.color:
				err = ErrRepeated
			case g.board.At(p) != board.Empty:
				err = ErrOccupied
			case g.board.Play(side.color, p).Lifted > 0:
				err = ErrLifeless
			default:
				continue
			}
			g.board = before
			return fmt.Errorf("%s: %w", g.board.size.Name(p, board.GTP), err)
		}
	}
	g.board.ko = nowhere
	g.white, g.given = first == board.White, 0
	return nil
}

// SetCaptured says how many stones each side had captured before the first move, where a
// game goes on from a position.
func (g *Game) SetCaptured(black, white int) error {
	if len(g.moves) > 0 {
		return ErrBegun
	}
	g.board.taken[board.Black], g.board.taken[board.White] = black, white
	return nil
}

// SetHandicap places Black's handicap stones on an empty board; White moves first. The
// stones are at least 2 and leave a point free.
func (g *Game) SetHandicap(points []board.Point) error {
	if g.board.count != [3]int{} {
		return ErrBegun
	}
	if n := g.board.size.Count(); len(points) < 2 || len(points) >= n {
		return problem.New("%w: %s takes 2 to %d", ErrHandicap, g.board.size, n-1)
	}
	err := g.SetUp(points, nil, board.White)
	if err == nil {
		g.handicap = len(points)
	}
	return err
}

// GiveHandicap notes that Black's first n moves are handicap stones; White moves after
// them. The caller sees to it that they are made so.
func (g *Game) GiveHandicap(n int) error {
	if most := g.board.size.Count() - 1; n < 2 || n > most {
		return problem.New("%w: %s takes 2 to %d", ErrHandicap, g.board.size, most)
	}
	if len(g.moves) > 0 || g.board.count != [3]int{} {
		return ErrBegun
	}
	g.handicap, g.given = n, n
	return nil
}

// Handicap returns how many handicap stones Black was given.
func (g *Game) Handicap() int { return g.handicap }

// Check says why c may not place a stone on p, or nil. Either side may be asked about,
// and to pass is always allowed.
func (g *Game) Check(c board.Color, p board.Point) error {
	if c != board.Black && c != board.White {
		return ErrNoColor
	}
	err := g.board.Check(c, p)
	if errors.Is(err, ErrSuicide) && g.rules.Suicide {
		err = nil
	}
	if err == nil && p != board.Nowhere && g.rules.Ko != SimpleKo && g.repeats(c, p) {
		err = ErrSuperko
	}
	return err
}

// repeats reports whether a stone of c on p makes a board that the ko rule forbids.
func (g *Game) repeats(c board.Color, p board.Point) bool {
	before := g.board.key
	u := g.board.Play(c, p)
	key := g.board.key
	g.board.Undo(u)
	if g.rules.Ko == Positional && key == before {
		return true // by the suicide of one stone
	}
	for i := len(g.moves) - 1; i >= 0; i-- {
		if m := &g.moves[i]; m.key == key && (g.rules.Ko == Positional || m.undo.Color != c) {
			return true
		}
	}
	return false
}

// Play makes a move, or says why it may not be made and changes nothing.
func (g *Game) Play(c board.Color, p board.Point) (Undo, error) {
	if err := g.Check(c, p); err != nil {
		return Undo{}, err
	}
	key := g.board.key
	u := g.board.Play(c, p)
	g.moves = append(g.moves, played{u, key})
	return u, nil
}

// Undo takes the last move back, and reports whether there was one.
func (g *Game) Undo() bool {
	n := len(g.moves) - 1
	if n < 0 {
		return false
	}
	g.board.Undo(g.moves[n].undo)
	g.moves = g.moves[:n]
	return true
}

// After returns a game of its own that stands as this one did after its first n moves.
func (g *Game) After(n int) *Game {
	c := *g
	for len(c.moves) > n && c.Undo() {
	}
	c.moves = slices.Clone(c.moves)
	return &c
}
