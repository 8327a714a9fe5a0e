package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// thinker lets the engine answer the table's questions.
type thinker struct {
	options search.Options // at full strength
	engine  *search.Engine
	fives   fives
	now     func() time.Time
}

// newThinker takes the engine's memory.
func newThinker(o search.Options, now func() time.Time) (*thinker, error) {
	e, err := search.New(connect.Connect6, o, now)
	if err != nil {
		return nil, err
	}
	return &thinker{options: o, engine: e, fives: fives{now: now}, now: now}, nil
}

// answerMargin is the part of the budget that is left for getting the answer to
// the lights.
const answerMargin = 10 * time.Millisecond

// Think implements [table.Thinker].
func (t *thinker) Think(ctx context.Context, q table.Question, report func(api.Thought)) ([]board.Point, error) {
	if r, ok := q.Rules.(game.Gomoku); ok {
		return t.fives.think(ctx, q, r, report)
	}
	if err := t.setUp(q.Start, append(slices.Clone(q.Turns), game.Turn{Points: q.Placed})); err != nil {
		return nil, err
	}
	bounds := t.bounds(q)
	options, limits := search.Level(q.Level, t.options, bounds)
	options.Seed = uint64(t.now().UnixNano()) | 1
	if err := t.engine.Set(options); err != nil {
		return nil, err
	}
	hurry, cancel := hurriedBy(ctx, q.Now)
	defer cancel()
	r := t.engine.Search(hurry, limits, func(i search.Info) { report(thought(i, bounds.Hard)) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.Move == connect.NoMove {
		return nil, fmt.Errorf("there is no turn to choose after %d turns: the game is over", len(q.Turns))
	}
	report(thought(r.Info, bounds.Hard))
	return r.Move.Points(nil), nil
}

// hurriedBy returns a context that ends when ctx does or now is closed. cancel has to
// be called.
func hurriedBy(ctx context.Context, now <-chan struct{}) (hurry context.Context, cancel context.CancelFunc) {
	hurry, cancel = context.WithCancel(ctx)
	go func() {
		select {
		case <-now:
			cancel()
		case <-hurry.Done():
		}
	}()
	return hurry, cancel
}

// clockMargin is what a turn may cost on the clock besides the search: how late
// that ends on a busy machine, and the journal's way to the disk.
const clockMargin = 150 * time.Millisecond

// bounds says how long the turn may take: as the clock allows, if there is one,
// else as the budget does.
func (t *thinker) bounds(q table.Question) search.Limits {
	if !q.Clock.IsZero() {
		b := limit.OnClock(q.Clock, q.Left)
		b.Overhead = clockMargin
		l := b.Limits(t.engine.Position().Count())
		l.Soft = min(l.Soft, part(l.Hard))
		return l
	}
	hard := max(q.Budget-answerMargin, q.Budget/2)
	return search.Limits{Soft: part(hard), Hard: hard}
}

// part is how much of a turn's own bound is used before an iteration that may
// not end within it is begun.
func part(hard time.Duration) time.Duration { return max(1, hard*6/10) }

// setUp plays the game so far on the engine's position.
func (t *thinker) setUp(start game.Start, turns []game.Turn) error {
	pos := t.engine.Position()
	if err := lab.SetUp(pos, start); err != nil {
		return err
	}
	for i, turn := range turns {
		for _, p := range turn.Points {
			if !pos.Free(p) {
				return fmt.Errorf("turn %d names %v, which is not an empty point of the board", i+1, p)
			}
			pos.Play(p)
		}
	}
	return nil
}

func thought(i search.Info, budget time.Duration) api.Thought {
	chance := chanceOf(i.Score).Chance()
	th := api.Thought{
		Depth: i.Depth, Score: int(i.Score), Chance: &chance, Nodes: i.Nodes,
		LeftMS: max(0, (budget - i.Elapsed).Milliseconds()), TotalMS: budget.Milliseconds(),
	}
	if s := i.Elapsed.Seconds(); s > 0 {
		th.NPS = uint64(float64(i.Nodes) / s)
	}
	for _, m := range i.Line {
		var names []string
		for _, p := range m.Points(nil) {
			names = append(names, p.String())
		}
		th.Line = append(th.Line, names)
	}
	return th
}

// chanceOf is a score of the search as a value, whose chance it tells.
func chanceOf(score int32) lab.Value {
	v := lab.Value{Score: score}
	switch {
	case score >= search.Proved:
		v.Win = 1
	case score <= -search.Proved:
		v.Win = -1
	}
	return v
}
