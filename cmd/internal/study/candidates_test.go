package study

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// TestHintsHaveCandidates, the hint itself first, each a turn that may be played, none of them
// held to be better; a hint that wins or loses by force has none.
func TestHintsHaveCandidates(t *testing.T) {
	for name, c := range map[string]struct {
		rules   game.Rules
		turns   string
		placed  string
		without bool
	}{
		"Connect6":         {rules: game.Connect6(), turns: "J10 K11+I9"},
		"half a turn":      {rules: game.Connect6(), turns: "J10 K11+I9", placed: "J11"},
		"Gomoku":           {rules: game.Freestyle(), turns: "H8 I9 H10"},
		"Renju":            {rules: game.Renju(), turns: "H8 I9 H10 G7"},
		"a win at hand":    {rules: game.Freestyle(), turns: "H8 A1 H9 A3 H10 A5 H11 A7", without: true},
		"only one answers": {rules: game.Freestyle(), turns: "H8 H7 H9 A3 H10 A5 H11", without: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game.New(c.rules)
			points := func(word string) (points []board.Point) {
				for name := range strings.SplitSeq(word, "+") {
					p, err := g.Size().Parse(name, board.Algebraic)
					if err != nil {
						t.Fatal(err)
					}
					points = append(points, p)
				}
				return points
			}
			for word := range strings.FieldsSeq(c.turns) {
				color, _ := g.Due()
				if err := g.Play(game.Turn{Color: color, Points: points(word)}); err != nil {
					t.Fatal(err)
				}
			}
			var placed []board.Point
			if c.placed != "" {
				placed = points(c.placed)
			}
			h := &Hints{Budget: 300 * time.Millisecond, Player: func() (player.Player, error) {
				if c, ok := c.rules.(game.Connect); ok {
					return search.NewPlayer(c.Board, search.DefaultOptions(), time.Now)
				}
				return gomoku.NewFive(five.DefaultOptions(), time.Now), nil
			}}
			got, err := h.Hint(t.Context(), g, placed, Adviser{})
			if err != nil {
				t.Fatal(err)
			}
			if c.without {
				if len(got.Candidates) > 0 {
					t.Errorf("candidates %v beside %v", got.Candidates, got.Points)
				}
				return
			}
			if len(got.Candidates) < 3 || len(got.Candidates) > player.MostCandidates || !same(got.Candidates[0].Points, got.Points) {
				t.Fatalf("candidates %v of the hint %v", got.Candidates, got.Points)
			}
			side, _ := g.Due()
			last := 1.0
			for _, k := range got.Candidates {
				if err := g.Check(game.Turn{Color: side, Points: append(placed[:len(placed):len(placed)], k.Points...)}); err != nil {
					t.Errorf("%v: %v", k.Points, err)
				}
				if k.Chance == nil || *k.Chance > last {
					t.Errorf("%v: the chance is %v after %v", k.Points, k.Chance, last)
					continue
				}
				last = *k.Chance
			}
		})
	}
}
