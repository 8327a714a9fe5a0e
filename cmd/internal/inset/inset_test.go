package inset

import (
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/hw"
)

// Every point of the game has a place of its own on the board, and no other place
// is the game's.
func TestInset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, board.MaxSide)
		in := Inset{Board: board.Size{Cols: side.Draw(t, "columns"), Rows: side.Draw(t, "rows")}}
		in.Game = board.Size{Cols: rapid.IntRange(1, in.Board.Cols).Draw(t, "of them"), Rows: rapid.IntRange(1, in.Board.Rows).Draw(t, "of these")}
		states, seen := make([]hw.State, in.Board.Count()), 0
		for n := range states {
			if p := in.Point(n); p != board.Nowhere {
				seen++
				if in.Index(p) != n {
					t.Fatalf("%v: %d is %s, which is %d", in, n, p, in.Index(p))
				}
				states[n] = hw.Black
			}
		}
		if seen != in.Game.Count() {
			t.Fatalf("%v: %d points", in, seen)
		}
		for n, s := range in.Cut(states) {
			if s != hw.Black {
				t.Fatalf("%v: the game's %d shows %v", in, n, s)
			}
		}
		p := hw.Picture{Points: make([]hw.Signal, in.Game.Count()), Edge: hw.YourTurn}
		p.Points[0] = hw.Extra
		if all := in.Spread(p); all.Edge != p.Edge || all.Points[in.Index(board.At(0, 0))] != hw.Extra {
			t.Fatalf("%v: the picture is not where the game is", in)
		}
		if in.Point(-1) != board.Nowhere || in.Point(in.Board.Count()) != board.Nowhere {
			t.Fatal("a number that the board does not have")
		}
	})
}
