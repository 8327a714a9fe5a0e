package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// minimax is the document's search without pruning: every candidate of every
// position is searched to the full depth. Candidates come from the product's own
// list, everything else is worked out here.
type minimax struct {
	h hybrid // for its candidates
}

func newMinimax(t testing.TB, pos *connect.Position, o *Options) *minimax {
	t.Helper()
	m := &minimax{}
	m.h.pos = rebuilt(t, pos, o.Roads.Values())
	m.h.set(o)
	return m
}

// rebuilt returns the same position with other road values.
func rebuilt(t testing.TB, pos *connect.Position, v connect.Values) *connect.Position {
	t.Helper()
	c, err := connect.New(pos.Rules(), v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range pos.Count() {
		pt, color := pos.Stone(i)
		c.Put(pt, color)
	}
	c.SetTurn(pos.ToMove(), pos.Due())
	return c
}

// turns returns the candidates of the position as it stands.
func (x *minimax) turns() []connect.Move {
	l := list{items: make([]candidate, MaxWidth)}
	if !x.h.expand(&l, x.h.options.Width) {
		return nil
	}
	var all []connect.Move
	for _, it := range l.items[:l.n] {
		all = append(all, it.move)
	}
	return all
}

// play returns what the turn m is worth to the side to move, which has the given
// number of turns left to look at, this one included.
func (x *minimax) play(m connect.Move, depth, ply int) int32 {
	pos, o := x.h.pos, x.h.options
	me := pos.ToMove()
	pos.PlayMove(m)
	defer pos.TakeMove(m)
	if pos.Winner() != board.Empty {
		return Win - int32(ply) - 1
	}
	if pos.Over() {
		return 0
	}
	if _, ok := pos.WinNow(); ok {
		return -(Win - int32(ply) - 2)
	}
	var def connect.Defence
	if pos.Answer(pos.ToMove(), &def); def.Need > pos.Due() {
		return Win - int32(ply) - 3
	}
	if depth > 1 {
		return -x.best(depth-1, ply+1)
	}
	if o.Mix == RoadRoad || o.Mix == ShapeRoad {
		score := pos.Value(me)
		places := o.Roads.Places(pos.Rules().Size())
		for _, pt := range m.Points(nil) {
			score += places[pt]
		}
		return score
	}
	return o.Shapes.Turn(pos, me, m).Total()
}

// best is the value of the position for the side to move.
func (x *minimax) best(depth, ply int) int32 {
	best := int32(-infinity)
	for _, m := range x.turns() {
		best = max(best, x.play(m, depth, ply))
	}
	return best
}

// TestAlphaBetaEqualsMinimax compares the search with one that prunes nothing,
// for every mix, and that the turn chosen is worth what the search says.
func TestAlphaBetaEqualsMinimax(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(10, 20))
	rules := []connect.Rules{connect.Connect6, {Cols: 7, Rows: 8, K: 5, P: 2, Q: 1}, {Cols: 11, Rows: 11, K: 5, P: 1, Q: 1}}
	rounds := 40
	if testing.Short() {
		rounds = 6
	}
	for _, mix := range Mixes {
		proved := 0
		for i := range rounds {
			o := DefaultOptions()
			o.Book, o.Solver, o.Mix, o.TableMB = false, false, mix, 1
			o.Width = 1 + rng.IntN(10)
			o.Depth = 1 + rng.IntN(3)
			e := newEngine(t, rules[i%len(rules)], o)
			pos := e.Position()
			middleGame(pos, rng, 3+rng.IntN(30))
			if i%5 == 4 && pos.Rules().P == 2 {
				pos.SetTurn(pos.ToMove(), 1) // in the middle of a turn
			}
			if _, ok := pos.WinNow(); ok || pos.Over() {
				continue
			}
			x := newMinimax(t, pos, &o)
			for _, r := range []Result{e.Search(context.Background(), Limits{}, nil), e.SearchOnce(context.Background(), Limits{Depth: o.Depth})} {
				checkTurn(t, pos, r.Move)
				if r.Source != FromSearch || r.Depth == 0 {
					continue // nothing to choose, or lost already
				}
				want := x.best(r.Depth, 0)
				if r.Score != want {
					t.Fatalf("%v, width %d, depth %d: score %d, minimax %d", mix, o.Width, r.Depth, r.Score, want)
				}
				if got := x.play(r.Move, r.Depth, 0); got != want {
					t.Fatalf("%v, width %d, depth %d: turn %v is worth %d, the best %d", mix, o.Width, r.Depth, r.Move, got, want)
				}
				if r.Depth < o.Depth && want < Proved && want > -Proved {
					t.Fatalf("%v: stopped at depth %d of %d without a proof", mix, r.Depth, o.Depth)
				}
				if want >= Proved || want <= -Proved {
					proved++
				}
			}
		}
		t.Logf("%v: %d of %d scores were proofs", mix, proved, 2*rounds)
	}
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
		e := newEngine(t, connect.Connect6, o)
		pos := e.Position()
		middleGame(pos, rng, 6+rng.IntN(40))
		me := pos.ToMove()
		r := e.Search(context.Background(), Limits{Nodes: 20_000}, nil)
		if len(r.Line) == 0 || r.Line[0] != r.Move {
			t.Fatalf("line %v does not begin with the answer %v", r.Line, r.Move)
		}
		for _, m := range r.Line {
			checkTurn(t, pos, m)
			pos.PlayMove(m)
		}
		if r.Score < Proved || o.Mix >= Mix(len(Mixes)) && r.Source == FromSearch {
			continue
		}
		wins++
		turns := int(Win - r.Score)
		switch b := plainOf(pos); {
		case b.won(me):
			if len(r.Line) > turns {
				t.Errorf("a win within %d turns has a line of %d", turns, len(r.Line))
			}
		case len(r.Line) <= turns-2:
			if pairs, _ := b.replies(b.threats(me, 2)); len(pairs) > 0 || len(b.threats(me.Other(), 2)) > 0 {
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
