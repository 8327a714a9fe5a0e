package joseki_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
)

// Black has kicked the stone that approaches the star point in the upper right corner.
func ExampleBook_Next() {
	size := board.Size{Cols: 19, Rows: 19}
	b, err := weiqi.NewBoard(size)
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Play(board.Black, board.At(15, 15))
	b.Play(board.White, board.At(16, 13))
	b.Play(board.Black, board.At(16, 14))
	for _, m := range joseki.All().Next(b, board.White) {
		if m.Corner == 3 {
			fmt.Println(size.Name(m.Point, board.GTP), m.Joseki[0].English, m.Joseki[0].Chinese)
		}
	}
	// Output:
	// Q14 Star point: kick and extension 星：尖顶定式
}
