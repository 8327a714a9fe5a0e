package renju_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/renju"
)

// Two open threes that cross make a point forbidden for Black.
func ExampleBoard_Foul() {
	b := renju.New(board.Size{Cols: 15, Rows: 15})
	for _, p := range []board.Point{board.At(5, 7), board.At(6, 7), board.At(7, 5), board.At(7, 6)} {
		b.Put(p, board.Black)
	}
	fmt.Println(b.Foul(board.At(7, 7)) == renju.DoubleThree)
	// Output:
	// true
}
