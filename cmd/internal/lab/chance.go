package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// ChanceStudy finds out how likely a win is that a search gives a score to, in
// games of the engine against itself. [Value.Chance] is what it found.
type ChanceStudy struct {
	Games int    `flag:"games"`
	Nodes uint64 `flag:"nodes"` // turns tried for each turn of the games
	Seed  uint64 `flag:"seed"`
	// Workers is how many games are played at a time; Farm, if set, plays them.
	Workers int `flag:"workers,1,256"`
	Farm    jobs.Doer
}

// DefaultChanceStudy are the settings behind [Value.Chance].
var DefaultChanceStudy = ChanceStudy{Games: 200, Nodes: 10_000, Seed: 1, Workers: 1}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s ChanceStudy) Check() error {
	if s.Games < 1 || s.Nodes < 1 {
		return errors.New("games and nodes must be at least 1")
	}
	return nil
}

// scored is a score that a search gave, for the side to move, and how the game
// ended for that side: 1 won, 0 lost, 1/2 drawn.
type scored struct{ Score, End float64 }

// KindScores is the job to play a game of a [ChanceStudy], a [scoredGame].
const KindScores = "scores"

// scoredGame is a game of a [ChanceStudy].
type scoredGame struct {
	Opening []connect.Move `json:"opening"`
	Nodes   uint64         `json:"nodes"`
}

// Run plays the games and writes what it found.
func (s ChanceStudy) Run(ctx context.Context, out io.Writer) error {
	openings, err := Openings(ctx, s.Games, 4, s.Seed, 0)
	if err != nil {
		return err
	}
	var all []scored
	play := playScored
	if s.Farm != nil {
		play = func(ctx context.Context, g scoredGame) ([]scored, error) {
			return jobs.Ask[[]scored](ctx, s.Farm, KindScores, g)
		}
	}
	err = each(ctx, s.Workers, openings, func(ctx context.Context, o []connect.Move) ([]scored, error) {
		return play(ctx, scoredGame{o, s.Nodes})
	}, func(game []scored) { all = append(all, game...) })
	if err != nil {
		return err
	}
	scale := fitScale(all)
	if _, err := fmt.Fprintf(out, "%d scores of %d games, %d turns tried for each: a score of %.0f makes a win e times as likely as a loss\n\n",
		len(all), s.Games, s.Nodes, scale); err != nil {
		return err
	}
	return tellChances(out, all, scale)
}

// each does something with every item, up to workers at a time, and takes the results in
// the items' order.
func each[J, R any](ctx context.Context, workers int, items []J, do func(context.Context, J) (R, error), take func(R)) error {
	i := -1
	return jobs.InOrder(ctx, workers, aheadOf*workers, func() (struct{}, error) { return struct{}{}, nil }, nil, func() (item J, ok bool) {
		if i++; i < len(items) {
			item = items[i]
		}
		return item, i < len(items)
	}, func(ctx context.Context, _ struct{}, item J) (R, error) { return do(ctx, item) }, func(r R) (bool, error) { take(r); return true, nil })
}

// playScored does the job [KindScores]: it plays a game and returns the scores in it that
// were no proofs.
func playScored(ctx context.Context, g scoredGame) (all []scored, err error) {
	e, err := newEngine(0, 0)
	if err != nil {
		return nil, err
	}
	pos := e.Position()
	if err := layLegal(pos, g.Opening); err != nil {
		return nil, err
	}
	var sides []board.Color
	for !pos.Over() {
		r := e.Search(ctx, limit.Limits{Nodes: max(1, g.Nodes)}, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if r.Source == player.FromSearch && r.Score < search.Proved && r.Score > -search.Proved {
			all = append(all, scored{Score: float64(r.Score)})
			sides = append(sides, pos.ToMove())
		}
		pos.PlayMove(r.Move)
	}
	for i, c := range sides {
		all[i].End = float64(pairs.Points(pos.Winner(), c == board.Black)) / 2
	}
	return all, nil
}

// fitScale returns the scale of the logistic curve under which the ends are
// likeliest, by halving.
func fitScale(all []scored) float64 {
	// The likelihood's slope by 1/scale falls as 1/scale grows.
	slope := func(inverse float64) (d float64) {
		for _, x := range all {
			d += x.Score * (x.End - 1/(1+math.Exp(-x.Score*inverse)))
		}
		return d
	}
	low, high := 1e-7, 1.0
	for range 60 {
		middle := math.Sqrt(low * high)
		if slope(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return 1 / low
}

// tellChances writes how well the curve fits: by the chance that it gives, how
// often the side did win.
func tellChances(out io.Writer, all []scored, scale float64) error {
	var n [10]int
	var won, expected [10]float64
	for _, x := range all {
		p := 1 / (1 + math.Exp(-x.Score/scale))
		i := min(int(10*p), 9)
		n[i]++
		won[i] += x.End
		expected[i] += p
	}
	if _, err := fmt.Fprint(out, "| chance | positions | mean chance | won |\n| --- | ---: | ---: | ---: |\n"); err != nil {
		return err
	}
	for i := range n {
		if n[i] == 0 {
			continue
		}
		if _, err := fmt.Fprintf(out, "| %d to %d %% | %d | %.1f %% | %.1f %% |\n", 10*i, 10*i+10, n[i],
			100*expected[i]/float64(n[i]), 100*won[i]/float64(n[i])); err != nil {
			return err
		}
	}
	return nil
}
