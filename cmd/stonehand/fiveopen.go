package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/opening"
)

// leastNodes is how far the strong player looks at least when it judges an opening:
// with less it knows nothing of one.
const leastNodes = 300

// opener plays openings for the table. Whoever plays the level, the strong player
// judges, as far as the level looks.
func (f *fives) opener(ctx context.Context) (gomoku.Opener, error) {
	p, err := f.player(gomoku.Five)
	return gomoku.Opener{Now: f.now, Rand: rand.IntN, Judge: func(q gomoku.Question) (five.Found, bool) {
		found := p.Choose(ctx, q)
		return found, ctx.Err() == nil
	}}, err
}

// judging is the table's question as the strong player is to be asked it.
func (f *fives) judging(q table.Question, r game.Gomoku) gomoku.Question {
	name, ask := f.ask(q, r)
	ask.Limits.Depth = 0
	if ask.Limits.Nodes > 0 || name != gomoku.Five {
		ask.Limits.Nodes = max(ask.Limits.Nodes, leastNodes)
	}
	return ask
}

// open chooses the stones of a turn of an opening.
func (f *fives) open(ctx context.Context, q table.Question, r game.Gomoku, step opening.Step) ([]board.Point, error) {
	hurry, cancel := hurriedBy(ctx, q.Now)
	defer cancel()
	o, err := f.opener(hurry)
	if err != nil {
		return nil, err
	}
	ask := f.judging(q, r)
	var list []board.Point
	if step.Stones == 2 {
		list = fifths(o, ask, q.Placed)
	} else {
		list = f.planned(o, ask, r, step)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no point is left to play after %d turns", len(q.Turns))
	}
	return list, nil
}

// planned returns the next stone of those that one player puts down one after the
// other. They are chosen together, so that the last fits the first.
func (f *fives) planned(o gomoku.Opener, ask gomoku.Question, r game.Gomoku, step opening.Step) []board.Point {
	var put []board.Point
	for _, s := range ask.Stones {
		put = append(put, s.Point)
	}
	n := len(put)
	if len(f.plan) <= n || !slices.Equal(f.plan[:n], put) {
		var rest []board.Point
		if step.Player == opening.Second {
			rest = o.Two(ask)
		} else {
			rest = o.Stones(ask, r.Opening)
		}
		f.plan = append(put, rest...)
	}
	if len(f.plan) <= n {
		return nil
	}
	return f.plan[n : n+1]
}

// fifths returns the two fifth stones, or the one that is left to put down.
func fifths(o gomoku.Opener, ask gomoku.Question, placed []board.Point) []board.Point {
	two := o.Fifths(ask)
	if len(placed) != 1 {
		return two
	}
	for _, p := range two {
		if p != placed[0] && !opening.Exchanged(ask.Size, p, placed[0], ask.At) {
			return []board.Point{p}
		}
	}
	return nil
}

// choose makes the choice that an opening waits for.
func (f *fives) choose(ctx context.Context, q table.Question, r game.Gomoku) (opening.Choice, error) {
	hurry, cancel := hurriedBy(ctx, q.Now)
	defer cancel()
	o, err := f.opener(hurry)
	if err != nil {
		return "", err
	}
	var c opening.Choice
	if r.Opening.Next(len(q.Turns), q.Made).Pick {
		last := len(q.Turns) - 1
		offered := q.Turns[last].Points
		q.Turns = q.Turns[:last]
		c = opening.Choice(o.Keep(f.judging(q, r), offered).String())
	} else {
		c, _ = o.Colour(f.judging(q, r), r.Opening)
	}
	return c, ctx.Err()
}

// Choose implements [table.Chooser].
func (t *thinker) Choose(ctx context.Context, q table.Question, _ func(api.Thought)) (opening.Choice, error) {
	r, ok := q.Rules.(game.Gomoku)
	if !ok {
		return "", fmt.Errorf("%s has no opening with a choice", q.Rules.Name())
	}
	return t.fives.choose(ctx, q, r)
}
