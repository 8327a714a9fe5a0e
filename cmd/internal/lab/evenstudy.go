package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// EvenStudy finds openings that a choice of colours is fair from, after which searches
// find neither side ahead. Of Connect6 they are a black stone and two white ones: Black's
// lies anywhere but at the edge, White's near it, since with Black's in the middle Black is
// ahead of nearly all pairs. Of Gomoku and Renju they are a black, a white and a black one,
// anywhere on the board but within reach of each other.
type EvenStudy struct {
	Rules string `flag:"rules"` // by name
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
var DefaultEvenStudy = EvenStudy{Rules: game.Connect6().Name(), Tries: 1000, Nodes: 5_000, Long: 150_000, Most: 400, Seed: 1, Workers: 1}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s EvenStudy) Check() error {
	_, err := RulesOf(s.Rules, board.Size{})
	switch {
	case err != nil:
		return fmt.Errorf("rules: %w", err)
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
	evenReach  = 5 // of a stone of Gomoku and Renju from the first
)

// Run carries the study out and writes the openings, a line each with Black's score; of
// those that a symmetry of the board exchanges it writes one.
func (s EvenStudy) Run(ctx context.Context, out io.Writer) error {
	rules, err := RulesOf(s.Rules, board.Size{})
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	rng := rand.New(rand.NewPCG(s.Seed, 0x6576656e))
	var all []evenOpening
	for range s.Tries {
		o := evenOpening{Rules: s.Rules, Opening: scatterOpening(rules, rng), Nodes: s.Nodes, Long: s.Long, Most: s.Most}
		if key := o.key(rules.Size()); o.Opening != nil && !seen[key] {
			seen[key] = true
			all = append(all, o)
		}
	}
	return each(ctx, s.Workers, all, jobs.On(s.Farm, KindEven, lookEven), func(line string) { fmt.Fprint(out, line) })
}

// KindEven is the job to look at an opening of an [EvenStudy], an [evenOpening].
const KindEven = "even"

// evenOpening is an opening that an [EvenStudy] looks at.
type evenOpening struct {
	Rules   string          `json:"rules"`
	Opening [][]board.Point `json:"opening"` // turn by turn
	Nodes   uint64          `json:"nodes"`
	Long    uint64          `json:"long"`
	Most    int             `json:"most"`
}

// key is the same for openings that a symmetry of the board exchanges.
func (o evenOpening) key(size board.Size) string {
	least := ""
	for k := range size.Symmetries() {
		var stones []string
		for i, turn := range o.Opening {
			for _, p := range turn {
				stones = append(stones, fmt.Sprintf("%d%03d", i%2, size.Index(size.Turn(p, k))))
			}
		}
		slices.Sort(stones)
		if key := strings.Join(stones, " "); least == "" || key < least {
			least = key
		}
	}
	return least
}

// scatterOpening is an opening at random; nil if it came to nothing.
func scatterOpening(rules game.Rules, rng *rand.Rand) [][]board.Point {
	size, inside, near := rules.Size(), evenInside, evenNear
	_, six := rules.(game.Connect)
	if !six {
		inside, near = 0, evenReach
	}
	x, y := inside+rng.IntN(size.Cols-2*inside), inside+rng.IntN(size.Rows-2*inside)
	at := func() board.Point {
		return board.At(min(max(x-near+rng.IntN(2*near+1), 0), size.Cols-1), min(max(y-near+rng.IntN(2*near+1), 0), size.Rows-1))
	}
	first, a, b := board.At(x, y), at(), at()
	switch {
	case a == b || a == first || b == first:
		return nil
	case six:
		return [][]board.Point{{first}, {a, b}}
	}
	return [][]board.Point{{first}, {a}, {b}}
}

// lookEven does the job [KindEven]: it returns the opening's line, "" if it is not even.
func lookEven(ctx context.Context, o evenOpening) (string, error) {
	search, err := o.judge(ctx)
	if err != nil {
		return "", err
	}
	score, ok := evenScore(search, o.Nodes, 2*o.Most)
	if ok {
		score, ok = evenScore(search, o.Long, o.Most)
	}
	if err := ctx.Err(); err != nil || !ok {
		return "", err
	}
	line := ""
	for _, turn := range o.Opening {
		for _, p := range turn {
			line += fmt.Sprintf("%v ", p)
		}
	}
	return fmt.Sprintf("%s%+d\n", line, score), nil
}

// judge returns the search of the opening's game, with the opening on its board. The
// search tells the score of each depth for the side to move, and returns the last depth.
func (o evenOpening) judge(ctx context.Context) (func(nodes uint64, told func(score int)) (depth int), error) {
	rules, err := RulesOf(o.Rules, board.Size{})
	if err != nil {
		return nil, err
	}
	g := game.New(rules)
	for _, turn := range o.Opening {
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: turn}); err != nil {
			return nil, err
		}
	}
	if r, ok := rules.(game.Gomoku); ok {
		e := five.New(r.Board, r.Wins, time.Now)
		for _, t := range g.Turns() {
			e.Put(t.Points[0], t.Color)
		}
		c, _ := g.Due()
		return func(nodes uint64, told func(int)) int {
			return deepen(ctx, e, c, nodes, told)
		}, nil
	}
	e, err := newEngine(0, 0)
	if err != nil {
		return nil, err
	}
	e.Position().Reset()
	for _, t := range g.Turns() {
		e.Position().PlayMove(connect.MoveOf(t.Points))
	}
	return func(nodes uint64, told func(int)) int {
		return e.Search(ctx, limit.Limits{Nodes: nodes}, func(f search.Found) { told(int(f.Score)) }).Depth
	}, nil
}

// deepen searches for the strong player of Gomoku and Renju, depth by depth.
func deepen(ctx context.Context, e *five.Engine, c board.Color, nodes uint64, told func(score int)) (depth int) {
	for left := nodes; left > 0; depth++ {
		f := e.Search(ctx, c, limit.Limits{Nodes: left, Depth: depth + 1}, nil)
		if f.Depth <= depth || ctx.Err() != nil {
			break
		}
		told(int(f.Score))
		left -= min(left, max(f.Nodes, 1))
	}
	return depth
}

// evenScore is what the side to move has, as the mean of the last two depths, since a
// search favours the side that moves last; ok is false if it is further from 0 than
// most, or somebody wins by force.
func evenScore(search func(nodes uint64, told func(score int)) (depth int), nodes uint64, most int) (score int, ok bool) {
	var last [2]int
	depth := search(nodes, func(score int) { last[0], last[1] = last[1], score })
	score = (last[0] + last[1]) / 2
	return score, depth > 1 && max(score, -score) <= most
}
