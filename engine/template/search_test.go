package template

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/tuple"
)

func parsePoint(t testing.TB, s string) board.Point {
	t.Helper()
	at, err := fifteen.Parse(s, board.Algebraic)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func engineAt(t testing.TB, rules game.Row, black, white string) *Engine {
	t.Helper()
	e := NewEngine(fifteen, rules, time.Now)
	for _, s := range strings.Fields(black) {
		e.Put(parsePoint(t, s), board.Black)
	}
	for _, s := range strings.Fields(white) {
		e.Put(parsePoint(t, s), board.White)
	}
	return e
}

// What has to be played is played, at any depth.
func TestForced(t *testing.T) {
	for _, c := range []struct {
		name         string
		rules        game.Row
		black, white string
		me           board.Color
		want         string // any of these
		won          bool
	}{
		{"makes five", game.FiveOrMore, "H8 I8 J8 K8", "H9 I9 J9 G8", board.Black, "L8", true},
		{"makes five before it stops one", game.FiveOrMore, "H8 I8 J8 K8 A1", "H9 I9 J9 K9", board.Black, "G8 L8", true},
		{"stops a four", game.FiveOrMore, "H8 I8 J8 K8 A1", "H9 I9 J9 G8", board.White, "L8", false},
		{"makes a live four", game.FiveOrMore, "H8 I8 J8", "A1 C5 O15", board.Black, "G8 K8", true},
		{"stops a live three", game.FiveOrMore, "H8 I8 J8", "A1 C5", board.White, "F8 G8 K8 L8", false},
		{"fours and threes win", game.FiveOrMore, "H8 I8 J8 K9 K10 D4", "G8 A1 O15 C12 E1 L2", board.Black, "K8", true},
		{"does not make six", game.ExactFive, "D8 E8 F8 H8 I8", "D9 E10 F11 H12 I1", board.Black, "", false},
		{"makes Black play a foul", game.RenjuFive, "H5 H6 H7 G8 I8", "H9 A8 A7 A6", board.White, "", false},
	} {
		e := engineAt(t, c.rules, c.black, c.white)
		for _, depth := range []int{1, 3, 5} {
			f := e.Search(context.Background(), c.me, limit.Limits{Depth: depth})
			if c.want != "" && !strings.Contains(" "+c.want+" ", " "+f.Move.String()+" ") {
				t.Errorf("%s, depth %d: %s (%d)", c.name, depth, f.Move, f.Score)
			}
			if c.won && depth == 5 && f.Score < Strong {
				t.Errorf("%s: %d", c.name, f.Score)
			}
		}
	}
}

// A position is the same after any search, and its shapes are those found again.
func TestPositionIsKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	e := NewEngine(fifteen, game.RenjuFive, time.Now)
	c := board.Black
	for range 20 {
		at := fifteen.Point(rng.IntN(fifteen.Count()))
		if e.stones[at] != board.Empty || !e.Allowed(at, c) {
			continue
		}
		e.Put(at, c)
		c = c.Other()
		e.Search(context.Background(), c, limit.Limits{Depth: 3, Nodes: 2000})
		again := New(fifteen, game.RenjuFive)
		for i := range fifteen.Count() {
			if p := fifteen.Point(i); e.stones[p] != board.Empty {
				again.Put(p, e.stones[p])
			}
		}
		for i := range e.lines {
			for _, side := range []board.Color{board.Black, board.White} {
				if e.Match(i, side) != again.Match(i, side) {
					t.Fatalf("line %d holds %+v for %s, found again %+v", i, e.Match(i, side), side, again.Match(i, side))
				}
			}
		}
		if e.key != again.key || e.count != again.count {
			t.Fatal("the position has changed")
		}
	}
}

// It beats the five-tuple player from random openings, though some of those are
// lost for one side.
func TestBeatsTuples(t *testing.T) {
	played, won := 0, 0
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		for seed := range uint64(2) {
			for _, me := range []board.Color{board.Black, board.White} {
				played++
				if playOut(t, rules, me, seed) == me {
					won++
				}
			}
		}
	}
	if 4*won < 3*played {
		t.Errorf("%d of %d games won", won, played)
	}
}

// game plays one against the five-tuple player, and returns who has won.
func playOut(t *testing.T, rules game.Row, me board.Color, seed uint64) board.Color {
	e, other := NewEngine(fifteen, rules, time.Now), tuple.New(fifteen)
	rng := rand.New(rand.NewPCG(seed, 1))
	c := board.Black
	for n := range fifteen.Count() {
		at := board.Nowhere
		switch {
		case n == 0:
			at = fifteen.Center()
		case n < 3:
			for at == board.Nowhere || e.stones[at] != board.Empty {
				at = board.At(5+rng.IntN(5), 5+rng.IntN(5))
			}
		case c == me:
			at = e.Search(context.Background(), c, limit.Limits{Nodes: 3000}).Move
		default:
			at = other.Best(c, func(p board.Point) bool { return e.Allowed(p, c) })
		}
		if at == board.Nowhere || e.stones[at] != board.Empty || !e.Allowed(at, c) {
			t.Fatalf("%s plays %s", c, at)
		}
		e.Put(at, c)
		other.Put(at, c)
		if j := e.judge(c.Other()); j.over && j.value == -Won {
			return c
		}
		c = c.Other()
	}
	return board.Empty
}

// A win by fours alone is seen beyond the depth of the search: G4, G7 and H7, which
// makes two at once.
func TestFoursBeyondTheDepth(t *testing.T) {
	e := engineAt(t, game.FiveOrMore, "D4 E4 F4 G5 G6 E7 F7 I8", "C4 G3 D7 A15 C15 E15 O1 O13")
	if f := e.Search(context.Background(), board.Black, limit.Limits{Depth: 1}); f.Score < Won-maxPly {
		t.Errorf("%s is worth %d", f.Move, f.Score)
	}
}

// Stones lifted leave a board like a new one.
func TestLift(t *testing.T) {
	e := engineAt(t, game.RenjuFive, "H8 I8 J8", "A1 C5")
	e.Lift()
	if e.count != 0 || e.key != 0 || len(e.judge(board.Black).fours) != 0 {
		t.Errorf("%d stones, key %x", e.count, e.key)
	}
}
