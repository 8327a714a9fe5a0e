package lab

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/region"
	"stonehand/engine/tuple"
)

// RegionStudy compares minimax, alpha-beta and the growing region at Gomoku on
// 15x15: the boards that each looks at, its time, and the value that it finds.
type RegionStudy struct {
	Stones []int         // on the board of each position, at least 1
	Depths []int         // stones looked ahead
	Limit  time.Duration // a search that takes longer is cut and marked
	Seed   uint64        // of the positions
}

// DefaultRegionStudy are the settings behind docs/study.md.
var DefaultRegionStudy = RegionStudy{
	Stones: []int{1, 3, 5, 8, 12, 20, 30}, Depths: []int{3, 4}, Limit: 60 * time.Second, Seed: 1,
}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s RegionStudy) Check() error {
	for _, n := range s.Stones {
		if n < 1 || n > 60 {
			return fmt.Errorf("a position of %d stones is out of range: 1 to 60", n)
		}
	}
	for _, d := range s.Depths {
		if d < 1 || d > 6 {
			return fmt.Errorf("a depth of %d is out of range: 1 to 6", d)
		}
	}
	if s.Limit <= 0 {
		return fmt.Errorf("a limit of %v leaves no time to search", s.Limit)
	}
	return nil
}

// Run carries the study out and writes it as Markdown.
func (s RegionStudy) Run(ctx context.Context, out io.Writer) error {
	fmt.Fprintln(out, "| stones | depth | method | boards | time | value | plays |")
	fmt.Fprintln(out, "| ---: | ---: | --- | ---: | ---: | ---: | --- |")
	for _, depth := range s.Depths {
		total := map[region.Method]time.Duration{}
		for _, stones := range s.Stones {
			p, toMove := s.position(stones)
			for _, m := range []region.Method{region.Minimax, region.AlphaBeta, region.Growing} {
				begun := time.Now()
				found, ok := p.Search(toMove, m, depth, func() bool { return ctx.Err() != nil || time.Since(begun) > s.Limit })
				if ctx.Err() != nil {
					return ctx.Err()
				}
				took := time.Since(begun)
				total[m] += took
				if !ok {
					fmt.Fprintf(out, "| %d | %d | %s | | > %v | | |\n", stones, depth, m, s.Limit)
					continue
				}
				fmt.Fprintf(out, "| %d | %d | %s | %d | %v | %d | %s |\n",
					stones, depth, m, found.Nodes, took.Round(100*time.Microsecond), found.Score, found.Move)
			}
		}
		fmt.Fprintf(out, "| all | %d | mean | | minimax %v, alpha-beta %v, region %v | | |\n", depth,
			s.mean(total[region.Minimax]), s.mean(total[region.AlphaBeta]), s.mean(total[region.Growing]))
	}
	return nil
}

func (s RegionStudy) mean(total time.Duration) time.Duration {
	return (total / time.Duration(max(len(s.Stones), 1))).Round(100 * time.Microsecond)
}

// position is one from a game of the five-tuple player against itself, after a
// few stones near the middle; nobody has won it.
func (s RegionStudy) position(stones int) (*region.Player, board.Color) {
	size := board.Size{Cols: 15, Rows: 15}
	rng := rand.New(rand.NewPCG(s.Seed, uint64(stones)))
	for {
		p, t := region.New(size), tuple.New(size)
		c, won := board.Black, false
		for i := range stones {
			at := t.Best(c, nil)
			if i > 0 && i < 4 {
				near := func(q board.Point) bool { return max(abs(q.X()-7), abs(q.Y()-7)) <= 2 && rng.IntN(6) == 0 }
				if q := t.Best(c, near); q != board.Nowhere {
					at = q
				}
			}
			won = won || t.Score(at, c) >= tuple.Own[4]
			p.Put(at, c)
			t.Put(at, c)
			c = c.Other()
		}
		if !won {
			return p, c
		}
	}
}

func abs(n int) int { return max(n, -n) }
