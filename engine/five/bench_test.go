package five

import (
	"context"
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// BenchmarkSearch measures how many positions a second a search of the middle game
// looks at.
func BenchmarkSearch(b *testing.B) {
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		b.Run(map[game.Row]string{game.FiveOrMore: "freestyle", game.RenjuFive: "renju"}[rules], func(b *testing.B) {
			e := engineAt(b, rules, "H8 J8 G10 I6 K9", "I9 H9 G8 J6 H11")
			var nodes uint64
			for b.Loop() {
				clear(e.table)
				nodes += e.Search(context.Background(), board.Black, limit.Limits{Nodes: 50_000}, nil).Nodes
			}
			if nodes < 50_000*uint64(b.N) {
				b.Fatalf("%d nodes in %d searches: the position is decided", nodes, b.N)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkPutTake measures a stone put down and lifted, with what points are worth
// and without.
func BenchmarkPutTake(b *testing.B) {
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		p := NewPosition(fifteen, rules)
		for what, put := range map[string]func(board.Point, board.Color){"put": p.Put, "try": p.try} {
			b.Run(map[game.Row]string{game.FiveOrMore: "freestyle", game.RenjuFive: "renju"}[rules]+"/"+what, func(b *testing.B) {
				for p.Count() > 0 {
					p.Take()
				}
				rng := rand.New(rand.NewPCG(1, 1))
				var free []board.Point
				for p.Count() < 60 {
					if pt := fifteen.Point(rng.IntN(225)); p.At(pt) == board.Empty {
						p.Put(pt, board.Color(1+rng.IntN(2)))
					}
				}
				for i := range 225 {
					if pt := fifteen.Point(i); p.At(pt) == board.Empty {
						free = append(free, pt)
					}
				}
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					put(free[n%len(free)], board.Black)
					p.Take()
					n++
				}
			})
		}
	}
}
