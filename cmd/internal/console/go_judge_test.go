package console

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// The same stones on another board are another position.
func TestDeadStonesAreOfTheirBoard(t *testing.T) {
	var j judge
	stone := board.At(4, 2)
	for _, side := range []int{5, 19} {
		b, err := weiqi.NewBoard(board.Size{Cols: side, Rows: side})
		if err != nil {
			t.Fatal(err)
		}
		for y := range 5 {
			b.Play(board.Black, board.At(2, y))
		}
		b.Play(board.White, stone)
		if dead := j.of(b); dead.Has(stone) != (side == 5) {
			t.Errorf("on a board of %d, the stone on %v is dead: %v", side, stone, dead.Has(stone))
		}
	}
}
