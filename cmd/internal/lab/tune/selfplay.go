package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"
)

// SelfPlay plays games of an engine against itself.
type SelfPlay struct {
	Games   int
	Nodes   uint64 // of every search
	Workers int    // games at a time
	Seed    uint64
	// Chance is how often a move at random takes the place of the one that the
	// search chose, 0 to 1.
	Chance float64
	// Make makes the engine of a worker.
	Make func() (Learner, error)
	// Each, if set, is called after every game, one call at a time.
	Each func(done int)
}

// Learner is an engine that plays against itself.
type Learner interface {
	// Game plays one game, and returns what is kept of it; the next one may write
	// that over.
	Game(ctx context.Context, s *SelfPlay, rng *rand.Rand) ([]byte, error)
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

// Play plays the games and writes what is kept of each, whole and one at a time. The
// same seed gives the same games, with several workers in another order.
func (s *SelfPlay) Play(ctx context.Context, out io.Writer) error {
	var mu sync.Mutex
	next, done := 0, 0
	group, ctx := errgroup.WithContext(ctx)
	for range s.Workers {
		group.Go(func() error {
			engine, err := s.Make()
			if err != nil {
				return err
			}
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= s.Games {
					return nil
				}
				text, err := engine.Game(ctx, s, rand.New(rand.NewPCG(s.Seed, uint64(i))))
				if err != nil {
					return err
				}
				mu.Lock()
				_, err = out.Write(text)
				done++
				if s.Each != nil {
					s.Each(done)
				}
				mu.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// leaves is how many leaves of every search are looked at.
const leaves = 3

// Reservoir keeps some of the leaves of a search, each as likely as any other.
type Reservoir[M any] struct {
	Rand *rand.Rand
	Kept [leaves][]M // the moves to each
	seen int
}

// Watch takes the moves to a leaf.
func (s *Reservoir[M]) Watch(line []M) {
	s.seen++
	for i := range s.Kept {
		if s.Rand.IntN(s.seen) == 0 {
			s.Kept[i] = append(s.Kept[i][:0], line...)
		}
	}
}
