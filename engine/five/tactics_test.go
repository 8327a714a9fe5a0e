package five

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// within returns in how many stones, at most so many, the solver wins for c, and the
// first of them.
func within(e *Engine, c board.Color, most int) (int, board.Point) {
	s := e.solver
	s.begin(4_000_000, &limit.Clock{})
	if n := s.fours(c, most, 0); n > 0 {
		return n, s.first
	}
	for depth := 2; depth <= most+1; depth++ {
		if n := s.attack(c, depth, 0); n > 0 && n <= most {
			return n, s.first
		}
	}
	return 0, board.Nowhere
}

// won plays a win within so many stones out, on a board of its own, against every
// reply that the rules allow, and returns how many positions it took.
func won(t *testing.T, e *Engine, g *game.Game, me board.Color, most int) int {
	t.Helper()
	stones, first := within(e, me, most)
	if stones == 0 {
		t.Fatalf("after %v: no win in %d stones is found", g.Turns(), most)
	}
	play := func(p board.Point, c board.Color) bool {
		if g.Play(game.Turn{Color: c, Points: []board.Point{p}}) != nil {
			return false
		}
		e.Put(p, c)
		return true
	}
	take := func() {
		g.Undo()
		e.Take()
	}
	if !play(first, me) {
		t.Fatalf("after %v: %s is not allowed", g.Turns(), first)
	}
	defer take()
	if r := g.Result(); r.Over {
		if r.Winner != me {
			t.Fatalf("after %v: %v", g.Turns(), r)
		}
		return 1
	}
	n, elsewhere := 1, false
	fives := *e.of(me, Wins)
	for i := range e.Size().Count() {
		p := e.Size().Point(i)
		// Of the replies that leave a four alone, which all lose to the same stone, one is
		// enough.
		four := e.Has(me, Wins) > 0 && !fives.has(p)
		if g.At(p) != board.Empty || four && elsewhere || !play(p, me.Other()) {
			continue
		}
		elsewhere = elsewhere || four
		if g.Result().Over {
			t.Fatalf("after %v: the other side wins", g.Turns())
		}
		n += won(t, e, g, me, stones-1)
		take()
	}
	return n
}

var gameRules = map[game.Row]game.Gomoku{game.FiveOrMore: game.Freestyle(), game.ExactFive: game.Standard(), game.RenjuFive: game.Renju()}

// Wins that the solver proves hold against every reply, also those that Renju
// forbids to Black, and take no longer than it says.
func TestWinsHold(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  game.Row
		stones string // Black's and White's by turns
	}{
		{"Gomoku", game.FiveOrMore, "G9 F6 I10 G8 H5 F8 H8 F7 F9 E6 H9 C4 D5 I9 E9 D9 F1"},
		{"Black at Renju", game.RenjuFive, "I7 H7 H6 G5 I5 I8 G6 I6 J5 F8 J4 K3 J6 J7"},
		{"White at Renju", game.RenjuFive, "G8 I8 G6 F9 H5 H9 I4 F7 J3 K2 H4 G9 I9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, g, me := New(fifteen, c.rules, time.Now), game.New(gameRules[c.rules]), board.Black
			for _, s := range strings.Fields(c.stones) {
				if err := g.Play(game.Turn{Color: me, Points: []board.Point{at(t, s)}}); err != nil {
					t.Fatal(err)
				}
				e.Put(at(t, s), me)
				me = me.Other()
			}
			t.Logf("%d positions", held(t, e, g, me))
		})
	}
}

// held asks for a win as a search does at its root, and plays it out; 0 if none is
// found.
func held(t *testing.T, e *Engine, g *game.Game, me board.Color) int {
	first, score := proved(t, e, me, limit.Limits{Nodes: 400_000})
	if first == board.Nowhere {
		return 0
	}
	return won(t, e, g, me, (Win-score+1)/2)
}

// So do those that it finds in positions thrown together.
func TestRandomWinsHold(t *testing.T) {
	const wins, side, longest = 4, 8, 5
	for rules, play := range gameRules {
		e := New(fifteen, rules, time.Now)
		rng := rand.New(rand.NewPCG(1, uint64(rules)))
		positions := 0
		for n := 0; n < wins; {
			e.Clear()
			g, me := game.New(play), board.Black
			for stones := 10 + rng.IntN(20); g.Count() < stones; {
				p := board.At(3+rng.IntN(side), 3+rng.IntN(side))
				if e.At(p) != board.Empty || e.Kind(p, me) == Wins || e.Has(me, Wins) > 0 || g.Play(game.Turn{Color: me, Points: []board.Point{p}}) != nil {
					if stones--; stones < 0 {
						break
					}
					continue
				}
				e.Put(p, me)
				me = me.Other()
			}
			if _, score := proved(t, e, me, limit.Limits{Nodes: 40_000}); e.Has(me, Straight) > 0 || score < Win-2*longest {
				continue
			}
			positions += held(t, e, g, me)
			n++
		}
		t.Logf("%s: %d positions", play.Name(), positions)
	}
}

