package lab

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/region"
	"stonehand/engine/search"
	"stonehand/engine/tuple"
)

// MixStudy holds the four mixes of candidate and leaf scorer against each
// other: what they cost on the same positions, and how they play.
type MixStudy struct {
	Positions int           `flag:"positions"`     // positions to search
	Depths    []int         `flag:"depths"`        // turns looked ahead
	Width     int           `flag:"width"`         // turns looked at in a position
	Limit     time.Duration `flag:"limit"`         // a search that takes longer is cut and marked
	Games     int           `flag:"games"`         // games of each pairing; rounded up to pairs; 0: none
	Nodes     uint64        `flag:"nodes"`         // turns tried per turn in the games of equal effort; 0: none of these
	Depth     []int         `flag:"depth"`         // depths of the games of equal depth
	Time      time.Duration `flag:"time"`          // of a turn in the games of equal time; 0: none of these
	Unaided   bool          `flag:"unaided"`       // the two scorers alone, as in the document
	Workers   int           `flag:"workers,1,256"` // games at a time
	Seed      uint64        `flag:"seed"`
	// Farm, if set, plays the games of equal effort and of equal depth.
	Farm jobs.Doer
}

// DefaultMixStudy are the settings behind docs/study.md.
var DefaultMixStudy = MixStudy{
	Positions: 8, Depths: []int{2, 4, 6}, Width: 12, Limit: 60 * time.Second,
	Games: 100, Nodes: 5000, Depth: []int{2}, Workers: 2, Seed: 1,
}

// Run carries the study out and writes it as Markdown.
func (s MixStudy) Run(ctx context.Context, out io.Writer) error {
	if len(s.Depths) > 0 {
		if err := s.cost(ctx, out); err != nil {
			return err
		}
	}
	if s.Games == 0 {
		return nil
	}
	if s.Nodes > 0 {
		title := fmt.Sprintf("Games at equal effort: %d turns tried per turn", s.Nodes)
		if err := s.robin(ctx, out, title, limit.Limits{Nodes: s.Nodes}); err != nil {
			return err
		}
	}
	for _, depth := range s.Depth {
		if err := s.robin(ctx, out, fmt.Sprintf("Games at equal depth: %d turns", depth), limit.Limits{Depth: depth}); err != nil {
			return err
		}
	}
	if s.Time == 0 {
		return nil
	}
	return s.robin(ctx, out, fmt.Sprintf("Games at equal time: %v per turn", s.Time), limit.Limits{Soft: s.Time, Hard: s.Time})
}

// aid says what the mixes know in addition to their scorers.
func (s MixStudy) aid() string {
	if s.Unaided {
		return "the two scorers alone"
	}
	return "with exact threats"
}

func (s MixStudy) options(mix hybrid.Mix) search.Options {
	o := search.DefaultOptions()
	o.Mix, o.Width, o.Book, o.Solver, o.Unaided = mix, s.Width, false, false, s.Unaided
	return o
}

// spec is a mix as a job names it, with the options of [MixStudy.options].
func (s MixStudy) spec(mix hybrid.Mix) string {
	return fmt.Sprintf("default,mix=%v,width=%d,solver=false,unaided=%t", mix, s.Width, s.Unaided)
}

// cost searches the same positions with every mix at every depth.
func (s MixStudy) cost(ctx context.Context, out io.Writer) error {
	positions, err := Openings(ctx, s.Positions, 7, s.Seed, 0)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Cost of one search: %d positions after 7 turns, width %d, %s, no solver; mean of each.\n\n", s.Positions, s.Width, s.aid())
	fmt.Fprintln(out, "| mix | depth | turns tried | time | turns/s |")
	fmt.Fprintln(out, "| --- | ---: | ---: | ---: | ---: |")
	for _, mix := range hybrid.Mixes {
		e, err := search.New(connect.Board, s.options(mix), time.Now)
		if err != nil {
			return err
		}
		for _, depth := range s.Depths {
			var nodes uint64
			var spent time.Duration
			cut := ""
			for _, turns := range positions {
				pos := e.Position()
				lay(pos, turns)
				// The depth alone, without the shallower iterations before it.
				r := e.SearchOnce(ctx, limit.Limits{Depth: depth, Hard: s.Limit})
				if err := ctx.Err(); err != nil {
					return err
				}
				if r.Depth < depth && r.Score < search.Proved && r.Score > -search.Proved {
					cut = "> "
				}
				nodes += r.Nodes
				spent += r.Elapsed
			}
			n := uint64(len(positions))
			fmt.Fprintf(out, "| %s | %d | %s%d | %s%v | %.0f |\n", mix, depth, cut, nodes/n, cut,
				(spent / time.Duration(n)).Round(100*time.Microsecond), float64(nodes)/spent.Seconds())
		}
	}
	fmt.Fprintln(out)
	return nil
}

// robin lets every mix play every other.
func (s MixStudy) robin(ctx context.Context, out io.Writer, title string, lim limit.Limits) error {
	openings, err := Openings(ctx, (s.Games+1)/2, 4, s.Seed, 0)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, width %d, %s; %d games a pairing from the same %d openings, colours swapped;\nwins, losses, draws of the row, Elo with 95 %% bars.\n\n", title, s.Width, s.aid(), 2*len(openings), len(openings))
	fmt.Fprintln(out, "| row against column | games |")
	fmt.Fprintln(out, "| --- | --- |")
	for i, a := range hybrid.Mixes {
		for _, b := range hybrid.Mixes[:i] {
			m := Match{
				Rules:    game.Connect6(),
				A:        players.Engine(a.String(), s.options(a), lim),
				B:        players.Engine(b.String(), s.options(b), lim),
				Openings: Beginnings(openings),
				Workers:  s.Workers,
			}
			if s.Farm != nil && lim.Hard == 0 {
				m.Farm = s.Farm
				m.Pair = Pair{Rules: m.Rules.Name(), Size: connect.Board, A: s.spec(a), B: s.spec(b), Names: [2]string{a.String(), b.String()}, Nodes: lim.Nodes, Depth: lim.Depth}
			}
			score, err := m.Play(ctx)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "| %s against %s | %s |\n", a, b, score)
		}
	}
	fmt.Fprintln(out)
	return nil
}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s MixStudy) Check() error {
	for _, d := range slices.Concat(s.Depth, s.Depths) {
		if d < 1 || d > search.MaxDepth {
			return fmt.Errorf("depth %d is out of range: 1 to %d turns", d, search.MaxDepth)
		}
	}
	switch {
	case s.Positions < 1 || s.Workers < 1:
		return fmt.Errorf("positions and workers must be at least 1")
	case s.Games < 0 || s.Time < 0:
		return fmt.Errorf("games and time must not be below 0")
	case s.Width < 1 || s.Width > search.MaxWidth:
		return fmt.Errorf("width %d is out of range: 1 to %d turns", s.Width, search.MaxWidth)
	}
	return nil
}

// RegionStudy compares minimax, alpha-beta and the growing region at Gomoku on
// 15x15: the boards that each looks at, its time, and the value that it finds.
type RegionStudy struct {
	Stones []int         `flag:"stones"` // on the board of each position, at least 1
	Depths []int         `flag:"depths"` // stones looked ahead
	Limit  time.Duration `flag:"limit"`  // a search that takes longer is cut and marked
	Seed   uint64        `flag:"seed"`   // of the positions
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
