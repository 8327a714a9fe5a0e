package daemontest

import (
	"math/rand/v2"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// Hurry chooses n points for the side to move as a hasty person does: where its own
// rows are longest, or the other side's, which count care as much; of points that are
// nearly as good, any. It plays every game of rows, and ends it soon if care is small.
func Hurry(s *api.Snapshot, n int, care float64, rng *rand.Rand) []string {
	b := builder{size: board.Size{Cols: s.Cols, Rows: s.Rows}, row: 5, care: care, stones: map[board.Point]board.Color{}}
	if s.Game == "connect6" {
		b.row = 6
	}
	for _, x := range s.Stones {
		b.stones[x.Point] = board.Color(x.Color)
	}
	var chosen []string
	for range n {
		best, most := board.Nowhere, -1.0
		for i := range b.size.Count() {
			p := b.size.Point(i)
			if b.stones[p] != board.Empty || slices.Contains(s.Forbidden, p) {
				continue
			}
			if v := b.worth(p, s.ToMove) * (0.7 + 0.6*rng.Float64()); v > most {
				best, most = p, v
			}
		}
		if best == board.Nowhere {
			break
		}
		b.stones[best] = s.ToMove
		chosen = append(chosen, best.String())
	}
	return chosen
}

// builder knows where stones stand.
type builder struct {
	size   board.Size
	row    int // how many win
	care   float64
	stones map[board.Point]board.Color
}

// worth is what a stone of a colour on p is worth: each row through it counts
// eight times as much for every stone of one side that has no other's beside it.
func (b *builder) worth(p board.Point, color board.Color) float64 {
	total := 0.0
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for back := range b.row {
			mine, theirs, fits := 1.0, b.care, true
			for k := range b.row {
				x, y := p.X()+(k-back)*d[0], p.Y()+(k-back)*d[1]
				if x < 0 || y < 0 || x >= b.size.Cols || y >= b.size.Rows {
					fits = false
					break
				}
				switch c := b.stones[board.At(x, y)]; {
				case c == board.Empty:
				case c == color:
					mine, theirs = mine*8, 0
				default:
					mine, theirs = 0, theirs*8
				}
			}
			if fits {
				total += max(mine, theirs)
			}
		}
	}
	return total
}
