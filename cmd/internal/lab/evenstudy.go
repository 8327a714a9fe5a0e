package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// EvenStudy finds openings of Connect6 that a choice of colours is fair from: a black
// stone and two white ones after which searches find neither side ahead. Black's stone
// lies anywhere but at the edge, White's near it: with Black's in the middle, Black is
// ahead of nearly all pairs.
type EvenStudy struct {
	Tries int    `flag:"tries"` // openings to look at
	Nodes uint64 `flag:"nodes"` // turns tried in the first search of one
	Long  uint64 `flag:"long"`  // and in the second, of one that the first finds even
	Most  int    `flag:"most"`  // that a score may be from 0 after the second; twice as much after the first
	Seed  uint64 `flag:"seed"`
}

// DefaultEvenStudy are the settings behind package opening's list.
var DefaultEvenStudy = EvenStudy{Tries: 1000, Nodes: 5_000, Long: 150_000, Most: 400, Seed: 1}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s EvenStudy) Check() error {
	switch {
	case s.Tries < 1 || s.Nodes < 1 || s.Long < 1:
		return errors.New("tries, nodes and long must be at least 1")
	case s.Most < 0:
		return errors.New("most must not be below 0")
	}
	return nil
}

// How far from the edge Black's stone lies at least, and White's from it at most.
const (
	evenInside = 3
	evenNear   = 3
)

// Run carries the study out and writes the openings, a line each with Black's score; of
// those that a symmetry of the board exchanges it writes one.
func (s EvenStudy) Run(ctx context.Context, out io.Writer) error {
	e, err := newEngine(0, 0)
	if err != nil {
		return err
	}
	size, seen := connect.Board, map[board.Key]bool{}
	rng := rand.New(rand.NewPCG(s.Seed, 0x6576656e))
	for range s.Tries {
		x, y := evenInside+rng.IntN(size.Cols-2*evenInside), evenInside+rng.IntN(size.Rows-2*evenInside)
		white := func() board.Point {
			return board.At(x-evenNear+rng.IntN(2*evenNear+1), y-evenNear+rng.IntN(2*evenNear+1))
		}
		first, a, b := board.At(x, y), white(), white()
		if a == b || a == first || b == first {
			continue
		}
		lay(e.Position(), []connect.Move{{A: first, B: board.Nowhere}, connect.Pair(a, b)})
		key, _ := book.Canonical(e.Position())
		if seen[key] {
			continue
		}
		seen[key] = true
		score, ok := s.score(ctx, e, s.Nodes, 2*s.Most)
		if ok {
			score, ok = s.score(ctx, e, s.Long, s.Most)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if ok {
			fmt.Fprintf(out, "%v %v %v %+d\n", first, a, b, score)
		}
	}
	return nil
}

// score is what the side to move has, as the mean of the last two depths, since a
// search favours the side that moves last; ok is false if it is further from 0 than
// most, or somebody wins by force.
func (s EvenStudy) score(ctx context.Context, e *search.Engine, nodes uint64, most int) (score int, ok bool) {
	var last [2]int
	r := e.Search(ctx, limit.Limits{Nodes: nodes}, func(f search.Found) { last[0], last[1] = last[1], int(f.Score) })
	score = (last[0] + last[1]) / 2
	return score, r.Depth > 1 && max(score, -score) <= most
}
