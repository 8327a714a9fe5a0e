package eval_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// A turn is worth what its stones make for one side and keep from the other.
func ExampleShapeParams_Turn() {
	pos, err := connect.New(connect.Board, eval.DefaultRoads.Values())
	if err != nil {
		fmt.Println(err)
		return
	}
	pos.Play(board.At(9, 9))
	near, far := connect.Pair(board.At(9, 10), board.At(10, 9)), connect.Pair(board.At(0, 0), board.At(18, 18))
	worth := func(m connect.Move) int32 {
		pos.PlayMove(m)
		defer pos.TakeMove(m)
		return eval.DefaultShapes.Turn(pos, board.White, m).Total()
	}
	fmt.Println(worth(near) > worth(far))
	// Output: true
}
