package pointmap

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Every point of the game has a place of its own on the board, and no other place
// is the game's.
func TestMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, board.MaxSide)
		in := Map{Board: board.Size{Cols: side.Draw(t, "columns"), Rows: side.Draw(t, "rows")}}
		in.Game = board.Size{Cols: rapid.IntRange(1, in.Board.Cols).Draw(t, "of them"), Rows: rapid.IntRange(1, in.Board.Rows).Draw(t, "of these")}
		states, seen := make([]hw.State, in.Board.Count()), 0
		for n := range states {
			if p := in.Point(n); p != board.Nowhere {
				seen++
				if in.Index(p) != n {
					t.Fatalf("%v: %d is %s, which is %d", in.Board, n, p, in.Index(p))
				}
				states[n] = hw.Black
			}
		}
		if seen != in.Game.Count() {
			t.Fatalf("%v: %d points", in.Board, seen)
		}
		for n, s := range in.Frame(states) {
			if s != hw.Black {
				t.Fatalf("%v: the game's %d shows %v", in.Board, n, s)
			}
		}
		p := hw.Picture{Points: make([]hw.Signal, in.Game.Count()), Edge: hw.YourTurn}
		p.Points[0] = hw.Extra
		if all := in.Picture(p); all.Edge != p.Edge || all.Points[in.Index(board.At(0, 0))] != hw.Extra {
			t.Fatalf("%v: the picture is not where the game is", in.Board)
		}
		if in.Point(-1) != board.Nowhere || in.Point(in.Board.Count()) != board.Nowhere {
			t.Fatal("a number that the board does not have")
		}
	})
}

// Sensors and lamps may be turned and mirrored.
func TestLie(t *testing.T) {
	size := board.Size{Cols: 3, Rows: 3}
	l := Map{Board: size, Game: size}
	l.Lie(&calib.Calibration{Board: calib.Board{Cols: 3, Rows: 3}, Sensors: calib.Orientation{Quarters: 1}, Lamps: calib.Orientation{Mirror: true}})
	got := l.Frame([]hw.State{hw.Black, hw.White})
	want := []hw.State{hw.Unknown, hw.Unknown, hw.Unknown, hw.White, hw.Unknown, hw.Unknown, hw.Black, hw.Unknown, hw.Unknown}
	if !slices.Equal(got, want) {
		t.Errorf("frame %v, want %v", got, want)
	}
	p := l.Picture(hw.Picture{Points: []hw.Signal{hw.Extra, 0, hw.Confirm}, Edge: hw.Paused})
	if want := []hw.Signal{hw.Confirm, 0, hw.Extra, 0, 0, 0, 0, 0, 0}; !slices.Equal(p.Points, want) || p.Edge != hw.Paused {
		t.Errorf("picture %v, want %v", p, want)
	}
	levels := l.Levels([]hw.Level{{Zero: 0}, {Zero: 1}, {Zero: 2}, {Zero: 3}, {Zero: 4}, {Zero: 5}, {Zero: 6}, {Zero: 7}, {Zero: 8}})
	if levels[0].Zero != 6 || levels[1].Zero != 3 {
		t.Errorf("levels %v", levels)
	}
	none := Map{Board: size, Game: size}
	f := []hw.State{hw.Black}
	if got := none.Frame(f); &got[0] != &f[0] {
		t.Error("a map that changes nothing copies")
	}
	if n := testing.AllocsPerRun(100, func() { l.Frame(f) }); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}
