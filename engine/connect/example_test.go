package connect_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Black starts Connect6 with one stone; after that each side places two.
func ExamplePosition() {
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		fmt.Println(err)
		return
	}
	pos.PlayMove(connect.Move{A: board.At(9, 9), B: board.Nowhere})
	pos.PlayMove(connect.Pair(board.At(10, 10), board.At(8, 8)))
	fmt.Println(pos.Count(), pos.At(board.At(8, 8)), pos.Due(), pos.Over())
	// Output:
	// 3 white 2 false
}
