package tactics_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/tactics"
)

// A Black group on the edge has room for three points in a row. Who plays first in the
// middle of them decides.
func ExampleSolver_Solve() {
	position, err := weiqi.NewBoard(board.Size{Cols: 7, Rows: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range []board.Point{board.At(1, 1), board.At(2, 1), board.At(3, 1), board.At(4, 1), board.At(4, 0), board.At(0, 1), board.At(0, 0)} {
		position.Play(board.Black, p)
	}
	for _, p := range []board.Point{board.At(0, 2), board.At(1, 2), board.At(2, 2), board.At(3, 2), board.At(4, 2), board.At(5, 1), board.At(5, 0)} {
		position.Play(board.White, p)
	}
	solver := tactics.NewSolver()
	for _, first := range []board.Color{board.White, board.Black} {
		a := solver.Solve(position, tactics.Question{
			Target: board.At(1, 1), First: first, Goal: tactics.Kill,
		})
		fmt.Println(first, a.Result, a.Line[0])
	}
	// Output:
	// white won C1
	// black won C1
}
