package board_test

import (
	"fmt"

	"stonehand/engine/board"
)

// People write columns from A, I included, and rows from the bottom; contest records
// write two letters.
func ExampleSize_Parse() {
	size := board.Size{Cols: 19, Rows: 19}
	p, err := size.Parse("J10", board.Algebraic)
	fmt.Println(p, p == size.Center(), err)
	_, err = size.Parse("T1", board.Algebraic)
	fmt.Println(err)
	// Output:
	// J10 true <nil>
	// "T1" is off the board: points go from A1 to S19
}
