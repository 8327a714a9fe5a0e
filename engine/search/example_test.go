package search_test

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// Black has three and three in lines that cross, and wins by threats alone.
func ExampleEngine_Search() {
	e, err := search.New(connect.Board, search.DefaultOptions(), time.Now)
	if err != nil {
		fmt.Println(err)
		return
	}
	pos := e.Position()
	for i := range 3 {
		pos.Put(board.At(3+i, 9), board.Black)
		pos.Put(board.At(9, 3+i), board.Black)
		pos.Put(board.At(2*i, 0), board.White)
		pos.Put(board.At(2*i, 18), board.White)
	}
	pos.SetTurn(board.Black, 2)
	r := e.Search(context.Background(), limit.Limits{Nodes: 10_000}, nil)
	fmt.Println(r.Source, "in", search.Win-r.Score, "turns of both sides")
	// Output: threat in 3 turns of both sides
}

// A study switches techniques off by their names.
func ExampleParseTechniques() {
	o := search.DefaultOptions()
	o.Off, _ = search.ParseTechniques("null+reverse")
	fmt.Println(o.Off == search.NullMove|search.ReverseFutility)
	_, err := search.ParseTechniques("magic")
	fmt.Println(err != nil)
	// Output:
	// true
	// true
}
