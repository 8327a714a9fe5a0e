package human

import (
	"context"
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// after plays turns of stones named in one colour each, Black first.
func after(t *testing.T, rules game.Rules, turns ...string) *game.Game {
	t.Helper()
	g := game.New(rules)
	for _, text := range turns {
		c, _ := g.Due()
		turn := game.Turn{Color: c}
		for len(text) > 0 {
			n := 2
			if len(text) > 2 && text[2] >= '0' && text[2] <= '9' {
				n = 3
			}
			p, err := rules.Size().Parse(text[:n], board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			turn.Points, text = append(turn.Points, p), text[n:]
		}
		if err := g.Play(turn); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func choose(t *testing.T, h Habits, g *game.Game, seed uint64) []board.Point {
	t.Helper()
	h.Lapse = 1
	a, err := New(h, nil, seed).Choose(context.Background(), player.Question{Position: player.At(g)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a.Points
}

// A row of four that was just played near is blocked as often as Near says, one far
// away as often as Far says, and one with a gap less often.
func TestNotices(t *testing.T) {
	near := after(t, game.Connect6(), "A1", "S1R2", "J10K10", "S3Q4", "L10M10")
	far := after(t, game.Connect6(), "A1", "S1R2", "J10K10", "S3Q4", "L10M10", "S5Q6", "A19B18")
	gap := after(t, game.Connect6(), "A1", "S1R2", "J10K10", "S3Q4", "M10N10")
	for _, c := range []struct {
		name   string
		g      *game.Game
		from   int // column of the first window that the row fits into
		to     int
		chance float64
	}{{"near", near, 6, 8, 0.75}, {"far", far, 6, 8, 0.25}, {"gap", gap, 7, 8, 0.3}} {
		blocked := 0
		const n = 400
		for seed := range uint64(n) {
			h := Habits{Own: 1, Near: 0.75, Far: 0.25, Gap: 0.6, Slip: 0.5}
			g := c.g.Clone()
			if err := g.Play(game.Turn{Color: board.White, Points: choose(t, h, g, seed)}); err != nil {
				t.Fatal(err)
			}
			open := false // a window in row 10 with the row and without a white stone
			for x := c.from; x <= c.to; x++ {
				free := true
				for k := range 6 {
					free = free && g.At(board.At(x+k, 9)) != board.White
				}
				open = open || free
			}
			if !open {
				blocked++
			}
		}
		if share := float64(blocked) / n; share < c.chance-0.12 || share > c.chance+0.12 {
			t.Errorf("%s: blocked %.2f, want %.2f", c.name, share, c.chance)
		}
	}
}

// A win of one's own that is noticed is taken, whatever the opponent threatens.
func TestTakesTheWin(t *testing.T) {
	g := after(t, game.Connect6(), "A1", "J10K10", "A3C1", "L10M10", "A5A7")
	won := 0
	for seed := range uint64(200) {
		h := g.Clone()
		if err := h.Play(game.Turn{Color: board.White, Points: choose(t, Habits{Own: 0.5, Near: 1, Far: 1, Care: 0.1}, g, seed)}); err != nil {
			t.Fatal(err)
		}
		if h.Result().Winner == board.White {
			won++
		}
	}
	if won < 70 || won > 180 { // somebody who overlooks it may extend the row all the same
		t.Errorf("won %d of 200", won)
	}
}

// Whatever the habits, every stone is legal and close to others, and the same seed
// plays the same game.
func TestSensible(t *testing.T) {
	for _, rules := range []game.Rules{game.Connect6(), game.Freestyle(), game.Standard(), game.Renju()} {
		for seed := range uint64(6) {
			h := Habits{Own: 0.8, Near: 0.5, Far: 0.3, Care: 0.2, Slip: 1, Tire: 0.1}
			g, again := game.New(rules), game.New(rules)
			for !g.Result().Over {
				points := choose(t, h, g, seed)
				if !slices.Equal(points, choose(t, h, again, seed)) {
					t.Fatal("the same seed plays otherwise")
				}
				for i, p := range points {
					if g.Count()+i > 0 && !near(g, points[:i], p) {
						t.Errorf("%s: %v is far from all stones", rules.Name(), p)
					}
				}
				c, _ := g.Due()
				for _, x := range []*game.Game{g, again} {
					if err := x.Play(game.Turn{Color: c, Points: points}); err != nil {
						t.Fatalf("%s: %v", rules.Name(), err)
					}
				}
			}
		}
	}
}

func near(g *game.Game, more []board.Point, p board.Point) bool {
	close := func(q board.Point) bool { return p.Distance(q) <= 5 }
	for i := range g.Size().Count() {
		if q := g.Size().Point(i); g.At(q) != board.Empty && close(q) {
			return true
		}
	}
	return slices.ContainsFunc(more, close)
}

// What it cannot play is refused.
func TestRefuses(t *testing.T) {
	if _, err := New(Careful, nil, 1).Choose(context.Background(), player.Question{Position: player.Position{Rules: other{game.Freestyle()}, ToMove: board.Black, Due: 1}}, nil); err == nil {
		t.Error("a game without rows was played")
	}
}

type other struct{ game.Rules }
