package duel

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openings(t *testing.T, rules game.Gomoku, n int) [][]game.Turn {
	t.Helper()
	all, err := Openings(t.Context(), rules, n, 5, 1, Look{Nodes: 500, Score: 100})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Openings are allowed, different, and the same for the same seed.
func TestOpenings(t *testing.T) {
	rules := game.Renju()
	first := openings(t, rules, 6)
	seen := map[board.Key]bool{}
	for _, turns := range first {
		g := game.New(rules)
		var stones []board.Point
		for _, turn := range turns {
			if err := g.Play(turn); err != nil {
				t.Error(err)
			}
			stones = append(stones, turn.Points...)
		}
		key := canonical(rules.Board, stones)
		if seen[key] || g.Result().Over {
			t.Errorf("%v is there twice, or is over", stones)
		}
		seen[key] = true
	}
	if d := cmp.Diff(first, openings(t, rules, 6)); d != "" {
		t.Error("the same seed gave others:\n" + d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Openings(ctx, rules, 1, 5, 1, Look{}); err == nil {
		t.Error("openings are made after the end")
	}
	if _, err := Openings(t.Context(), rules, 1, 100, 1, Look{}); err == nil {
		t.Error("an opening of 100 stones is made")
	}
}
