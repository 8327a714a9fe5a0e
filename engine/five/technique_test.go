package five

import (
	"context"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// TestEveryTechniqueCanBeSwitchedOff: without any one of them, and without all, the
// search is another one and still answers.
func TestEveryTechniqueCanBeSwitchedOff(t *testing.T) {
	const depth = 5
	count := func(off Technique) (nodes uint64) {
		for _, rules := range []game.Row{game.RenjuFive} {
			for _, black := range []string{"H8 I9 J8 G9", "H8 H9 G7 K10 F8", "H8 I7 G6 J9 K8"} {
				o := DefaultOptions()
				o.Off = off
				e := NewWith(fifteen, rules, o, time.Now)
				white := strings.Fields("I9 H10 I7 J10 G10 E8")
				for i, s := range strings.Fields(black) {
					if e.At(at(t, s)) == board.Empty {
						e.Put(at(t, s), board.Black)
					}
					if w := at(t, white[i]); e.At(w) == board.Empty {
						e.Put(w, board.White)
					}
				}
				f := e.Search(t.Context(), board.Black, limit.Limits{Depth: depth}, nil)
				if f.Move == board.Nowhere || !e.Allowed(f.Move, board.Black) {
					t.Fatalf("plays %s", f.Move)
				}
				nodes += f.Nodes
			}
		}
		return nodes
	}
	// The root's solver takes longer than the search that is looked at, and some
	// show only where others do not do their work.
	besides := map[string]Technique{"internal": TableMove, "history": ReverseFutility, "distance": NodeSolver | NullWindow | TableCutoffs}
	all := count(RootSolver)
	for _, name := range techniqueNames {
		if name == "solver" || name == "network" {
			continue // below
		}
		off, err := ParseTechniques(name)
		if err != nil {
			t.Fatal(err)
		}
		with := all
		if besides[name] != 0 {
			with = count(RootSolver | besides[name])
		}
		if n := count(RootSolver | off | besides[name]); n == with {
			t.Errorf("without %s the search takes %d nodes, as with it", name, n)
		} else {
			t.Logf("%-10s %8d nodes, with it %8d", name, n, with)
		}
	}
	e := engineAt(t, game.FiveOrMore, "H8 I8 J8", "A1 C1")
	if at, _ := e.prove(board.Black); at == board.Nowhere {
		t.Error("the solver does not see four in a row")
	}
	e.options.Off = RootSolver
	if at, _ := e.prove(board.Black); at != board.Nowhere {
		t.Error("the solver that is switched off answers")
	}
	if _, err := ParseTechniques("null+magic"); err == nil || !strings.Contains(err.Error(), "magic") || !strings.Contains(err.Error(), "internal") {
		t.Errorf("an unknown technique: %v", err)
	}
}

// TestImproving: a quiet position improves on the one two stones before, and where the
// opponent threatens, the value of the ply before stands for the position's.
func TestImproving(t *testing.T) {
	e := NewWith(fifteen, game.FiveOrMore, DefaultOptions(), time.Now)
	if e.improving(50, 0, true) || e.improving(-20, 1, true) {
		t.Error("the first plies improve on nothing")
	}
	if !e.improving(51, 2, true) || e.improving(-20, 3, true) {
		t.Error("51 improves on 50, and -20 not on -20")
	}
	if e.improving(900, 4, false) || e.plies[4].static != 20 {
		t.Errorf("a threatened position counts %d, want 20", e.plies[4].static)
	}
	e.options.Off = Improving
	if e.improving(100, 5, true) {
		t.Error("the technique that is switched off answers")
	}
}

// TestFoursAside: where a three has to be met, a four that does not stop it costs more depth
// than a stone that does, in searches that time alone bounds, but at Renju.
func TestFoursAside(t *testing.T) {
	n, fours := 0, 0
	for _, c := range []struct {
		rules  game.Row
		limits limit.Limits
		more   int
	}{
		{game.FiveOrMore, limit.Limits{Hard: time.Hour}, foursAside}, {game.RenjuFive, limit.Limits{Hard: time.Hour}, 0},
		{game.FiveOrMore, limit.Limits{Depth: 1}, 0}, {game.FiveOrMore, limit.Limits{Nodes: 1, Hard: time.Hour}, 0},
	} {
		e := engineAt(t, c.rules, "H8 I8 J8", "A1 A2 A3")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		e.Search(ctx, board.White, c.limits, nil)
		n = e.generate(board.White, 1, board.Nowhere)
		for _, m := range e.plies[1].moves[:n] {
			want := stone
			if e.Kind(m.at, board.White) == MakesFour {
				want += c.more
				fours++
			}
			if got := e.costOf(m.at, &moves{ply: 1, cost: stone, met: true}); got != want {
				t.Errorf("%+v: %s costs %d, want %d", c.limits, m.at, got, want)
			}
		}
	}
	if n < 4 || fours == 0 {
		t.Errorf("%d answers, %d fours", n, fours)
	}
}
