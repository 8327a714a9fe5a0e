package main

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/search"
)

// A five that can be made is told as a win, as at Connect6, not as many points.
func TestWinAtGomokuIsDecided(t *testing.T) {
	r := game.Freestyle()
	q := table.Question{Rules: r, Level: api.MaxLevel, Budget: time.Minute, Now: make(chan struct{})}
	color := board.Black
	for _, name := range []string{"H8", "A1", "H9", "A3", "H10", "A5", "H11", "A7"} {
		at, err := r.Board.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		q.Turns = append(q.Turns, game.Turn{Color: color, Points: []board.Point{at}})
		color = color.Other()
	}
	var last api.Thought
	points, err := shallow(t).Think(t.Context(), q, func(th api.Thought) { last = th })
	if err != nil || len(points) != 1 {
		t.Fatal(points, err)
	}
	if got := points[0].String(); got != "H7" && got != "H12" {
		t.Errorf("%s makes no five", got)
	}
	if last.Score < search.Proved || last.Score > search.Win {
		t.Errorf("the score is %d, a win is %d to %d", last.Score, search.Proved, search.Win)
	}
	if got := scoreOf("tuple", 800_000); got != 800_000 {
		t.Errorf("a score that proves nothing became %d", got)
	}
}
