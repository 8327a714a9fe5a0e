package search

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/eval"
)

// TestOrder compares what a pair of the shortlist is worth with the same worked
// out from the pair alone, and pairs that share no line with the sum of the
// gains by roads that the order was made from.
func TestOrder(t *testing.T) {
	o := DefaultOptions()
	o.Order = eval.OrderFromRoads(o.Learned.Order)
	e := newEngine(t, connect.Board, o)
	tr, pos := &e.tree, e.Position()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		connecttest.MiddleGame(pos, rng, 24)
		if pos.Over() || pos.Due() < 2 {
			continue
		}
		me := pos.ToMove()
		tr.prepare()
		p := &tr.plies[0]
		tr.shortlist(p, me)
		plain := p.cells
		tr.reorder(&p.cells, me)
		for i := range p.cells.n {
			if p.cells.score[i] != plain.score[i] {
				t.Fatalf("%v: %d by the order, %d by roads", plain.point[i], p.cells.score[i], plain.score[i])
			}
			for j := range i {
				m := connect.Pair(p.cells.point[i], p.cells.point[j])
				got := p.cells.score[i] + p.cells.score[j] + tr.bonus(&tr.sights[i], &tr.sights[j])
				if want := tr.worth(m, me); got != want {
					t.Fatalf("%v: %d from the shortlist, %d alone", m, got, want)
				}
			}
		}
	}
}
