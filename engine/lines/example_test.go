package lines_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/lines"
)

// A stone is next to a point on the row, and not on the column.
func ExampleSet_Put() {
	all := lines.Of(board.Size{Cols: 15, Rows: 15})
	all.Put(board.At(7, 7), board.Black)
	for d := range 2 {
		l, bit := lines.Place(board.At(8, 7), d)
		fmt.Println(board.Color(all[d][l] >> (bit - 2) & 3))
	}
	// Output:
	// black
	// empty
}
