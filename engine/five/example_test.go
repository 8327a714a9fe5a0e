package five_test

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Three in a row become a straight four, and that a five.
func ExampleEngine_Search() {
	e := five.New(board.Size{Cols: 15, Rows: 15}, game.FiveOrMore, time.Now)
	for x := 6; x < 9; x++ {
		e.Put(board.At(x, 7), board.Black)
		e.Put(board.At(2*x-12, 0), board.White)
	}
	f := e.Search(context.Background(), board.Black, limit.Limits{Nodes: 10_000}, nil)
	fmt.Println("a five in", five.Win-f.Score, "stones of both sides")
	// Output: a five in 3 stones of both sides
}
