package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// ChanceStudy finds out how likely a win is that a search gives a score to, in
// games of the engine against itself. [Value.Chance] is what it found.
type ChanceStudy struct {
	Games int    `flag:"games"`
	Nodes uint64 `flag:"nodes"` // turns tried for each turn of the games
	Seed  uint64 `flag:"seed"`
}

// DefaultChanceStudy are the settings behind [Value.Chance].
var DefaultChanceStudy = ChanceStudy{Games: 200, Nodes: 10_000, Seed: 1}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s ChanceStudy) Check() error {
	if s.Games < 1 || s.Nodes < 1 {
		return errors.New("games and nodes must be at least 1")
	}
	return nil
}

// scored is a score that a search gave, for the side to move, and how the game
// ended for that side: 1 won, 0 lost, 1/2 drawn.
type scored struct{ score, end float64 }

// Run plays the games and writes what it found.
func (s ChanceStudy) Run(ctx context.Context, out io.Writer) error {
	openings, err := Openings(ctx, s.Games, 4, s.Seed, 0)
	if err != nil {
		return err
	}
	e, err := newEngine(0, 0)
	if err != nil {
		return err
	}
	var all []scored
	for _, opening := range openings {
		game, err := s.game(ctx, e, opening)
		if err != nil {
			return err
		}
		all = append(all, game...)
	}
	scale := fitScale(all)
	if _, err := fmt.Fprintf(out, "%d scores of %d games, %d turns tried for each: a score of %.0f makes a win e times as likely as a loss\n\n",
		len(all), s.Games, s.Nodes, scale); err != nil {
		return err
	}
	return tellChances(out, all, scale)
}

// game plays a game and returns the scores in it that were no proofs.
func (s ChanceStudy) game(ctx context.Context, e *search.Engine, opening []connect.Move) (all []scored, err error) {
	pos := e.Position()
	lay(pos, opening)
	var sides []board.Color
	for !pos.Over() {
		r := e.Search(ctx, limit.Limits{Nodes: s.Nodes}, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if r.Source == player.FromSearch && r.Score < search.Proved && r.Score > -search.Proved {
			all = append(all, scored{score: float64(r.Score)})
			sides = append(sides, pos.ToMove())
		}
		pos.PlayMove(r.Move)
	}
	for i, c := range sides {
		all[i].end = float64(points(pos.Winner(), c == board.Black)) / 2
	}
	return all, nil
}

// fitScale returns the scale of the logistic curve under which the ends are
// likeliest, by halving.
func fitScale(all []scored) float64 {
	// The likelihood's slope by 1/scale falls as 1/scale grows.
	slope := func(inverse float64) (d float64) {
		for _, x := range all {
			d += x.score * (x.end - 1/(1+math.Exp(-x.score*inverse)))
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
		p := 1 / (1 + math.Exp(-x.score/scale))
		i := min(int(10*p), 9)
		n[i]++
		won[i] += x.end
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
