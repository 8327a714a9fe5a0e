package service

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

func TestSummary(t *testing.T) {
	moves := func(n int) [][]string { return make([][]string, n) }
	opens := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
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
		// Nobody plays the game that stands there.
		{api.Snapshot{Game: "connect6", Phase: api.PhaseClosed, ToMove: board.Black, Link: true, Sim: true, Attract: &api.Attract{Opens: &opens}},
			"closed until Monday, 2026-11-30 14:00, simulated board"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseClosed, ToMove: board.Black, Link: true, Attract: &api.Attract{}}, "closed, link up"},
		{api.Snapshot{Game: "renju", Phase: api.PhaseAttract, Result: "black", Link: true, Attract: &api.Attract{Scene: "demo"}},
			"nobody is there, showing a game of renju, link up"},
		{api.Snapshot{Game: "go", Phase: api.PhaseAttract, ToMove: board.White, Link: true, Attract: &api.Attract{Scene: "lesson"}},
			"nobody is there, showing the rules of go, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseAttract, ToMove: board.White, Link: true, Attract: &api.Attract{Scene: "clear"}},
			"nobody is there, waiting for the board to be cleared, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseAttract, ToMove: board.White, Link: true, Attract: &api.Attract{Scene: "offer"}},
			"nobody is there, offering the unfinished game, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseReview, ToMove: board.White, Link: true}, "leading people through a recorded game, link up"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseCalibrate, ToMove: board.White}, "being calibrated, link lost"},
		{api.Snapshot{Game: "connect6", Phase: api.PhaseRemote, ToMove: board.White, Link: true}, "connect6, turn 1, white to move, waiting for the remote opponent, link up"},
		{api.Snapshot{Game: "gomoku", Phase: api.PhaseChoose, ToMove: board.White, Link: true}, "gomoku, turn 1, white to move, waiting for a choice in the opening, link up"},
		{api.Snapshot{Game: "go", Phase: api.PhaseCount, ToMove: board.Black, Link: true}, "go, turn 1, black to move, being counted, link up"},
	} {
		if got := Summary(&c.s); got != c.want {
			t.Errorf("summary %q, want %q", got, c.want)
		}
	}
}
