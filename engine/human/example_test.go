package human_test

import (
	"context"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/human"
	"stonehand/engine/player"
)

// Somebody who never overlooks a win, and leaves every turn to habit.
func ExampleNew() {
	somebody := human.New(human.Habits{Lapse: 1, Own: 1, Near: 1, Far: 1, Care: 1}, nil, 1)
	g := game.New(game.Freestyle())
	for i, p := range []board.Point{board.At(5, 7), board.At(4, 7), board.At(6, 7), board.At(5, 8), board.At(7, 7), board.At(6, 8), board.At(8, 7), board.At(7, 8)} {
		if err := g.Play(game.Turn{Color: []board.Color{board.Black, board.White}[i%2], Points: []board.Point{p}}); err != nil {
			fmt.Println(err)
			return
		}
	}
	a, err := somebody.Choose(context.Background(), player.Question{Position: player.At(g)}, nil)
	fmt.Println(a.Points, err)
	// Output: [J8] <nil>
}
