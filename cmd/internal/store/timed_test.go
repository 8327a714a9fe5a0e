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
	f.Game.End(game.Result{Winner: board.Black, Reason: game.ByTime})
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
	if _, err := sgf.ReadAny(text); err != nil {
		t.Error(err)
	}
}
