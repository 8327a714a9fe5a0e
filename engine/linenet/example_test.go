package linenet_test

import (
	"bytes"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/linenet"
)

// A network that knows nothing of lines, but that positions in state 2 are half a unit better
// than they look.
func ExampleSums() {
	numbers := &linenet.Numbers{}
	numbers.States[2] = 0.5
	var file bytes.Buffer
	if err := (linenet.File{numbers, numbers}).Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	net, err := linenet.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	const mostStones, scale = 4, 260
	s := linenet.NewSums(net, board.Size{Cols: 15, Rows: 15}, mostStones, scale)
	s.Begin(func(board.Point) board.Color { return board.Empty })
	s.Put(board.At(7, 7), board.Black)
	fmt.Println(s.Correction(0, board.White), s.Correction(2, board.White))
	// Output: 0 130
}
