package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab/duel"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// ChanceStudy finds out how likely a win is that a search gives a score to, in
// games of the engine against itself. [search.ChanceScale] and [five.ChanceScale] are what
// it found.
type ChanceStudy struct {
	Rules string `flag:"rules"` // by name
	Games int    `flag:"games"`
	Nodes uint64 `flag:"nodes"` // turns tried for each turn of the games
	Seed  uint64 `flag:"seed"`
	// Workers is how many games are played at a time; Farm, if set, plays them.
	Workers int `flag:"workers,1,256"`
	Farm    jobs.Doer
}

// DefaultChanceStudy are the settings behind [Value.Chance].
var DefaultChanceStudy = ChanceStudy{Rules: game.Connect6().Name(), Games: 200, Nodes: 10_000, Seed: 1, Workers: 1}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s ChanceStudy) Check() error {
	if s.Games < 1 || s.Nodes < 1 {
		return errors.New("games and nodes must be at least 1")
	}
	_, err := RulesOf(s.Rules, board.Size{})
	return err
}

// scored is a score that a search gave, for the side to move, and how the game
// ended for that side: 1 won, 0 lost, 1/2 drawn.
type scored struct{ Score, End float64 }

// KindScores is the job to play a game of a [ChanceStudy], a [scoredGame].
const KindScores = "scores"

// scoredGame is a game of a [ChanceStudy].
type scoredGame struct {
	Rules   string          `json:"rules"`
	Opening [][]board.Point `json:"opening"` // Black's turn first
	Nodes   uint64          `json:"nodes"`
}

// Run plays the games and writes what it found.
func (s ChanceStudy) Run(ctx context.Context, out io.Writer) error {
	games, err := s.games(ctx)
	if err != nil {
		return err
	}
	var all []scored
	if err := each(ctx, s.Workers, games, jobs.On(s.Farm, KindScores, playScored), func(game []scored) { all = append(all, game...) }); err != nil {
		return err
	}
	scale := fitScale(all)
	if _, err := fmt.Fprintf(out, "%d scores of %d games, %d nodes for each: a score of %.0f makes a win e times as likely as a loss\n\n",
		len(all), s.Games, s.Nodes, scale); err != nil {
		return err
	}
	return tellChances(out, all, scale)
}

// Stones of the openings of a [ChanceStudy] of Gomoku and Renju.
const chanceOpening = 6

// games are openings to play on from.
func (s ChanceStudy) games(ctx context.Context) (all []scoredGame, err error) {
	rules, err := RulesOf(s.Rules, board.Size{})
	if err != nil {
		return nil, err
	}
	var openings [][]game.Turn
	if r, ok := rules.(game.Gomoku); ok {
		openings, err = duel.Openings(ctx, r, s.Games, chanceOpening, s.Seed, duel.Look{})
	} else {
		var moves [][]connect.Move
		moves, err = Openings(ctx, s.Games, 4, s.Seed, 0)
		openings = Beginnings(moves)
	}
	for _, o := range openings {
		g := scoredGame{Rules: s.Rules, Nodes: s.Nodes}
		for _, turn := range o {
			g.Opening = append(g.Opening, turn.Points)
		}
		all = append(all, g)
	}
	return all, err
}

// each does something with every item, up to workers at a time, and takes the results in
// the items' order.
func each[J, R any](ctx context.Context, workers int, items []J, do func(context.Context, J) (R, error), take func(R)) error {
	return jobs.InOrder(ctx, workers, aheadOf*workers, nil, nil, jobs.Each(items),
		func(ctx context.Context, _ struct{}, item J) (R, error) { return do(ctx, item) },
		func(r R) (bool, error) { take(r); return true, nil })
}

// playScored does the job [KindScores]: it plays a game and returns the scores in it that
// were no proofs, nor as good as proofs.
func playScored(ctx context.Context, job scoredGame) (all []scored, err error) {
	rules, err := RulesOf(job.Rules, board.Size{})
	if err != nil {
		return nil, err
	}
	side, most, err := scorer(rules)
	if err != nil {
		return nil, err
	}
	g := game.New(rules)
	for _, turn := range turnsOf(job.Opening) {
		if err := g.Play(turn); err != nil {
			return nil, err
		}
	}
	var sides []board.Color
	for !g.Result().Over {
		at := player.At(g)
		a, err := side.Choose(ctx, player.Question{Position: at, Limits: limit.Limits{Nodes: max(1, job.Nodes)}}, nil)
		if err != nil {
			return nil, err
		}
		if len(a.Points) == 0 {
			break // nothing may be played
		}
		if a.Source == player.FromSearch && a.Win == 0 && a.Score < most && a.Score > -most {
			all = append(all, scored{Score: float64(a.Score)})
			sides = append(sides, at.ToMove)
		}
		if err := g.Play(game.Turn{Color: at.ToMove, Points: a.Points}); err != nil {
			return nil, err
		}
	}
	for i, c := range sides {
		all[i].End = float64(pairs.Points(g.Result().Winner, c == board.Black)) / 2
	}
	return all, nil
}

// scorer returns the engine of a game, and from what score on it says no more of the chance
// to win.
func scorer(rules game.Rules) (player.Player, int, error) {
	if _, ok := rules.(game.Gomoku); ok {
		return gomoku.NewFive(five.DefaultOptions(), time.Now), 8 * five.ChanceScale, nil
	}
	o := search.DefaultOptions()
	o.Book = false
	p, err := search.NewPlayer(connect.Board, o, time.Now)
	return p, 8 * search.ChanceScale, err
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
