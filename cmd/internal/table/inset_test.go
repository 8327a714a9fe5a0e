package table

import (
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Renju on a board of 19x19 is played in its middle: stones, lights and masked
// points are where the board has them, what lies beyond is no part of it, and the
// next game of Connect6 takes the whole board again.
func TestGameInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nineteen := board.Size{Cols: 19, Rows: 19}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Games, c.Human = []game.Rules{game.Renju(), game.Connect6()}, api.Colors{board.White}
			c.Masked = []board.Point{board.At(0, 0), board.At(2, 3)} // by the board's names: beyond, and A2 of the game
		})
		defer r.stop()
		put := func(x, y int, s hw.State) {
			t.Helper()
			if err := r.board.Put(nineteen.Index(board.At(x, y)), s); err != nil {
				t.Fatal(err)
			}
		}
		r.thinker.say(func(player.Question) ([]board.Point, error) { return []board.Point{board.At(7, 7)}, nil })
		r.pass(3 * time.Second)
		s := r.phase(api.PhasePlace)
		if s.Cols != 15 || s.Board != (api.Area{Cols: 19, Rows: 19, Left: 2, Bottom: 2}) || len(s.Wanted) != 1 || s.Wanted[0].String() != "H8" {
			t.Fatalf("%+v wants %v", s.Board, s.Wanted)
		}
		lit := r.board.Lights().Points
		if lit[nineteen.Index(board.At(9, 9))] != hw.PlaceBlack || lit[nineteen.Index(board.At(1, 1))] != hw.LastMove || lit[nineteen.Index(board.At(17, 17))] != hw.LastMove {
			t.Error("the lights are not where the game is")
		}
		put(0, 5, hw.White) // beyond the game
		put(9, 9, hw.Black)
		r.pass(2 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 1 || len(s.Marks) != 0 {
			t.Errorf("%d turns, marks %v", len(s.Moves), s.Marks)
		}
		put(2, 2, hw.White) // A1 of the game
		r.pass(2 * time.Second)
		if s := r.table.Snapshot(); len(s.Moves) != 2 || s.Moves[1][0].String() != "A1" {
			t.Errorf("turns %v", s.Moves)
		}
		r.do(api.Command{Do: api.DoNewGame, Game: "connect6", Human: api.Colors{board.Black, board.White}})
		r.pass(2 * time.Second)
		s = r.phase(api.PhaseClear)
		if s.Cols != 19 || s.Board != (api.Area{Cols: 19, Rows: 19}) || len(s.Stones) != 3 {
			t.Errorf("%+v, stones %v", s.Board, s.Stones)
		}
	})
}
