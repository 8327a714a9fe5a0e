package tactics_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/weiqi/tactics"
)

// A Black group on the edge has room for three points in a row. Who plays first in the
// middle of them decides.
func ExampleSolver_Solve() {
	size := board.Size{Cols: 7, Rows: 3}
	var stones tactics.Stones
	for _, p := range []board.Point{board.At(1, 1), board.At(2, 1), board.At(3, 1), board.At(4, 1), board.At(4, 0), board.At(0, 1)} {
		stones[p] = board.Black
	}
	for _, p := range []board.Point{board.At(0, 2), board.At(1, 2), board.At(2, 2), board.At(3, 2), board.At(4, 2), board.At(5, 1), board.At(5, 0)} {
		stones[p] = board.White
	}
	stones[board.At(0, 0)] = board.Black
	solver := tactics.NewSolver()
	for _, first := range []board.Color{board.White, board.Black} {
		a := solver.Solve(size, &stones, tactics.Question{
			Target: board.At(1, 1), First: first, Goal: tactics.Kill, Ko: board.Nowhere,
		})
		fmt.Println(first, a.Result, a.Line[0])
	}
	// Output:
	// white won C1
	// black won C1
}
