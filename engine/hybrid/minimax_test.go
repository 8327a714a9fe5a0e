package hybrid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/eval"
	"stonehand/engine/limit"
)

func newSearch(t testing.TB, size board.Size, o Options) *Search {
	t.Helper()
	s, err := New(size, o.Roads)
	if err != nil {
		t.Fatal(err)
	}
	s.Set(o)
	return s
}

func options(mix Mix) Options {
	return Options{Mix: mix, Width: 24, Roads: eval.DefaultRoads, Shapes: eval.DefaultShapes}
}

// minimax is the document's search without pruning: every candidate of every
// position is searched to the full depth. Candidates come from the product's own
// list, everything else is worked out here.
type minimax struct {
	h *Search // for its candidates
}

func newMinimax(t testing.TB, pos *connect.Position, o *Options) *minimax {
	t.Helper()
	h := newSearch(t, pos.Size(), *o)
	h.room()
	h.stand(pos)
	return &minimax{h}
}

// turns returns the candidates of the position as it stands.
func (x *minimax) turns() []connect.Move {
	var all []connect.Move
	list, _ := x.candidates()
	for _, it := range list {
		all = append(all, it.value)
	}
	return all
}

func (x *minimax) candidates() ([]ranked[connect.Move], bool) {
	l := make([]ranked[connect.Move], 0, MaxWidth)
	ok := x.h.expand(&l)
	return l, ok
}

// play returns what the turn m is worth to the side to move, which has the given
// number of turns left to look at, this one included.
func (x *minimax) play(m connect.Move, depth, ply int) int32 {
	pos, o := x.h.pos, x.h.options
	me := pos.ToMove()
	pos.PlayMove(m)
	defer pos.TakeMove(m)
	if pos.Winner() != board.Empty {
		return eval.Win - int32(ply) - 1
	}
	if pos.Over() {
		return 0
	}
	if !o.Unaided {
		if _, ok := pos.WinNow(); ok {
			return -(eval.Win - int32(ply) - 2)
		}
		var def connect.Defence
		if pos.Answer(pos.ToMove(), &def); def.Need > pos.Due() {
			return eval.Win - int32(ply) - 3
		}
	}
	if depth > 1 {
		return -x.best(depth-1, ply+1)
	}
	if o.Mix == RoadRoad || o.Mix == ShapeRoad {
		score := pos.Value(me)
		places := o.Roads.Places(pos.Size())
		for _, pt := range m.Points(nil) {
			score += places[pt]
		}
		return score
	}
	return o.Shapes.Turn(pos, me, m).Total()
}

// best is the value of the position for the side to move.
func (x *minimax) best(depth, ply int) int32 {
	best := int32(-eval.Infinity)
	for _, m := range x.turns() {
		best = max(best, x.play(m, depth, ply))
	}
	return best
}

// TestAlphaBetaEqualsMinimax compares the search with one that prunes nothing,
// for every mix with and without the knowledge of exact threats, and that the turn
// chosen is worth what the search says.
func TestAlphaBetaEqualsMinimax(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(10, 20))
	sizes := []board.Size{connect.Board, {Cols: 7, Rows: 8}, {Cols: 11, Rows: 11}}
	rounds := 40
	if testing.Short() {
		rounds = 6
	}
	for n, mix := range slices.Concat(Mixes, Mixes) {
		proved := 0
		for i := range rounds {
			o := options(mix)
			o.Unaided = n >= len(Mixes)
			o.Width = 1 + rng.IntN(10)
			deepest := 1 + rng.IntN(3)
			pos := connecttest.NewPosition(t, sizes[i%len(sizes)])
			connecttest.MiddleGame(pos, rng, 3+rng.IntN(30))
			if i%5 == 4 {
				pos.SetTurn(pos.ToMove(), 1) // in the middle of a turn
			}
			if _, ok := pos.WinNow(); ok && !o.Unaided || pos.Over() {
				continue
			}
			x := newMinimax(t, pos, &o)
			h := newSearch(t, pos.Size(), o)
			for _, once := range []bool{false, true} {
				var c limit.Clock
				c.Start(t.Context(), limit.Limits{Depth: deepest}, connecttest.Frozen)
				r := h.Think(&c, pos, once, nil)
				connecttest.CheckTurn(t, pos, r.Move)
				if r.Depth == 0 {
					continue // nothing to choose, or lost already
				}
				want := x.best(r.Depth, 0)
				if r.Score != want {
					t.Fatalf("%v, width %d, depth %d: score %d, minimax %d", mix, o.Width, r.Depth, r.Score, want)
				}
				if got := x.play(r.Move, r.Depth, 0); got != want {
					t.Fatalf("%v, width %d, depth %d: turn %v is worth %d, the best %d", mix, o.Width, r.Depth, r.Move, got, want)
				}
				if r.Depth < deepest && want < eval.Proved && want > -eval.Proved {
					t.Fatalf("%v: stopped at depth %d of %d without a proof", mix, r.Depth, deepest)
				}
				if want >= eval.Proved || want <= -eval.Proved {
					proved++
				}
			}
		}
		t.Logf("%v: %d of %d scores were proofs", mix, proved, 2*rounds)
	}
}
