package five

import (
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// The solver at the root ends when its share of the time is over, and what is left
// goes to the search: the whole comes to an end when it has to.
func TestSolverEndsInTime(t *testing.T) {
	at := time.Time{}
	reads := 0
	now := func() time.Time { // a time that passes as it is looked at
		reads++
		at = at.Add(time.Millisecond)
		return at
	}
	e := New(board.Size{Cols: 15, Rows: 15}, game.FiveOrMore, now)
	// A position in the middle of a game in which there is much to attack with.
	for i, p := range [][2]int{{7, 7}, {5, 8}, {10, 10}, {10, 4}, {6, 4}, {6, 9}, {6, 7}, {5, 7}, {6, 6}, {6, 5}, {5, 5}, {4, 4}, {9, 9}, {8, 8}} {
		e.Put(board.At(p[0], 14-p[1]), []board.Color{board.Black, board.White}[i%2])
	}
	e.Search(t.Context(), board.Black, limit.Limits{Soft: 100 * time.Millisecond, Hard: 100 * time.Millisecond}, nil)
	if reads > 110 {
		t.Errorf("it looked at its clock %d times, 1 ms each, and had 100 ms", reads)
	}
}
