package players

import (
	"slices"
	"testing"
	"time"

	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// alone leaves a test of one goroutine to the run without the race detector, which would
// only slow it down.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
}

// TestLearnersTellTheirChance at every level below those that tell it themselves, and play
// what they play when nobody listens.
func TestLearnersTellTheirChance(t *testing.T) {
	alone(t)
	seeded := func() *Machine {
		m := shallow()
		m.seed = 1
		return m
	}
	for name, c := range map[string]struct {
		rules       game.Rules
		turns       string
		least, most float64
	}{
		"an even game":              {game.Connect6(), "J10 K11+I9", 0.1, 0.9},
		"three rows against one":    {game.Connect6(), "J10 A1+S19 K10+J11 A19+S1 K11+L12 A5+A9", 0.9, 1},
		"lost against three rows":   {game.Connect6(), "J10 A1+S19 K10+J11 A19+S1 K11+L12", 0, 0.1},
		"even at Gomoku":            {game.Freestyle(), "J10 K11 I9", 0.05, 0.95},
		"lost to an open four":      {game.Freestyle(), "H10 A1 I10 A3 J10 A5 K10", 0, 0.1},
		"an open four of one's own": {game.Freestyle(), "H10 A1 I10 A3 J10 A5 K10 A8", 0, 1},
		"lost at Renju":             {game.Renju(), "A1 H8 O1 I8 A15 J8 O15 K8", 0, 0.1},
	} {
		g := playedOut(t, c.rules, c.turns)
		for n := 1; n <= 9; n++ {
			q := player.Question{Position: player.At(g), Level: n, Limits: limit.Limits{Hard: time.Hour}}
			var told *float64
			loud, err := seeded().Choose(t.Context(), q, func(i player.Info) { told = i.Chance })
			if err != nil {
				t.Fatal(name, err)
			}
			still, err := seeded().Choose(t.Context(), q, nil)
			if err != nil || !slices.Equal(loud.Points, still.Points) {
				t.Errorf("%s, level %d: %v when it tells its chance, %v else (%v)", name, n, loud.Points, still.Points, err)
			}
			end := g.Clone()
			color, _ := g.Due()
			if err := end.Play(game.Turn{Color: color, Points: loud.Points}); err != nil {
				t.Fatal(name, err)
			}
			switch {
			case end.Result().Over:
				if told != nil && *told != 1 {
					t.Errorf("%s, level %d: %v after the end", name, n, *told)
				}
			case told == nil:
				t.Errorf("%s, level %d does not tell its chance", name, n)
			case *told < c.least || *told > c.most:
				t.Errorf("%s, level %d: the chance is %.2f, want %.2f to %.2f", name, n, *told, c.least, c.most)
			}
		}
	}
}
