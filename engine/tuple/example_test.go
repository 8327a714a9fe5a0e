package tuple_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/tuple"
)

// The player takes the point with the highest score: here the fifth of a row.
func ExamplePlayer_Best() {
	p := tuple.New(board.Size{Cols: 15, Rows: 15})
	for x := 3; x < 7; x++ {
		p.Put(board.At(x, 7), board.Black)
	}
	p.Put(board.At(7, 7), board.White)
	fmt.Println(p.Best(board.Black, func(board.Point) bool { return true }))
	// Output: C8
}
