package game

import (
	"errors"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// Games lists the rules of every game that there are any for, on its usual board.
func Games() []Rules { return []Rules{Connect6(), Freestyle(), Standard(), Renju()} }

// GomokuNamed returns the rules of Gomoku or Renju that have a name.
func GomokuNamed(name string) (Gomoku, bool) {
	for _, g := range []Gomoku{Freestyle(), Standard(), Renju()} {
		if g.Title == name {
			return g, true
		}
	}
	return Gomoku{}, false
}

// Resized puts a game on a board of another size, or says why it cannot be played
// there.
func Resized(r Rules, size board.Size) (Rules, error) {
	if !size.Valid() {
		return nil, fmt.Errorf("%dx%d: each side goes from 1 to %d", size.Cols, size.Rows, board.MaxSide)
	}
	switch r := r.(type) {
	case Connect:
		if size != r.Board {
			return nil, fmt.Errorf("%s is played on %dx%d", r.Title, r.Board.Cols, r.Board.Rows)
		}
		return r, nil
	case Weiqi:
		if most := weiqi.MaxSide; size.Cols < 2 || size.Rows < 2 || size.Cols > most || size.Rows > most {
			return nil, fmt.Errorf("go is played on 2x2 to %dx%d", most, most)
		}
		r.Board = size
		return r, r.Terms.Check(size)
	case Gomoku:
		if size.Cols < 5 || size.Rows < 5 {
			return nil, errors.New("five do not fit")
		}
		r.Board = size
		return r, nil
	}
	return nil, errors.New("this game has one size")
}
