package gomoku_test

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Black has four in a row with one end open.
func ExampleNew() {
	five, err := gomoku.New("five", five.DefaultOptions(), time.Now)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.New(game.Freestyle())
	for i, p := range []board.Point{board.At(5, 7), board.At(4, 7), board.At(6, 7), board.At(5, 8), board.At(7, 7), board.At(6, 8), board.At(8, 7), board.At(7, 8)} {
		if err := g.Play(game.Turn{Color: []board.Color{board.Black, board.White}[i%2], Points: []board.Point{p}}); err != nil {
			fmt.Println(err)
			return
		}
	}
	a, err := five.Choose(context.Background(), player.Question{Position: player.At(g), Limits: limit.Limits{Nodes: 1000}}, nil)
	fmt.Println(a.Points, err)
	// Output: [J8] <nil>
}
