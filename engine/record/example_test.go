package record_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// Events lead to a game; one that does not fit is refused, and changes nothing.
func ExampleGame_Plan() {
	g := record.New([]game.Rules{game.Freestyle()}, record.Seats{}, clock.Control{})
	h8 := board.At(7, 7)
	for _, e := range []record.Event{
		record.Begun{ID: "a", Rules: "gomoku"},
		record.Played{Color: board.Black, Points: []board.Point{h8}},
		record.Played{Color: board.White, Points: []board.Point{h8}},
		record.Ended{Reason: game.ByResign, Loser: board.White},
	} {
		fact, err := g.Plan(record.Line{Seq: g.Seq + 1, Event: e})
		if err != nil {
			fmt.Println(err)
			continue
		}
		g.Apply(fact)
	}
	fmt.Println(g.Seq, g.Game.Result().Winner)
	// Output:
	// H8: a stone stands there already
	// 3 black
}
