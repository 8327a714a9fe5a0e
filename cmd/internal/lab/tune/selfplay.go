package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// SelfPlay plays games of the engine against itself.
type SelfPlay struct {
	Games   int
	Nodes   uint64 // turns tried for each turn
	Workers int    // games at a time
	Seed    uint64
	// Chance is how often a turn among the best by roads takes the place of
	// the one that the search chose, 0 to 1.
	Chance  float64
	Options search.Options
	// Each, if set, is called after every game, one call at a time.
	Each func(done int)
}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s *SelfPlay) Check() error {
	switch {
	case s.Games < 1 || s.Nodes < 1 || s.Workers < 1:
		return errors.New("games, nodes and workers must be at least 1")
	case !(s.Chance >= 0 && s.Chance <= 1):
		return fmt.Errorf("a chance of %g is not between 0 and 1", s.Chance)
	}
	return s.Options.Check()
}

// Play plays the games and writes a line for each. The same seed gives the same
// games, with several workers in another order.
func (s *SelfPlay) Play(ctx context.Context, out io.Writer) error {
	return Workers(ctx, out, s.Workers, s.Games, s.Each, func() (func(context.Context, int) ([]byte, error), error) {
		o := s.Options
		o.Book = false
		e, err := search.New(connect.Connect6, o, time.Now)
		if err != nil {
			return nil, err
		}
		var line []byte
		return func(ctx context.Context, i int) ([]byte, error) {
			g, err := s.game(ctx, e, rand.New(rand.NewPCG(s.Seed, uint64(i))))
			line = g.append(line[:0])
			return line, err
		}, nil
	})
}

// game plays one game: an opening, and then the engine's turns until the end is
// decided.
func (s *SelfPlay) game(ctx context.Context, e *search.Engine, rng *rand.Rand) (g Game, err error) {
	pos := e.Position()
	pos.Reset()
	g.open(e, 2+rng.IntN(5), rng)
	var choice [chances]connect.Move
	for !pos.Over() {
		leaves := &sample{rng: rng}
		e.Watch(leaves.watch)
		r := e.Search(ctx, search.Limits{Nodes: s.Nodes}, nil)
		e.Watch(nil)
		if err := ctx.Err(); err != nil {
			return g, err
		}
		t := Turn{Move: r.Move, Best: r.Move, Score: r.Score}
		if r.Score >= search.Proved || r.Score <= -search.Proved {
			t.Decided = true
			g.Turns = append(g.Turns, t)
			g.Winner = pos.ToMove()
			if r.Score < 0 {
				g.Winner = g.Winner.Other()
			}
			return g, nil
		}
		if err := s.lookAside(ctx, e, leaves, &t); err != nil {
			return g, err
		}
		if rng.Float64() < s.Chance {
			if n := e.Candidates(choice[:]); n > 0 {
				t.Move = choice[rng.IntN(n)]
			}
		}
		pos.PlayMove(t.Move)
		g.Turns = append(g.Turns, t)
	}
	g.Winner = pos.Winner()
	return g, nil
}

// chances is how many of the best turns chance chooses from.
const chances = 12

// leaves is how many leaves of every search are looked at.
const leaves = 3

// sample keeps some of the leaves of a search, each as likely as any other.
type sample struct {
	rng  *rand.Rand
	seen int
	kept [leaves][]connect.Move
}

func (s *sample) watch(line []connect.Move) {
	s.seen++
	for i := range s.kept {
		if s.rng.IntN(s.seen) == 0 {
			s.kept[i] = append(s.kept[i][:0], line...)
		}
	}
}

// lookAside searches the leaves that were kept, half as long as the positions of
// the game.
func (s *SelfPlay) lookAside(ctx context.Context, e *search.Engine, leaves *sample, t *Turn) error {
	pos := e.Position()
	for _, line := range leaves.kept {
		if len(line) == 0 {
			continue
		}
		for _, m := range line {
			pos.PlayMove(m)
		}
		if !pos.Over() {
			r := e.Search(ctx, search.Limits{Nodes: max(1, s.Nodes/2)}, nil)
			t.Asides = append(t.Asides, Aside{slices.Clone(line), r.Score, r.Score >= search.Proved || r.Score <= -search.Proved})
		}
		for i := len(line) - 1; i >= 0; i-- {
			pos.TakeMove(line[i])
		}
	}
	return ctx.Err()
}

// open plays turns that chance chooses among the best by roads, the first ones
// from more of them than the later ones.
func (g *Game) open(e *search.Engine, turns int, rng *rand.Rand) {
	pos := e.Position()
	var choice [64]connect.Move
	for i := 0; i < turns && !pos.Over(); i++ {
		m := connect.Move{A: pos.Rules().Size().Center(), B: board.Nowhere}
		if pos.Count() > 0 {
			n := e.Candidates(choice[:max(4, 64>>i)])
			if n == 0 {
				return
			}
			m = choice[rng.IntN(n)]
		}
		pos.PlayMove(m)
		g.Turns = append(g.Turns, Turn{Move: m, Best: connect.NoMove})
	}
}
