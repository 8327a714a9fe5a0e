package game

import (
	"testing"

	"stonehand/engine/board"
)

// Who captures enough stones first has won, at once; a take-back takes that back.
func TestCaptureGo(t *testing.T) {
	first := []string{"B2", "B1", "C1", "D4", "A1"} // B1 is captured
	for _, tt := range []struct {
		capture int
		moves   []string
		want    Result
	}{
		{1, first, Result{Over: true, Winner: board.Black, Reason: ByCapture, Score: "B+1"}},
		{2, first, Result{}},
		{2, append(first, "E5", "C5", "D5", "C4", "E4", "B5", "D3"), Result{}},
		{1, []string{"A1", "A2", "E5", "B1"}, Result{Over: true, Winner: board.White, Reason: ByCapture, Score: "W+1"}},
		{2, append(first, "pass", "pass"), Result{Over: true, Winner: board.Black, Reason: ByCapture, Score: "B+1"}},
		{3, []string{"C3", "pass", "pass"}, Result{Over: true, Reason: ByCapture, Score: "0"}},
		{0, first, Result{}},
	} {
		g := New(onBoard(5, Terms{Capture: tt.capture}))
		put(t, g, tt.moves...)
		r := g.Result()
		if r.Over != tt.want.Over || r.Winner != tt.want.Winner || r.Reason != tt.want.Reason || r.Score != tt.want.Score {
			t.Errorf("to %d, %v: %+v, want %+v", tt.capture, tt.moves, r, tt.want)
		}
		if g.Counting() {
			t.Errorf("to %d, %v: it is counted", tt.capture, tt.moves)
		}
		if again := g.Clone(); again.Result().Score != r.Score {
			t.Errorf("a clone stands otherwise: %+v", again.Result())
		}
		if r.Over {
			if g.Undo(); g.Result().Over {
				t.Errorf("to %d: the last move taken back, the game is still over", tt.capture)
			}
		}
	}
	text, err := Terms{Preset: "aga", Capture: 5}.MarshalText()
	var back Terms
	if err != nil || string(text) != "aga capture 5" || back.UnmarshalText(text) != nil || back.Capture != 5 {
		t.Errorf("%s, %v: %+v", text, err, back)
	}
	for _, bad := range []string{"capture", "capture x", "capture -1", "capture 21"} {
		if back.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if (Terms{Capture: 99}).Check(board.Size{Cols: 9, Rows: 9}) == nil {
		t.Error("99 stones are taken")
	}
}
