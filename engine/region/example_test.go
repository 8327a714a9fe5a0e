package region_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/region"
)

// Both methods find the same value; alpha-beta looks at fewer boards.
func ExamplePlayer_Search() {
	p := region.New(board.Size{Cols: 7, Rows: 7})
	p.Put(board.At(3, 3), board.Black)
	p.Put(board.At(3, 4), board.White)
	all, _ := p.Search(board.Black, region.Minimax, 2, nil)
	cut, _ := p.Search(board.Black, region.AlphaBeta, 2, nil)
	fmt.Println(all.Score == cut.Score, cut.Nodes < all.Nodes)
	// Output: true true
}
