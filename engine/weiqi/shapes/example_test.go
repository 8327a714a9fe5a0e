package shapes_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/shapes"
)

// Two stones stand beside two of the opponent's: the head of the two.
func ExampleLibrary_Find() {
	b, err := weiqi.NewBoard(board.Size{Cols: 9, Rows: 9})
	if err != nil {
		fmt.Println(err)
		return
	}
	for y := 3; y < 5; y++ {
		b.Play(board.White, board.At(3, y))
		b.Play(board.Black, board.At(4, y))
	}
	for _, m := range shapes.All().Find(b, board.Black) {
		fmt.Println(b.Size().Name(m.Point, board.GTP), m.Shape.English, m.Shape.Chinese)
	}
	// Output:
	// D3 Hane at the head of two stones 二子头必扳
	// D6 Hane at the head of two stones 二子头必扳
}
