package store

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// A game on a clock is kept with what each side had left after its turns.
func TestTimedGameIsKept(t *testing.T) {
	f := finished("timed", 1)
	f.Reason = "time"
	f.Clock = clock.Control{Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second}
	f.Left = []clock.Side{{Main: 8 * time.Minute, Periods: 3, Period: 30 * time.Second}, {Periods: 2, Period: 30 * time.Second}}
	text, err := record(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"RE[B+T]", "TM[600]OT[3x30 byo-yomi]", "BL[30]OB[2])", "WL[480]"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	if _, err := sgf.ReadConnect6(text); err != nil {
		t.Error(err)
	}
}

// A position may be set up on a board of any size.
func TestPositionOnASmallBoardIsKept(t *testing.T) {
	f := finished("small", 1)
	f.Cols, f.Rows = 7, 7
	f.Start = game.Start{White: []board.Point{board.At(6, 6)}, ToMove: board.White}
	f.Turns = [][]board.Point{{board.At(0, 0), board.At(1, 1)}}
	text, err := record(f)
	if err != nil || !strings.Contains(string(text), "AW[GG]PL[W]") || !strings.Contains(string(text), ";W[AA];W[BB]") {
		t.Errorf("%v\n%s", err, text)
	}
	f.Start.White[0] = board.At(8, 8)
	if _, err := record(f); err == nil {
		t.Error("a stone off the board is kept")
	}
}
