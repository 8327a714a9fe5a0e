package search

import (
	"context"
	"strconv"
	"testing"
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/limit"
)

// open are positions of the middle game that no search of this length decides.
var open = []string{
	"J10 K7 M7 J9 I10 J7 K8 I3 Q15 N7 I9 L7 J11 L9 M10 I6 N11 M8 M9 M6 M11 K10 P11",
	"J10 K7 L7 J7 M7 J8 K9 K8 M10 J9 L9 M8 I9 E6 M9 O9 N10 L10 M11 I7 N12 S4 L12 N8 L11 L6 N9 L8 F14 I6 P8 D2 A16 M5 N6 O3 J6 F6 G10 P10 R10 Q10 Q11",
}

// BenchmarkSearch measures how many turns a second each mix tries in the middle
// game, to a fixed number of turns. Every search is an engine's first, so that
// none finds its work done.
func BenchmarkSearch(b *testing.B) {
	const turns = 20_000
	for _, mix := range kinds {
		b.Run(mix.String(), func(b *testing.B) {
			o := DefaultOptions()
			o.Mix, o.Book, o.Solver = mix, false, false
			var tried uint64
			var took time.Duration
			for b.Loop() {
				for _, game := range open {
					e, err := New(connect.Board, o, time.Now)
					if err != nil {
						b.Fatal(err)
					}
					e.Position().CopyFrom(connecttest.Played(b, game))
					r := e.Search(context.Background(), limit.Limits{Nodes: turns}, nil)
					tried += r.Nodes
					took += r.Elapsed
				}
			}
			b.ReportMetric(float64(tried)/took.Seconds(), "turns/s")
			b.ReportMetric(float64(tried)/float64(b.N), "turns/op")
		})
	}
}

// BenchmarkThreads measures how many turns a second threads try together.
func BenchmarkThreads(b *testing.B) {
	for threads := 1; threads <= 2; threads++ {
		b.Run(strconv.Itoa(threads), func(b *testing.B) {
			o := DefaultOptions()
			o.Book, o.Solver, o.Threads = false, false, threads
			e, err := New(connect.Board, o, time.Now)
			if err != nil {
				b.Fatal(err)
			}
			var tried uint64
			var took time.Duration
			for b.Loop() {
				for _, game := range open {
					e.Position().CopyFrom(connecttest.Played(b, game))
					r := e.Search(context.Background(), limit.Limits{Soft: time.Second, Hard: time.Second}, nil)
					tried += r.Nodes
					took += r.Elapsed
				}
			}
			b.ReportMetric(float64(tried)/took.Seconds(), "turns/s")
		})
	}
}
