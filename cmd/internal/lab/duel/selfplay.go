package duel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// SelfPlay plays games of the strong player against itself.
type SelfPlay struct {
	Rules   game.Gomoku
	Games   int
	Nodes   uint64 // of every search
	Workers int    // games at a time
	Seed    uint64
	Chance  float64 // how often a point at random takes the place of the one chosen, 0 to 1
	Options five.Options
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
	return nil
}

// Play plays the games and writes their lessons. The same seed gives the same
// games, with several workers in another order.
func (s *SelfPlay) Play(ctx context.Context, out io.Writer) error {
	return tune.Workers(ctx, out, s.Workers, s.Games, s.Each, func() (func(context.Context, int) ([]byte, error), error) {
		e := five.NewWith(s.Rules.Board, s.Rules.Wins, s.Options, time.Now)
		var text []byte
		return func(ctx context.Context, i int) ([]byte, error) {
			all, err := s.game(ctx, e, rand.New(rand.NewPCG(s.Seed, uint64(i))))
			text = text[:0]
			for _, l := range all {
				text = l.append(text)
			}
			return text, err
		}, nil
	})
}

// game plays one game until its end is decided, and returns what is learned of it.
func (s *SelfPlay) game(ctx context.Context, e *five.Engine, rng *rand.Rand) (all []Lesson, err error) {
	e.Clear()
	stones, c := begin(s.Rules, 1+rng.IntN(8), rng)
	for n, p := range stones {
		e.Put(p, colorOf(n))
	}
	winner, last := board.Empty, 0 // lessons before the last point of chance
	for len(stones) < s.Rules.Board.Count() && (stones != nil) {
		leaves := &sample{rng: rng, at: e.At, before: len(stones)}
		e.Watch(leaves.watch)
		f := e.Search(ctx, c, limit.Limits{Nodes: s.Nodes})
		e.Watch(nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.Point == board.Nowhere {
			break
		}
		all = append(all, Lesson{Size: s.Rules.Board, Stones: slices.Clone(stones), Score: f.Score, Best: f.Point})
		if f.Score >= five.Proved || f.Score <= -five.Proved {
			if winner = c; f.Score < 0 {
				winner = c.Other()
			}
			break
		}
		if all, err = s.lookAside(ctx, e, stones, leaves, all); err != nil {
			return nil, err
		}
		p := f.Point
		if rng.Float64() < s.Chance {
			if q := e.Promising(c, rng.IntN(chances)); q != board.Nowhere {
				p = q
				last = len(all)
			}
		}
		won := e.Kind(p, c) == five.Wins
		e.Put(p, c)
		stones = append(stones, p)
		if won {
			winner = c
			break
		}
		c = c.Other()
	}
	for i := range all {
		l := &all[i]
		me := colorOf(len(l.Stones))
		switch {
		case i < last || l.Best == board.Nowhere:
			l.Result = Unknown
		case winner == board.Empty:
			l.Result = 0.5
		case winner == me:
			l.Result = 1
		}
	}
	return all, nil
}

// chances is how many of the most promising points chance chooses from.
const chances = 10

// colorOf is whose stone the n-th is, from 0 on.
func colorOf(n int) board.Color {
	if n%2 == 0 {
		return board.Black
	}
	return board.White
}

// leaves is how many leaves of every search are looked at.
const leaves = 3

// sample keeps some of the leaves of a search, each as likely as any other.
type sample struct {
	rng    *rand.Rand
	at     func(board.Point) board.Color
	before int // stones at the root
	seen   int
	kept   [leaves][]board.Point
}

func (s *sample) watch(line []board.Point) {
	for i, p := range line {
		if s.at(p) != colorOf(s.before+i) {
			return // a side has passed
		}
	}
	s.seen++
	for i := range s.kept {
		if s.rng.IntN(s.seen) == 0 {
			s.kept[i] = append(s.kept[i][:0], line...)
		}
	}
}

// lookAside searches the leaves that were kept, half as long as the positions of
// the game.
func (s *SelfPlay) lookAside(ctx context.Context, e *five.Engine, stones []board.Point, leaves *sample, all []Lesson) ([]Lesson, error) {
	for _, line := range leaves.kept {
		if len(line) == 0 {
			continue
		}
		for i, p := range line {
			e.Put(p, colorOf(len(stones)+i))
		}
		c := colorOf(len(stones) + len(line))
		f := e.Search(ctx, c, limit.Limits{Nodes: max(1, s.Nodes/2)})
		if f.Point != board.Nowhere {
			all = append(all, Lesson{
				Size: s.Rules.Board, Stones: append(slices.Clone(stones), line...), Score: f.Score, Result: Unknown, Best: board.Nowhere,
			})
		}
		for range line {
			e.Take()
		}
	}
	return all, ctx.Err()
}
