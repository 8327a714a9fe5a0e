package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"stonehand/engine/connect"
)

// BenchmarkSearch measures how many turns a second each mix tries in a middle
// game of 21 stones, to a fixed number of turns. Every search is an engine's
// first, so that none finds its work done.
func BenchmarkSearch(b *testing.B) {
	const turns = 20_000
	for _, mix := range kinds {
		b.Run(mix.String(), func(b *testing.B) {
			pos := quiet(b, mix, false, frozen).Position()
			o := DefaultOptions()
			o.Mix, o.Book, o.Solver = mix, false, false
			var tried uint64
			var took time.Duration
			for b.Loop() {
				e, err := New(connect.Connect6, o, time.Now)
				if err != nil {
					b.Fatal(err)
				}
				e.Position().CopyFrom(pos)
				r := e.Search(context.Background(), Limits{Nodes: turns}, nil)
				tried += r.Nodes
				took += r.Elapsed
			}
			b.ReportMetric(float64(tried)/took.Seconds(), "turns/s")
			b.ReportMetric(float64(tried)/float64(b.N), "turns/op")
		})
	}
}

// BenchmarkSolver measures how many positions a second the solver looks into, from
// one full of threats that win nothing.
func BenchmarkSolver(b *testing.B) {
	const turns = 2000
	s := new(Solver)
	pos := newPosition(b, connect.Connect6)
	s.init(pos, proofEntries)
	c := &clock{now: frozen}
	for rng := rand.New(rand.NewPCG(9, 90)); s.nodes < turns; {
		middleGame(pos, rng, 24)
		pos.SetTurn(pos.ToMove(), 2)
		if s.Solve(c, turns, maxThreats) > 0 {
			s.nodes = 0
		}
	}
	var tried uint64
	b.ReportAllocs()
	for b.Loop() {
		clear(s.proofs)
		s.Solve(c, turns, maxThreats)
		tried += s.Nodes()
	}
	b.ReportMetric(float64(tried)/b.Elapsed().Seconds(), "positions/s")
}
