package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"stonehand/cmd/internal/jobs"
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
	// Workers is how many openings are looked at at a time; Farm, if set, looks at them.
	Workers int `flag:"workers,1,256"`
	Farm    jobs.Doer
}

// DefaultEvenStudy are the settings behind package opening's list.
var DefaultEvenStudy = EvenStudy{Tries: 1000, Nodes: 5_000, Long: 150_000, Most: 400, Seed: 1, Workers: 1}

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
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		return err
	}
	size, seen := connect.Board, map[board.Key]bool{}
	rng := rand.New(rand.NewPCG(s.Seed, 0x6576656e))
	var all []evenOpening
	for range s.Tries {
		x, y := evenInside+rng.IntN(size.Cols-2*evenInside), evenInside+rng.IntN(size.Rows-2*evenInside)
		white := func() board.Point {
			return board.At(x-evenNear+rng.IntN(2*evenNear+1), y-evenNear+rng.IntN(2*evenNear+1))
		}
		first, a, b := board.At(x, y), white(), white()
		if a == b || a == first || b == first {
			continue
		}
		o := evenOpening{[]connect.Move{{A: first, B: board.Nowhere}, connect.Pair(a, b)}, s.Nodes, s.Long, s.Most}
		lay(pos, o.Opening)
		key, _ := book.Canonical(pos)
		if !seen[key] {
			seen[key] = true
			all = append(all, o)
		}
	}
	look := lookEven
	if s.Farm != nil {
		look = func(ctx context.Context, o evenOpening) (string, error) {
			return jobs.Ask[string](ctx, s.Farm, KindEven, o)
		}
	}
	return each(ctx, s.Workers, all, look, func(line string) { fmt.Fprint(out, line) })
}

// KindEven is the job to look at an opening of an [EvenStudy], an [evenOpening].
const KindEven = "even"

// evenOpening is an opening that an [EvenStudy] looks at.
type evenOpening struct {
	Opening []connect.Move `json:"opening"`
	Nodes   uint64         `json:"nodes"`
	Long    uint64         `json:"long"`
	Most    int            `json:"most"`
}

// lookEven does the job [KindEven]: it returns the opening's line, "" if it is not even.
func lookEven(ctx context.Context, o evenOpening) (string, error) {
	e, err := newEngine(0, 0)
	if err != nil {
		return "", err
	}
	if err := layLegal(e.Position(), o.Opening); err != nil {
		return "", err
	}
	score, ok := evenScore(ctx, e, o.Nodes, 2*o.Most)
	if ok {
		score, ok = evenScore(ctx, e, o.Long, o.Most)
	}
	if err := ctx.Err(); err != nil || !ok {
		return "", err
	}
	line := ""
	for _, m := range o.Opening {
		for _, p := range m.Points(nil) {
			line += fmt.Sprintf("%v ", p)
		}
	}
	return fmt.Sprintf("%s%+d\n", line, score), nil
}

// evenScore is what the side to move has, as the mean of the last two depths, since a
// search favours the side that moves last; ok is false if it is further from 0 than
// most, or somebody wins by force.
func evenScore(ctx context.Context, e *search.Engine, nodes uint64, most int) (score int, ok bool) {
	var last [2]int
	r := e.Search(ctx, limit.Limits{Nodes: nodes}, func(f search.Found) { last[0], last[1] = last[1], int(f.Score) })
	score = (last[0] + last[1]) / 2
	return score, r.Depth > 1 && max(score, -score) <= most
}
