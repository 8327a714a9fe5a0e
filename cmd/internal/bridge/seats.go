package bridge

import (
	"context"

	"stonehand/cmd/internal/console"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/opening"
	"stonehand/engine/search"
)

var (
	_ gomoku.Player   = (*Fives)(nil)
	_ console.Failing = (*Fives)(nil)
	_ console.Swapper = (*Fives)(nil)
	_ console.Engine  = (*Sixes)(nil)
	_ console.Failing = (*Sixes)(nil)
)

// Fives are the people at the board as a player of Gomoku and Renju.
type Fives struct {
	*Bridge
	err error
}

// rulesOf are the games by what wins.
var rulesOf = map[five.Rules]game.Gomoku{five.Freestyle: game.Freestyle(), five.Standard: game.Standard(), five.Renju: game.Renju()}

// Choose implements [gomoku.Player]. The answer is Nowhere where Failure says why.
func (f *Fives) Choose(ctx context.Context, q gomoku.Question) five.Found {
	var points []board.Point
	if points, f.err = f.Bridge.Choose(ctx, fives(q)); f.err != nil {
		return five.Found{Point: board.Nowhere}
	}
	return five.Found{Point: points[0]}
}

// Swap2 implements [console.Swapper]. Failure says why there is no answer.
func (f *Fives) Swap2(ctx context.Context, q gomoku.Question) (choice opening.Choice, points []board.Point) {
	choice, points, f.err = f.Bridge.Swap2(ctx, fives(q))
	return choice, points
}

// fives is a question of Gomoku or Renju as the bridge asks it.
func fives(q gomoku.Question) Question {
	rules := rulesOf[q.Rules]
	rules.Board = q.Size
	ask := Question{Rules: rules, ToMove: q.ToMove}
	for _, s := range q.Stones {
		ask.Stones = append(ask.Stones, Stone(s))
	}
	return ask
}

// Failure implements [console.Failing].
func (f *Fives) Failure() error { return f.err }

// Sixes are the people at the board as an engine of Connect6.
type Sixes struct {
	*Bridge
	pos     *connect.Position
	options search.Options
	err     error
}

// NewSixes returns the people as an engine.
func NewSixes(b *Bridge) (*Sixes, error) {
	pos, err := connect.New(connect.Connect6, eval.DefaultRoads.Values())
	if err != nil {
		return nil, err
	}
	return &Sixes{Bridge: b, pos: pos, options: search.DefaultOptions()}, nil
}

// Position implements [console.Engine].
func (s *Sixes) Position() *connect.Position { return s.pos }

// Options implements [console.Engine].
func (s *Sixes) Options() search.Options { return s.options }

// Set implements [console.Engine]: people have no such options, and none is refused.
func (s *Sixes) Set(o search.Options) error {
	s.options = o
	return o.Check()
}

// Search implements [console.Engine]. The move is NoMove where Failure says why.
func (s *Sixes) Search(ctx context.Context, _ search.Limits, _ func(search.Info)) search.Result {
	q := Question{Rules: game.Connect6(), ToMove: s.pos.ToMove()}
	for i := range s.pos.Count() {
		p, c := s.pos.Stone(i)
		q.Stones = append(q.Stones, Stone{p, c})
	}
	var points []board.Point
	if points, s.err = s.Bridge.Choose(ctx, q); s.err != nil {
		return search.Result{Move: connect.NoMove}
	}
	both := [2]board.Point{board.Nowhere, board.Nowhere}
	copy(both[:], points)
	return search.Result{Move: connect.Pair(both[0], both[1])}
}

// Failure implements [console.Failing].
func (s *Sixes) Failure() error { return s.err }
