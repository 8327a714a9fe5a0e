package gomoku

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Every opening of the lists can be put down by its rules, and is there once.
func TestEvens(t *testing.T) {
	for _, rules := range []game.Gomoku{game.Freestyle(), game.Standard(), game.Renju()} {
		list := wide()[rules.Title]
		if len(list) < 20 {
			t.Errorf("%s has %d openings", rules.Title, len(list))
		}
		seen := map[[3]board.Point]bool{}
		for _, steps := range list {
			g := game.New(rules)
			var three [3]board.Point
			for i, d := range steps {
				three[i] = near(rules.Board, d)
				color, _ := g.Due()
				if err := g.Play(game.Turn{Color: color, Points: three[i : i+1]}); err != nil {
					t.Errorf("%s, %v: %v", rules.Title, three, err)
				}
			}
			if seen[three] {
				t.Errorf("%s: %v is there twice", rules.Title, three)
			}
			seen[three] = true
		}
	}
}
