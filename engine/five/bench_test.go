package five

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// BenchmarkSearch measures how many positions a second a search of the middle game
// looks at.
func BenchmarkSearch(b *testing.B) {
	for _, rules := range []game.Row{game.FiveOrMore, game.RenjuFive} {
		b.Run(map[game.Row]string{game.FiveOrMore: "freestyle", game.RenjuFive: "renju"}[rules], func(b *testing.B) {
			var nodes uint64
			var took time.Duration
			for b.Loop() {
				e := engineAt(b, rules, "H8 I9 J8 G9 I6", "H9 H10 I8 G8 K7")
				begun := time.Now()
				f := e.Search(context.Background(), board.Black, limit.Limits{Nodes: 50_000}, nil)
				nodes += f.Nodes
				took += time.Since(begun)
			}
			b.ReportMetric(float64(nodes)/took.Seconds(), "nodes/s")
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
