package joseki

import (
	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// End returns a 19x19 board after the sequence.
func (s *Sequence) End() weiqi.Board {
	b, _ := weiqi.NewBoard(boardSize)
	for i, p := range s.Moves {
		b.Play(board.Black+board.Color(i%2), p)
	}
	return *b
}
