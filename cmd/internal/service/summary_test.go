package service

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

func TestSummary(t *testing.T) {
	moves := func(n int) [][]string { return make([][]string, n) }
	for _, c := range []struct {
		s    api.Snapshot
		want string
	}{
		{api.Snapshot{Game: "connect6", Phase: api.PhaseHuman, ToMove: board.Black, Moves: apitest.Turns(moves(11)), Link: true},
			"connect6, turn 12, black to move, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseHuman, ToMove: board.Black, Moves: apitest.Turns(moves(2)), Link: true, Pondering: true},
			"connect6, turn 3, black to move, pondering, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseThinking, ToMove: board.White, Moves: apitest.Turns(moves(1)), Link: true, Sim: true},
			"connect6, turn 2, white to move, thinking, simulated board"},
		{api.Snapshot{Game: "connect6", Phase: api.PhasePlace, ToMove: board.White, Moves: apitest.Turns(moves(1)), Link: true, Arm: true, ArmState: "working"},
			"connect6, turn 2, white to move, waiting for its stones to be placed, link up, arm working"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseOff, ToMove: board.White, Moves: apitest.Turns(moves(1)), Link: true},
			"connect6, turn 2, white to move, shutting down, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseLost, ToMove: board.White, Moves: apitest.Turns(moves(1))},
			"connect6, turn 2, white to move, link lost"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseOver, Result: "white", Moves: apitest.Turns(moves(30)), Link: true},
			"connect6, over after 30 turns, white won, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseOver, Result: "draw", Moves: apitest.Turns(moves(180)), Link: true, Fault: "point J10 does not answer"},
			"connect6, over after 180 turns, a draw, link up, fault: point J10 does not answer"},
	} {
		if got := Summary(&c.s); got != c.want {
			t.Errorf("summary %q, want %q", got, c.want)
		}
	}
}
