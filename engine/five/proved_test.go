package five

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// TestProvedOnlyByProof: a win or loss that alpha-beta scores is no proof; a win of the
// solver is, and a loss to more fives than a stone stops.
func TestProvedOnlyByProof(t *testing.T) {
	for _, c := range []struct {
		name, stones string
		won, proved  bool
	}{
		{"a win of alpha-beta", "F7 H10 F8 I6 G7 H7 G8 G6 F6 F5", true, false},
		{"a loss of alpha-beta", "J9 I6 I10 K8 J10 J8 K10 L10 I8", false, false},
		{"a straight four", "H8 A1 I8 A3 J8 A5", true, true},
		{"a five", "H8 A1 I8 A3 J8 A5 K8 A7", true, true},
		{"two fives to stop", "H8 A1 I8 A3 J8 A5 K8", false, true},
	} {
		size := board.Size{Cols: 15, Rows: 15}
		e := New(size, game.FiveOrMore, time.Now)
		color := board.Black
		for _, name := range strings.Fields(c.stones) {
			p, err := size.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			e.Put(p, color)
			color = color.Other()
		}
		f := e.Search(t.Context(), color, limit.Limits{Nodes: 16000}, nil)
		if c.won != (f.Score >= Proved) || c.won == (f.Score <= -Proved) || f.Proved != c.proved {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}
