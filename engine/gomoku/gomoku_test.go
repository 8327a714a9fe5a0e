package gomoku

import (
	"context"
	"errors"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/renju"
)

// Every player answers soon after it is told to, whatever its limits, with a point
// that is allowed.
func TestPlayersEnd(t *testing.T) {
	rules := game.Renju()
	g := game.New(rules)
	b := renju.New(rules.Board)
	for i, name := range []string{"H8", "I9", "J8", "H10", "G7", "I7", "K9", "J10", "F9", "G10", "L7", "E8"} {
		p, err := rules.Board.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		turn := game.Turn{Color: [2]board.Color{board.Black, board.White}[i%2], Points: []board.Point{p}}
		if err := g.Play(turn); err != nil {
			t.Fatal(err)
		}
		b.Put(p, turn.Color)
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			p, err := New(name, five.DefaultOptions(), time.Now)
			if err != nil {
				t.Fatal(err)
			}
			hurry := make(chan struct{})
			time.AfterFunc(100*time.Millisecond, func() { close(hurry) })
			a, err := p.Choose(t.Context(), player.Question{Position: player.At(g), Hurry: hurry}, nil)
			if err != nil || len(a.Points) != 1 || !b.Empty(a.Points[0]) || b.Foul(a.Points[0]) != renju.None {
				t.Errorf("it plays %v, %v", a.Points, err)
			}
			over, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := p.Choose(over, player.Question{Position: player.At(g)}, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("after the end: %v", err)
			}
		})
	}
}

func TestUnknownPlayer(t *testing.T) {
	if p, err := New("nobody", five.DefaultOptions(), time.Now); err == nil {
		t.Errorf("%v", p)
	}
}
