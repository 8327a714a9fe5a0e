package five

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// won plays a win out on a board of its own against every reply that the rules
// allow, and reports how many positions it took.
func won(t *testing.T, e *Engine, g *game.Game, me board.Color) int {
	t.Helper()
	first := e.only(me, Wins)
	if first == board.Nowhere {
		if first, _ = e.prove(me, Limits{Nodes: 400_000}, time.Time{}); first == board.Nowhere {
			t.Fatalf("after %v: no win is found", g.Turns())
		}
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
	n := 1
	for i := range e.Size().Count() {
		p := e.Size().Point(i)
		if g.At(p) != board.Empty || !play(p, me.Other()) {
			continue
		}
		if g.Result().Over {
			t.Fatalf("after %v: the other side wins", g.Turns())
		}
		n += won(t, e, g, me)
		take()
	}
	return n
}

// Wins that the solver proves hold against every reply, also those that Renju
// forbids to Black.
func TestWinsHold(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  Rules
		stones string // Black's and White's by turns
	}{
		{"Gomoku", Freestyle, "G9 F6 I10 G8 H5 F8 H8 F7 F9 E6 H9 C4 D5 I9 E9 D9 F1"},
		{"Black at Renju", Renju, "I7 H7 H6 G5 I5 I8 G6 I6 J5 F8 J4 K3 J6 J7"},
		{"White at Renju", Renju, "G8 I8 G6 F9 H5 H9 I4 F7 J3 K2 H4 G9 I9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := map[Rules]game.Gomoku{Freestyle: game.Freestyle(), Standard: game.Standard(), Renju: game.Renju()}[c.rules]
			e, g, me := New(fifteen, c.rules, time.Now), game.New(rules), board.Black
			for _, s := range strings.Fields(c.stones) {
				if err := g.Play(game.Turn{Color: me, Points: []board.Point{at(t, s)}}); err != nil {
					t.Fatal(err)
				}
				e.Put(at(t, s), me)
				me = me.Other()
			}
			t.Logf("%d positions", won(t, e, g, me))
		})
	}
}

// A three of Black's is met, far from its line, by a stone that makes a real three
// of another: the straight four is then a foul.
func TestThreeIsMetByAFoul(t *testing.T) {
	e := engineAt(t, Renju, "H3 H6 I4 J6 J7 K4 L3 L5 M4", "")
	if s := e.straight(board.Black); s != at(t, "K6") {
		t.Fatalf("Black makes a straight four on %s", s)
	}
	if all := e.answers(board.Black); !all.has(at(t, "J4")) {
		t.Error("J4 is no answer")
	}
	if e.Put(at(t, "J4"), board.White); e.Allowed(at(t, "K6"), board.Black) {
		t.Error("K6 is allowed after J4")
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
		e := engineAt(t, Renju, c.black, c.white)
		e.solver.begin(20_000)
		n := e.solver.fours(c.me, maxAttack, 0)
		if (n > 0) != (c.want != "") || n > 0 && e.solver.first != at(t, c.want) {
			t.Errorf("%s: %d stones, %s first", c.name, n, e.solver.first)
		}
	}
}
