package game

import (
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/opening"
)

// Connect6 with a swap: one player puts down the first two turns, the other takes a
// colour, and then Black moves with two stones.
func TestSwap(t *testing.T) {
	for _, choice := range []opening.Choice{opening.TakeWhite, opening.TakeBlack} {
		r, err := Opened(Connect6(), opening.Swap)
		if err != nil {
			t.Fatal(err)
		}
		g := New(r)
		play := func(c board.Color, points ...board.Point) {
			t.Helper()
			if side := g.Side(); side != board.Black {
				t.Errorf("turn %d is put down by %s, not by who began", len(g.Turns())+1, side)
			}
			if color, due := g.Due(); color != c || due != len(points) {
				t.Errorf("turn %d: %d stones of %s", len(g.Turns())+1, due, color)
			}
			if err := g.Play(Turn{Color: c, Points: points}); err != nil {
				t.Fatal(err)
			}
		}
		play(board.Black, board.At(9, 9))
		play(board.White, board.At(8, 8), board.At(7, 7))
		if side := g.Side(); side != board.White || !slices.Equal(g.Choices(), []opening.Choice{opening.TakeWhite, opening.TakeBlack}) {
			t.Fatalf("%s chooses from %v", side, g.Choices())
		}
		if err := g.Play(Turn{Color: board.Black, Points: []board.Point{board.At(1, 1), board.At(2, 2)}}); err == nil {
			t.Error("a turn before the choice was played")
		}
		if err := g.Choose(choice); err != nil {
			t.Fatal(err)
		}
		want := opening.First
		if choice == opening.TakeBlack {
			want = opening.Second
		}
		if got := g.BlackPlayer(); got != want {
			t.Errorf("after %s, player %d has Black", choice, got)
		}
		if c, due := g.Due(); c != board.Black || due != 2 || g.Side() != board.Black {
			t.Errorf("after %s, %d stones of %s are due", choice, due, c)
		}
		if !g.Unchoose() || len(g.Choices()) != 2 {
			t.Error("the choice is not taken back")
		}
	}
	if _, err := Opened(Connect6(), opening.Swap2); err == nil {
		t.Error("Connect6 begins with swap2")
	}
	if slices.Contains(Openings(Renju()), opening.Swap) {
		t.Error("Renju begins with Connect6's swap")
	}
}
