package game

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/opening"
)

// opened returns Renju or Gomoku with an opening.
func opened(r Gomoku, k opening.Kind) Gomoku {
	r.Opening = k
	return r
}

// run plays points and, written with a colon, choices; the colour follows.
func run(t *testing.T, g *Game, script string) {
	t.Helper()
	for _, word := range strings.Fields(script) {
		if c, ok := strings.CutPrefix(word, ":"); ok {
			if err := g.Choose(opening.Choice(c)); err != nil {
				t.Fatalf("%s: %v", word, err)
			}
			continue
		}
		color, _ := g.Due()
		if err := g.Play(Turn{color, points(t, g.Size(), strings.ReplaceAll(word, "+", " "))}); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
}

// Whose step it is, and what it is, all through the openings.
func TestSidesThroughOpenings(t *testing.T) {
	for _, c := range []struct {
		rules  Gomoku
		script string
		side   board.Color // who is to act
		due    board.Color // what colour of stone
		stones int
		past   string // the colours that those who played the turns have now
	}{
		{opened(Freestyle(), opening.Swap2), "", board.Black, board.Black, 1, ""},
		{opened(Freestyle(), opening.Swap2), "H8", board.Black, board.White, 1, "b"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3", board.White, board.White, 0, "bbb"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :white", board.White, board.White, 1, "bbb"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :black", board.White, board.White, 1, "www"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :black D4 E5", board.White, board.White, 1, "wwwwb"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :more", board.White, board.White, 1, "bbb"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :more D4", board.White, board.Black, 1, "bbbw"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :more D4 E5", board.Black, board.White, 0, "bbbww"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :more D4 E5 :black", board.White, board.White, 1, "bbbww"},
		{opened(Freestyle(), opening.Swap2), "H8 A1 C3 :more D4 E5 :white", board.White, board.White, 1, "wwwbb"},
		{opened(Renju(), opening.Renju), "H8 H9 I9 :black A1", board.Black, board.Black, 1, "wwww"},
		{opened(Renju(), opening.RIF), "H8 H9 I9 :white A1", board.Black, board.Black, 2, "bbbw"},
		{opened(Renju(), opening.RIF), "H8 H9 I9 :white A1 B1+C1", board.White, board.White, 0, "bbbwb"},
		{opened(Renju(), opening.RIF), "H8 H9 I9 :white A1 B1+C1 :C1", board.White, board.White, 1, "bbbwb"},
		{opened(Renju(), opening.RIF), "H8 H9 I9 :black A1 B1+C1 :C1 D1 E1", board.White, board.White, 1, "wwwwbwb"},
	} {
		g := New(c.rules)
		run(t, g, c.script)
		past := ""
		for i := range g.Turns() {
			past += g.SideOf(i).String()[:1]
		}
		color, n := g.Due()
		if g.Side() != c.side || color != c.due || n != c.stones || past != c.past {
			t.Errorf("%s %q: %s acts, %d of %s, past %s; want %s, %d of %s, %s", c.rules.Opening, c.script, g.Side(), n, color, past, c.side, c.stones, c.due, c.past)
		}
	}
}

// The stone that White takes away is off the board, and back when that is undone.
func TestFifthStone(t *testing.T) {
	g := New(opened(Renju(), opening.RIF))
	run(t, g, "H8 H9 I9 :white A1 B1+C1")
	both := g.Key()
	if got := g.Choices(); !slices.Equal(got, []opening.Choice{"B1", "C1"}) {
		t.Fatalf("there is %v to choose", got)
	}
	if err := g.Choose("D1"); !errors.Is(err, ErrChoice) {
		t.Errorf("D1: %v", err)
	}
	if err := g.Check(Turn{board.White, points(t, g.Size(), "D1")}); !errors.Is(err, ErrChoice) {
		t.Errorf("a stone before the choice: %v", err)
	}
	run(t, g, ":C1")
	b1, c1 := points(t, g.Size(), "B1")[0], points(t, g.Size(), "C1")[0]
	if g.At(b1) != board.Empty || g.At(c1) != board.Black || g.Count() != 5 || len(g.Turns()[4].Points) != 1 {
		t.Errorf("after C1 was chosen: %v %v, %d stones, %v", g.At(b1), g.At(c1), g.Count(), g.Turns()[4])
	}
	if !slices.Equal(g.Offer(), []board.Point{c1, b1}) {
		t.Errorf("the offer was %v", g.Offer())
	}
	if !g.Unchoose() || g.Key() != both || g.Count() != 6 || g.Unchoose() {
		t.Error("the choice is not undone")
	}
	run(t, g, ":B1")
	if !g.Undo() || g.Count() != 4 || len(g.Offer()) != 0 {
		t.Errorf("after the fifth turn was undone: %d stones, offer %v", g.Count(), g.Offer())
	}
	err := g.Check(Turn{board.Black, points(t, g.Size(), "B1")})
	if !errors.Is(err, ErrStones) {
		t.Errorf("one fifth stone: %v", err)
	}
}

func TestOpeningRefusesPoints(t *testing.T) {
	for _, c := range []struct {
		script, at string
		reason     opening.Reason
	}{
		{"", "G8", opening.Centre},
		{"H8", "H10", opening.Adjacent},
		{"H8 H9", "H11", opening.Central5},
		{"H8 H9", "E8", opening.Central5},
		{"H8 H9 H10 :white H11", "G8 I8", opening.Symmetric},
	} {
		g := New(opened(Renju(), opening.RIF))
		run(t, g, c.script)
		color, _ := g.Due()
		var refused *opening.PointError
		if err := g.Check(Turn{color, points(t, g.Size(), c.at)}); !errors.As(err, &refused) || refused.Reason != c.reason {
			t.Errorf("%s %s: %v", c.script, c.at, err)
		}
	}
	g := New(opened(Renju(), opening.Renju))
	if got := g.Allowed(); len(got) != 1 || got[0] != g.Size().Center() {
		t.Errorf("the first stone may go on %v", got)
	}
	run(t, g, "H8")
	if got := g.Allowed(); len(got) != 8 {
		t.Errorf("the second stone may go on %v", got)
	}
	run(t, g, "I9")
	if got := g.Allowed(); len(got) != 23 {
		t.Errorf("the third stone may go on %v", got)
	}
	run(t, g, "I7")
	if p, ok := g.Pattern(); !ok || p.Name != "Hogetsu" {
		t.Errorf("it is %v", p)
	}
}

// Any play through any opening can be undone step by step, and each step brings
// back exactly what was there before.
func TestOpeningsUndo(t *testing.T) {
	type shot struct {
		key         board.Key
		side, due   board.Color
		stones      int
		black       opening.Player
		turns, made int
	}
	see := func(g *Game) shot {
		c, n := g.Due()
		return shot{g.Key(), g.Side(), c, n, g.BlackPlayer(), len(g.Turns()), len(g.Made())}
	}
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]Gomoku{Freestyle(), Standard(), Renju()}).Draw(t, "rules")
		rules.Opening = rapid.SampledFrom(rules.Openings()).Draw(t, "opening")
		g := New(rules)
		var seen []shot
		var turn []bool // was the step a turn?
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			before := see(g)
			if list := g.Choices(); len(list) > 0 {
				if err := g.Choose(rapid.SampledFrom(list).Draw(t, "choice")); err != nil {
					t.Fatal(err)
				}
				seen, turn = append(seen, before), append(turn, false)
				continue
			}
			c, n := g.Due()
			var at []board.Point
			for range n {
				at = append(at, g.Size().Point(rapid.IntRange(0, g.Size().Count()-1).Draw(t, "at")))
			}
			if allowed := g.Allowed(); allowed != nil {
				at = []board.Point{rapid.SampledFrom(allowed).Draw(t, "allowed")}
			}
			if g.Play(Turn{c, at}) != nil {
				if see(g) != before {
					t.Fatal("a refused turn changed the game")
				}
				continue
			}
			seen, turn = append(seen, before), append(turn, true)
		}
		for i := len(seen) - 1; i >= 0; i-- {
			back := g.Unchoose
			if turn[i] {
				back = g.Undo
			}
			if !back() {
				t.Fatal("nothing to undo")
			}
			if got := see(g); got != seen[i] {
				t.Fatalf("undone to %+v, which was %+v", got, seen[i])
			}
		}
	})
}

// Which openings a game has, and that a position that was set up has none.
func TestOpeningsOfGames(t *testing.T) {
	if got := Freestyle().Openings(); !slices.Equal(got, []opening.Kind{opening.Free, opening.Swap2}) {
		t.Errorf("Gomoku has %v", got)
	}
	if got := Renju().Openings(); len(got) != 4 {
		t.Errorf("Renju has %v", got)
	}
	g, err := NewFrom(opened(Renju(), opening.Renju), Start{Black: points(t, Renju().Size(), "A1"), ToMove: board.White})
	if err != nil || g.Opening() != opening.Free || g.Side() != board.White {
		t.Errorf("set up: %v, %v", g, err)
	}
}
