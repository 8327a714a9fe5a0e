package referee_test

import (
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

// A stone on the board becomes a turn when it has lain still for the settle time.
func ExampleReferee() {
	g := game.New(game.Connect6())
	settings := referee.Default()
	r := referee.New(settings, g)
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	r.Expect(now, g, referee.Ask{Task: referee.Play})

	var seen referee.Observation
	r.Step(now, &seen)
	seen[board.At(9, 9)] = referee.Black
	event, _ := r.Step(now, &seen)
	fmt.Printf("%T\n", event)
	event, _ = r.Tick(now.Add(settings.Settle))
	fmt.Printf("%T %v\n", event, event.(referee.Played).Turn.Points)
	// Output:
	// <nil>
	// referee.Played [J10]
}
