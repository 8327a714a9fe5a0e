package puzzle_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/puzzle"
)

func ExamplePuzzle_Try() {
	p := puzzle.Find("go-straight-three-white")
	v, err := p.Try([][]board.Point{{board.At(4, 0)}}, false)
	fmt.Println(p.Kind, v.Right, v.Solved, err)
	// Output: life true true <nil>
}
