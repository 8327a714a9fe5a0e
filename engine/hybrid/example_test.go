package hybrid_test

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
)

// The document's own mix ranks candidates by roads and judges leaves by shapes.
func ExampleSearch_Think() {
	s, err := hybrid.New(connect.Board, eval.DefaultRoads)
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Set(hybrid.Options{Mix: hybrid.RoadShape, Width: 10, Roads: eval.DefaultRoads, Shapes: eval.DefaultShapes})
	pos, err := connect.New(connect.Board, eval.DefaultRoads.Values())
	if err != nil {
		fmt.Println(err)
		return
	}
	pos.Play(board.At(9, 9))
	var c limit.Clock
	c.Start(context.Background(), limit.Limits{Depth: 2}, time.Now)
	f := s.Think(&c, pos, false, nil)
	fmt.Println(f.Depth, f.Move.Stones())
	// Output: 2 2
}
