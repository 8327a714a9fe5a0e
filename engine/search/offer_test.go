package search

import (
	"os"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// What an engine offers of a position does not depend on what it has searched
// before.
func TestCandidatesForgetEarlierSearches(t *testing.T) {
	text, err := os.ReadFile("testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Book, o.TableMB = false, 1
	used, fresh := newEngine(t, connect.Board, o), newEngine(t, connect.Board, o)
	set := func(e *Engine, stones string) *connect.Position {
		pos := e.Position()
		pos.Reset()
		for _, word := range strings.Fields(stones) {
			p, err := connect.Board.Parse(word, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			pos.Play(p)
		}
		return pos
	}
	searched := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		stones, _, _ := strings.Cut(line, " | ")
		if strings.HasPrefix(line, "#") {
			continue
		}
		pos := set(used, stones)
		if pos.Due() < 2 || pos.Hot(pos.ToMove()) > 0 {
			continue
		}
		pos.SetTurn(pos.ToMove().Other(), 2)
		used.Search(t.Context(), limit.Limits{Depth: 2}, nil)
		if used.tree.zone.n == 0 {
			continue
		}
		var a, b [32]connect.Move
		set(used, "J10")
		set(fresh, "J10")
		if n, m := used.Candidates(a[:]), fresh.Candidates(b[:]); !slices.Equal(a[:n], b[:m]) {
			t.Fatalf("after %s: %v, want %v", stones, a[:n], b[:m])
		}
		if searched++; searched == 3 {
			return
		}
	}
	t.Errorf("%d searches", searched)
}
