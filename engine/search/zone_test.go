package search

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/limit"
)

// TestTurnsOutsideTheZoneDoNotDefend turns tactical positions round: the side
// that has a forced win waits, and the other one is to move. Quiet turns outside
// the zone leave the win there, but for a few: the zone is that of one line.
func TestTurnsOutsideTheZoneDoNotDefend(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Book, o.TableMB = false, 1
	e := newEngine(t, connect.Board, o)
	pos, tr := e.Position(), &e.tree
	rng := rand.New(rand.NewPCG(11, 6))
	positions, turns, stopped := 0, 0, 0
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		stones, _, _ := strings.Cut(line, " | ")
		if strings.HasPrefix(line, "#") || testing.Short() && i%40 != 0 || i%2 != 0 {
			continue
		}
		pos.Reset()
		for _, word := range strings.Fields(stones) {
			p, err := connect.Board.Parse(word, board.Algebraic)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			pos.Play(p)
		}
		attacker := pos.ToMove()
		if pos.Due() < 2 || pos.Hot(attacker) > 0 {
			continue
		}
		pos.SetTurn(attacker.Other(), 2)
		before := pos.Key()
		c := e.begin(context.Background(), limit.Limits{})
		e.solver.Forget()
		tr.findZone(c)
		if pos.Key() != before {
			t.Fatalf("line %d: the position is changed", i+1)
		}
		if tr.zone.n == 0 {
			t.Errorf("line %d: the win that comes after a null move is not seen", i+1)
			continue
		}
		positions++
		size := pos.Size()
		for range 20 {
			m := connect.Pair(size.Point(rng.IntN(size.Count())), size.Point(rng.IntN(size.Count())))
			if m.A == m.B || !pos.Free(m.A) || !pos.Free(m.B) || tr.zone.has(m) {
				continue
			}
			pos.PlayMove(m)
			if pos.Hot(attacker.Other()) == 0 {
				turns++
				if e.Prove(context.Background(), limit.Limits{Nodes: 200_000}).Turns == 0 {
					stopped++
				}
			}
			pos.TakeMove(m)
		}
	}
	t.Logf("%d positions, %d turns, of which %d stop the win", positions, turns, stopped)
	if positions == 0 || turns < 10*positions || stopped*25 > turns {
		t.Errorf("of %d turns outside the zones of %d positions %d stop the win", turns, positions, stopped)
	}
}

// TestShortlistAdmitsTheZone adds points far from the shortlist to it.
func TestShortlistAdmitsTheZone(t *testing.T) {
	e := newEngine(t, connect.Board, DefaultOptions())
	pos, tr := e.Position(), &e.tree
	rng := rand.New(rand.NewPCG(3, 6))
	for range 20 {
		connecttest.MiddleGame(pos, rng, 24)
		if pos.Over() {
			continue
		}
		tr.prepare()
		p := &tr.plies[0]
		tr.shortlist(p, pos.ToMove())
		n := p.cells.n
		tr.zone = zone{}
		want := 0
		for i := range pos.Size().Count() {
			if pt := pos.Size().Point(i); rng.IntN(20) == 0 {
				tr.zone.add(connect.CellOf(pt))
				if pos.Free(pt) {
					want++
				}
			}
		}
		tr.admit(&p.cells)
		got := 0
		seen := map[board.Point]bool{}
		for _, q := range p.cells.point[:p.cells.n] {
			if seen[q] || !pos.Free(q) {
				t.Fatalf("%v stands on the shortlist twice, or is taken", q)
			}
			seen[q] = true
			if tr.zone.holds(q) {
				got++
			}
		}
		if p.cells.n != n || got != min(want, n) {
			t.Fatalf("%d of %d points of the zone on a shortlist of %d", got, want, p.cells.n)
		}
	}
	tr.zone = zone{}
}
