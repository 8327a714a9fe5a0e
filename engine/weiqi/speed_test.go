package weiqi

import (
	"testing"

	"stonehand/engine/board"
)

// BenchmarkPlay is one move of a game by chance on 19x19: checked, played, undone and
// played again.
func BenchmarkPlay(b *testing.B) {
	at, _ := NewBoard(board.Size{Cols: 19, Rows: 19})
	empty, r, c := *at, uint64(1), board.Black
	for n := 0; b.Loop(); {
		p := at.size.Point(int(uint64(board.SplitMix(&r)) % 361))
		if at.Check(c, p) == nil {
			at.Undo(at.Play(c, p))
			at.Play(c, p)
			c, n = c.Other(), n+1
		}
		if n == 400 {
			*at, n = empty, 0
		}
	}
}
