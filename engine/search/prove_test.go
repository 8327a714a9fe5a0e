package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/threat"
)

// checkProof holds a proof against the position it is of.
func checkProof(t *testing.T, pos *connect.Position, p threat.Proof, turns int) {
	t.Helper()
	if p.Turns == 0 {
		if len(p.Line) > 0 {
			t.Fatalf("no win, but the line %v", p.Line)
		}
		return
	}
	if p.Turns > turns || len(p.Line) == 0 || len(p.Line) > 2*p.Turns-1 || len(p.Line)%2 == 0 {
		t.Fatalf("a win in %d turns, of %d at most, with the line %v", p.Turns, turns, p.Line)
	}
	me := pos.ToMove()
	for _, m := range p.Line {
		connecttest.CheckTurn(t, pos, m)
		pos.PlayMove(m)
	}
	if pos.Winner() != me {
		t.Errorf("the line %v does not win", p.Line)
	}
	for i := len(p.Line) - 1; i >= 0; i-- {
		pos.TakeMove(p.Line[i])
	}
}

// TestProveUnderLimits cuts proofs short at any point, at the beginning of a turn
// and in the middle of one.
func TestProveUnderLimits(t *testing.T) {
	o := small(hybrid.Own)
	e := newEngine(t, connect.Board, o)
	rng := rand.New(rand.NewPCG(4, 4))
	wins, halves, cut := 0, 0, 0
	n := 400
	if testing.Short() {
		n = 100
	}
	for range n {
		pos := e.Position()
		connecttest.MiddleGame(pos, rng, 12+rng.IntN(30))
		if pos.Over() {
			continue
		}
		key := pos.Key()
		lim := limit.Limits{Nodes: []uint64{1, 20, 300, 5000}[rng.IntN(4)], Depth: rng.IntN(8)}
		p := e.Prove(t.Context(), lim)
		if pos.Key() != key {
			t.Fatal("the position is changed")
		}
		turns := lim.Depth
		if turns == 0 {
			turns = threat.MaxTurns
		}
		checkProof(t, pos, p, turns)
		if !p.Complete {
			cut++
			continue
		}
		if p.Turns > 0 {
			wins++
			if pos.Due() == 1 {
				halves++
			}
			if q := e.Prove(t.Context(), limit.Limits{Depth: p.Turns - 1}); p.Turns > 1 && q.Turns > 0 {
				t.Errorf("the shortest win takes %d turns, and another one %d", p.Turns, q.Turns)
			}
		}
	}
	t.Logf("%d wins, %d of them in the middle of a turn, %d searches cut short", wins, halves, cut)
	if wins < n/20 || halves == 0 || cut == 0 {
		t.Error("too few of one kind")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if p := e.Prove(ended, limit.Limits{}); p.Turns > 1 && len(p.Line) == 0 {
		t.Errorf("called off: %+v", p)
	}
}

// TestProveTheRestOfATurn finds, in the middle of a turn, the stone that wins.
func TestProveTheRestOfATurn(t *testing.T) {
	e := newEngine(t, connect.Board, small(hybrid.Own))
	pos := e.Position()
	for i, x := range []int{6, 7, 8, 9} { // four in a row, White far away
		pos.Put(board.At(x, 9), board.Black)
		pos.Put(board.At(2*i, 0), board.White)
	}
	pos.Put(board.At(10, 9), board.Black)
	pos.SetTurn(board.Black, 1)
	p := e.Prove(t.Context(), limit.Limits{})
	if p.Turns != 1 || len(p.Line) != 1 || p.Line[0].Stones() != 1 {
		t.Fatalf("one stone wins; found: %+v", p)
	}
	checkProof(t, pos, p, 1)
}

// TestLineIsWorthItsScore plays the line that a search tells: its first turn is
// the answer and every turn is legal. Of the document's mixes and of the solver
// the line of a won score leads to k in a row or to threats that no turn meets,
// two turns before it; other searches may cut a line short.
func TestLineIsWorthItsScore(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	rounds := 100
	if testing.Short() {
		rounds = 25
	}
	wins := 0
	for i := range rounds {
		o := DefaultOptions()
		o.Book, o.Solver, o.Width, o.Depth, o.TableMB = false, i%2 == 0, 8, 3, 1
		o.Mix = kinds[i%len(kinds)]
		e := newEngine(t, connect.Board, o)
		pos := e.Position()
		connecttest.MiddleGame(pos, rng, 6+rng.IntN(40))
		me := pos.ToMove()
		r := e.Search(context.Background(), limit.Limits{Nodes: 20_000}, nil)
		if len(r.Line) == 0 || r.Line[0] != r.Move {
			t.Fatalf("line %v does not begin with the answer %v", r.Line, r.Move)
		}
		for _, m := range r.Line {
			connecttest.CheckTurn(t, pos, m)
			pos.PlayMove(m)
		}
		if r.Score < Proved || o.Mix >= hybrid.Mix(len(hybrid.Mixes)) && r.Source == player.FromSearch {
			continue
		}
		wins++
		turns := int(Win - r.Score)
		switch b := connecttest.Of(pos); {
		case b.Won(me):
			if len(r.Line) > turns {
				t.Errorf("a win within %d turns has a line of %d", turns, len(r.Line))
			}
		case len(r.Line) <= turns-2:
			if pairs, _ := b.Replies(b.Threats(me, 2)); len(pairs) > 0 || len(b.Threats(me.Other(), 2)) > 0 {
				t.Errorf("after the line %v of a win (%s, %d) the opponent has answers %v", r.Line, r.Source, r.Score, pairs)
			}
		default:
			t.Errorf("a win in %d turns (%s) has a line of %d that ends in nothing: %v", turns, r.Source, len(r.Line), r.Line)
		}
	}
	if wins < rounds/5 {
		t.Errorf("only %d lines with a win", wins)
	}
}
