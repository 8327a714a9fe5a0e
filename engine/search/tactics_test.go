package search

import (
	"os"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// tacticNodes is how many turns a search may try to find the win of a tactic; a
// part of it is the solver's.
const tacticNodes = 100_000

// TestTacticsAreFound lets the engine search the positions of
// testdata/tactics.txt, in each of which the side to move has a forced win:
// made and verified by "stonehand study tactics".
func TestTacticsAreFound(t *testing.T) {
	text, err := os.ReadFile("testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Book, o.TableMB = false, 4
	e := newEngine(t, connect.Board, o)
	n := 0
	var most uint64
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		n++
		if testing.Short() && n%20 != 0 {
			continue
		}
		stones, turns, _ := strings.Cut(line, " | ")
		pos := e.Position()
		pos.Reset()
		for _, word := range strings.Fields(stones) {
			p, err := connect.Board.Parse(word, board.Algebraic)
			if err != nil || !pos.Free(p) {
				t.Fatalf("line %d: %s: %v", i+1, word, err)
			}
			pos.Play(p)
		}
		r := e.Search(t.Context(), limit.Limits{Nodes: tacticNodes}, nil)
		if r.Score < Proved {
			t.Errorf("line %d: after %d turns tried, the win in %s turns is not found: %s %v, score %d", i+1, r.Nodes, turns, r.Source, r.Move, r.Score)
			continue
		}
		most = max(most, r.Nodes)
	}
	t.Logf("%d positions; at most %d turns were tried", n, most)
	if n < 200 {
		t.Errorf("only %d positions", n)
	}
}
