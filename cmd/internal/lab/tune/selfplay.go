package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// SelfPlay plays games of an engine against itself.
type SelfPlay struct {
	Games   int    `flag:"games,1,1000000000"`
	Nodes   uint64 `flag:"nodes,1,1000000000000"` // of every search
	Workers int    `flag:"workers,1,256"`         // games at a time
	Seed    uint64 `flag:"seed"`
	// Chance is how often a move at random takes the place of the one that the
	// search chose, 0 to 1.
	Chance float64 `flag:"chance,0,1"`
	// Make makes the engine of a worker.
	Make func() (Learner, error)
	// Each, if set, is called after every game, one call at a time.
	Each func(done int)
	// Farm, if set, plays the games, those of Game's rules and player.
	Farm jobs.Doer
	Game OneGame
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

// Play plays the games and writes what is kept of each, whole and in their order. The same
// seed gives the same, with any number of workers.
func (s *SelfPlay) Play(ctx context.Context, out io.Writer) error {
	next, done := -1, 0
	begin, do := s.Make, func(ctx context.Context, l Learner, i int) ([]byte, error) {
		text, err := l.Game(ctx, s, rand.New(rand.NewPCG(s.Seed, uint64(i))))
		return slices.Clone(text), err
	}
	if s.Farm != nil {
		begin, do = func() (Learner, error) { return nil, nil }, s.farmed
	}
	return jobs.InOrder(ctx, s.Workers, aheadOf*s.Workers, begin, nil, func() (int, bool) { next++; return next, next < s.Games }, do, func(text []byte) (bool, error) {
		_, err := out.Write(text)
		done++
		if s.Each != nil {
			s.Each(done)
		}
		return true, err
	})
}

// aheadOf is how many games for each worker may be begun before the oldest one is done.
const aheadOf = 4

// KindGame is the job to play a game of an engine against itself, an [OneGame].
const KindGame = "game"

// OneGame is a game of a [SelfPlay] as a job has it.
type OneGame struct {
	Rules  string  `json:"rules"`
	Player string  `json:"player"`
	Nodes  uint64  `json:"nodes"`
	Seed   uint64  `json:"seed"`
	Chance float64 `json:"chance"`
	Number int     `json:"number"` // from 0
}

// farmed has a game played on the farm.
func (s *SelfPlay) farmed(ctx context.Context, _ Learner, i int) ([]byte, error) {
	g := s.Game
	g.Nodes, g.Seed, g.Chance, g.Number = s.Nodes, s.Seed, s.Chance, i
	return jobs.Ask[[]byte](ctx, s.Farm, KindGame, g)
}

// Play plays the game with an engine that was made for it.
func (g OneGame) Play(ctx context.Context, l Learner) ([]byte, error) {
	s := SelfPlay{Games: 1, Nodes: g.Nodes, Workers: 1, Seed: g.Seed, Chance: g.Chance}
	if err := s.Check(); err != nil {
		return nil, err
	}
	return l.Game(ctx, &s, rand.New(rand.NewPCG(g.Seed, uint64(g.Number))))
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

// Connect6 returns a maker of engines that play Connect6 against themselves, without
// a book; what is kept of a game is a line of [ReadGames].
func Connect6(o search.Options) func() (Learner, error) {
	return func() (Learner, error) {
		o.Book = false
		e, err := search.New(connect.Board, o, time.Now)
		return &connect6{engine: e}, err
	}
}

type connect6 struct {
	engine *search.Engine
	line   []byte
}

// Game implements [Learner].
func (w *connect6) Game(ctx context.Context, s *SelfPlay, rng *rand.Rand) ([]byte, error) {
	g, err := w.game(ctx, s, rng)
	w.line = g.append(w.line[:0])
	return w.line, err
}

// game plays one game: an opening, and then the engine's turns until the end is
// decided.
func (w *connect6) game(ctx context.Context, s *SelfPlay, rng *rand.Rand) (g Game, err error) {
	e := w.engine
	e.Forget() // or the game would depend on those before it
	pos := e.Position()
	pos.Reset()
	g.open(e, 2+rng.IntN(5), rng)
	var choice [chances]connect.Move
	for !pos.Over() {
		leaves := &Reservoir[connect.Move]{Rand: rng}
		e.Watch(leaves.Watch)
		r := e.Search(ctx, limit.Limits{Nodes: s.Nodes}, nil)
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
		if err := w.lookAside(ctx, s.Nodes, leaves, &t); err != nil {
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

// lookAside searches the leaves that were kept, half as long as the positions of
// the game.
func (w *connect6) lookAside(ctx context.Context, nodes uint64, leaves *Reservoir[connect.Move], t *Turn) error {
	e, pos := w.engine, w.engine.Position()
	for _, line := range leaves.Kept {
		if len(line) == 0 {
			continue
		}
		for _, m := range line {
			pos.PlayMove(m)
		}
		if !pos.Over() {
			r := e.Search(ctx, limit.Limits{Nodes: max(1, nodes/2)}, nil)
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
		m := connect.Move{A: pos.Size().Center(), B: board.Nowhere}
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