// A three of Black's is met, far from its line, by a stone that makes a real three
// of another: the straight four is then a foul.
func TestThreeIsMetByAFoul(t *testing.T) {
	e := engineAt(t, game.RenjuFive, "H3 H6 I4 J6 J7 K4 L3 L5 M4", "")
	if s := e.straight(board.Black); s != at(t, "K6") {
		t.Fatalf("Black makes a straight four on %s", s)
	}
	if all, _ := e.answers(board.Black); !all.has(at(t, "J4")) {
		t.Error("J4 is not an answer")
	}
	if e.Put(at(t, "J4"), board.White); e.Allowed(at(t, "K6"), board.Black) {
		t.Error("K6 is allowed after J4")
	}
}

// A row of fours is the shortest there is, and where its answer is a foul two stones
// win.
func TestShortestWin(t *testing.T) {
	for _, c := range []struct {
		name         string
		rules        game.Row
		black, white string
		me           board.Color
		score        int
	}{
		{"a four and a three", game.FiveOrMore, "H8 I8 J8 K9 K10 D4", "G8 A1 O15 C12 E1 L2", board.Black, Win - 5},
		{"its answer a foul", game.RenjuFive, "G8 I8 G7 I9 H13 H7", "H9 H10 H11 A15 C15 E15", board.White, Win - 3},
		// White's I8 stops the four and makes one, and Black's I7 stops that and makes
		// a straight one.
		{"a four that stops a four", game.FiveOrMore, "E8 F8 G8 G9 J6 I12", "D8 I9 I10 I11 A1 C15", board.Black, Win - 5},
	} {
		e := engineAt(t, c.rules, c.black, c.white)
		stones := (Win - c.score + 1) / 2
		e.solver.begin(20_000, &e.clock)
		if n := e.solver.fours(c.me, stones, 0); n != stones {
			t.Errorf("%s: within %d stones a win in %d is found", c.name, stones, n)
		}
		if _, score := proved(t, e, c.me, limit.Limits{}); score != c.score {
			t.Errorf("%s: %d, not %d", c.name, score, c.score)
		}
		e.options.Off = NodeSolver
		e.plies[1].killers = [2]board.Point{}
		if score := e.search(c.me, 3*stone, 0, -infinity, infinity, true); score != c.score {
			t.Errorf("%s: a search finds %d, not %d", c.name, score, c.score)
		}
	}
}

// The solver knows what Renju forbids: White wins where Black may not answer, and a
// row of six is no five of Black's.
func TestSolverKnowsFouls(t *testing.T) {
	for _, c := range []struct {
		name         string
		black, white string
		me           board.Color
		want         string // the stone that wins; empty: none does
	}{
		// H8 would be two threes of Black's, and stops White's four H9 to H12.
		{"a point that is forbidden cannot be stopped", "G8 I8 G7 I9 H13 H7", "H9 H10 H11 A15 C15 E15", board.White, "H12"},
		{"without the foul it is", "G8 H13 H7 A1 C1 E1", "H9 H10 H11 A15 C15 E15", board.White, ""},
		{"six in a row are no four", "C8 D8 E8 G8 H8", "B8 A1 C1 E1 G1", board.Black, ""},
		{"five of White's may be six", "B8 A1 C1 E1 G1 I1", "C8 D8 E8 G8 H8 A15", board.White, "F8"},
	} {
		e := engineAt(t, game.RenjuFive, c.black, c.white)
		e.solver.begin(20_000, &e.clock)
		n := e.solver.fours(c.me, maxAttack, 0)
		if (n > 0) != (c.want != "") || n > 0 && e.solver.first != at(t, c.want) {
			t.Errorf("%s: %d stones, %s first", c.name, n, e.solver.first)
		}
	}
}

// proved asks for a win as a search with these limits does at its root.
func proved(t *testing.T, e *Engine, c board.Color, l limit.Limits) (board.Point, int) {
	e.clock.Start(t.Context(), l, e.now)
	return e.prove(c)
}

// Two threes by one stone are known for what they are, however short the search: no
// answer meets both.
func TestThreesThatNoAnswerMeets(t *testing.T) {
	for _, rules := range []game.Row{game.FiveOrMore, game.ExactFive, game.RenjuFive} {
		for _, c := range []board.Color{board.Black, board.White} {
			if rules == game.RenjuFive && c == board.Black {
				continue // the stone is a foul
			}
			black, white := "D4 E4 F5 F6", "A15 O1 A1 O15"
			if c == board.White {
				black, white = white, black
			}
			e := engineAt(t, rules, black, white)
			e.options.Off = RootSolver | NodeSolver
			if f := e.Search(t.Context(), c, limit.Limits{Depth: 2}, nil); f.Score != Win-5 || f.Move != at(t, "F4") {
				t.Errorf("%v: %v plays %s with score %d", rules, c, f.Move, f.Score)
			}
		}
	}
}
