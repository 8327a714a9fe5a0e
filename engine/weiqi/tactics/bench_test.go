package tactics

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// A board that was played full at random has many small groups and nothing settled: far
// more questions than a finished game of people.
func BenchmarkDead(b *testing.B) {
	position, err := weiqi.NewBoard(board.Size{Cols: 19, Rows: 19})
	if err != nil {
		b.Fatal(err)
	}
	seed := uint64(16)
	for i := range 240 {
		p := position.Size().Point(int(board.SplitMix(&seed) % 361))
		if c := board.Black + board.Color(i&1); position.Check(c, p) == nil {
			position.Play(c, p)
		}
	}
	s := NewSolver()
	for b.Loop() {
		s.Dead(position)
	}
}
