package game_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// A turn that breaks the rules is refused and changes nothing.
func ExampleGame() {
	g := game.New(game.Connect6())
	fmt.Println(g.Play(game.Turn{Color: board.Black, Points: []board.Point{board.At(9, 9)}}))
	side, stones := g.Due()
	fmt.Println(side, stones)
	fmt.Println(g.Play(game.Turn{Color: board.White, Points: []board.Point{board.At(9, 9), board.At(9, 10)}}))
	fmt.Println(g.Count(), g.Result().Over)
	// Output:
	// <nil>
	// white 2
	// J10: a stone stands there already
	// 1 false
}
