package threat

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/limit"
)

// BenchmarkSolver measures how many positions a second the solver looks into, from
// one full of threats that win nothing.
func BenchmarkSolver(b *testing.B) {
	const turns = 2000
	pos := connecttest.NewPosition(b, connect.Board)
	s := New(pos, Memory{Proofs: 1 << 15, Lines: 512})
	c := &limit.Clock{}
	for rng := rand.New(rand.NewPCG(9, 90)); s.nodes < turns; {
		connecttest.MiddleGame(pos, rng, 24)
		pos.SetTurn(pos.ToMove(), 2)
		if s.Solve(c, turns, MaxTurns) > 0 {
			s.nodes = 0
		}
	}
	var tried uint64
	b.ReportAllocs()
	for b.Loop() {
		clear(s.proofs)
		s.Solve(c, turns, MaxTurns)
		tried += s.Nodes()
	}
	b.ReportMetric(float64(tried)/b.Elapsed().Seconds(), "positions/s")
}
