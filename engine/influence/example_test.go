package influence_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/influence"
)

// Which side is ahead, what the next stone would add, and whose the corner is.
func Example() {
	size := board.Size{Cols: 9, Rows: 9}
	var stones influence.Stones
	stones[board.At(2, 2)] = board.Black
	stones[board.At(6, 6)] = board.White

	var m influence.Map
	m.Set(size, &stones)
	fmt.Println("balance:", m.Balance())

	after := stones
	after[board.At(4, 4)] = board.Black
	fmt.Println("the middle is worth:", influence.Worth(size, &stones, &after, board.Black))

	var f influence.Forces
	f.Set(size, &stones)
	black, white := influence.Count(size, f.Owner)
	fmt.Println("territory:", black, white, f.Owner(board.At(1, 1)))
	// Output:
	// balance: 0
	// the middle is worth: 1444
	// territory: 1 1 black
}
