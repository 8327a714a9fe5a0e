package search

import (
	"testing"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/limit"
)

// TestUnfinishedIterationKeepsTheTurn: an iteration that is cut short after its score
// fell below the window does not play the first turn that it tried again, which no
// other has been compared with.
func TestUnfinishedIterationKeepsTheTurn(t *testing.T) {
	for _, c := range []struct {
		stones string
		nodes  uint64
		want   string
	}{
		{"J10 K7 M7 J9 I10 J7 K8 I3 Q15 N7 I9 L7 J11 L9 M10 I6 N11 M8 M9 M6 M11 K10 P11", 620, "O6 K11"},
		{"J10 K7 L7 J7 M7 J8 K9 K8 M10 J9 L9 M8 I9 E6 M9 O9 N10 L10 M11 I7 N12 S4 L12 N8 L11 L6 N9 L8 F14 I6 P8 D2 A16 M5 N6 O3 J6 F6 G10 P10 R10 Q10 Q11", 15_000, "Q9 O11"},
	} {
		o := DefaultOptions()
		o.Book, o.TableMB = false, 8
		e := newEngine(t, connect.Board, o)
		e.Position().CopyFrom(connecttest.Played(t, c.stones))
		var complete Found
		f := e.Search(t.Context(), limit.Limits{Nodes: c.nodes}, func(f Found) { complete = f })
		if f.Move.String() != c.want || complete.Move != f.Move || f.Score != complete.Score {
			t.Errorf("after %d nodes %v with %d, want %s, as the iteration before with %d", f.Nodes, f.Move, f.Score, c.want, complete.Score)
		}
	}
}

// TestInternalDeepeningLeavesNoLine: what a shallower search finds at the root is not
// played where the clock runs out within it.
func TestInternalDeepeningLeavesNoLine(t *testing.T) {
	o := DefaultOptions()
	o.Book = false
	e := newEngine(t, connect.Board, o)
	e.Position().CopyFrom(connecttest.Played(t, "J10 I9 K10 J11 K11"))
	cut := 0
	for nodes := uint64(50); nodes < 1000; nodes += 50 {
		e.Forget()
		c := e.begin(t.Context(), limit.Limits{Nodes: nodes})
		e.tree.begin(c)
		e.tree.internalMove(5*turn, 0, -infinity, infinity)
		if c.Over {
			cut++
		}
		if n := e.tree.plies[0].length; n != 0 {
			t.Fatalf("after %d nodes it leaves a line of %d turns", nodes, n)
		}
	}
	if cut < 5 {
		t.Errorf("only %d searches were cut short", cut)
	}
}
