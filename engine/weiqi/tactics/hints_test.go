package tactics

import (
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// drawn puts up a position: X is Black, O White; the upper row first.
func drawn(t testing.TB, rows ...string) *weiqi.Board {
	t.Helper()
	b, err := weiqi.NewBoard(board.Size{Cols: len(rows[0]), Rows: len(rows)})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for x, c := range []byte(row) {
			switch c {
			case 'X':
				b.Play(board.Black, board.At(x, len(rows)-1-i))
			case 'O':
				b.Play(board.White, board.At(x, len(rows)-1-i))
			}
		}
	}
	return b
}

// A group that a point in the middle kills or saves, a stone in atari that can run, and one
// that cannot and so is no hint for anybody.
func TestHints(t *testing.T) {
	b := drawn(t,
		".........",
		".X.......",
		"XO.......",
		".X.......",
		".........",
		".........",
		"OOOOOO...",
		"XXXXXO...",
		"X...XO..X",
	)
	for _, c := range []struct {
		color board.Color
		saves bool
		point string
	}{{board.Black, true, "C1"}, {board.White, false, "C1"}, {board.White, true, "C7"}, {board.Black, false, "C7"}} {
		hints := NewSolver().Hints(b, c.color, 0)
		if !slices.ContainsFunc(hints, func(h Hint) bool {
			return b.Size().Name(h.Point, board.GTP) == c.point && h.Saves(b) == c.saves && h.Result == Won
		}) {
			t.Errorf("%v: no hint at %s among %+v", c.color, c.point, hints)
		}
	}
	if hints := NewSolver().Hints(b, board.White, 0); hints[0].Stones != 7 {
		t.Errorf("the largest chain is not the first: %+v", hints)
	}
	// A budget of one node is soon used up.
	if hints := NewSolver().Hints(b, board.White, 1); len(hints) > 1 {
		t.Errorf("a budget of one node gave %+v", hints)
	}
}

func TestHintsOfAnEmptyBoard(t *testing.T) {
	if hints := NewSolver().Hints(drawn(t, "...", "..."), board.Black, 0); hints != nil {
		t.Errorf("hints %+v", hints)
	}
}

// White's corner would be killed, but the wall has two liberties, and C4 captures it in
// time: it is not lost.
func TestWeakWall(t *testing.T) {
	b := drawn(t,
		"..O.X....",
		".XOXX..X.",
		"OO.OX..O.",
		"OX.O..XX.",
		"X.X.OOOX.",
		"XX.O...X.",
		"OOX.OO.X.",
		".OXO...O.",
		"..XXO....",
	)
	a := NewSolver().Solve(b, Question{Target: board.At(1, 2), First: board.White, Goal: Kill})
	if a.Result == Lost {
		t.Errorf("lost, though the wall can be captured: %v", a.Line)
	}
}
