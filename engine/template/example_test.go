package template_test

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/template"
)

// Four in a row with one end closed leave one point to win on.
func ExampleEngine_Search() {
	e := template.NewEngine(board.Size{Cols: 15, Rows: 15}, game.FiveOrMore, time.Now)
	e.Put(board.At(4, 7), board.White)
	for x := 5; x < 9; x++ {
		e.Put(board.At(x, 7), board.Black)
		e.Put(board.At(2*x-10, 0), board.White)
	}
	f := e.Search(context.Background(), board.Black, limit.Limits{Nodes: 10_000})
	fmt.Println(f.Move == board.At(9, 7))
	// Output: true
}
