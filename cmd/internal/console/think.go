package console

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// think chooses a turn for the side to move within the time set, or by the game's
// clock.
func (s *session) think(ctx context.Context, g *record) ([]board.Point, error) {
	start := s.Now()
	if !s.clock.set {
		return s.within(ctx, g, start, func(since time.Duration) search.Limits { return limits(s.time-since, s.nodes) })
	}
	points, err := s.within(ctx, g, start, func(since time.Duration) search.Limits {
		l := s.clock.budget(since).Limits(g.board.Count)
		l.Nodes = s.nodes
		return l
	})
	s.clock.spend(s.Now().Sub(start))
	return points, err
}

// thinkFor chooses a turn for the side to move, to be answered within budget
// from now.
func (s *session) thinkFor(ctx context.Context, g *record, budget time.Duration) ([]board.Point, error) {
	return s.within(ctx, g, s.Now(), func(since time.Duration) search.Limits { return limits(budget-since, s.nodes) })
}

// within chooses a turn for the side to move. bounds says how the search is
// bounded when it begins so long after start.
func (s *session) within(ctx context.Context, g *record, start time.Time, bounds func(since time.Duration) search.Limits) ([]board.Point, error) {
	g.load(s.Engine.Position())
	var report func(search.Info)
	if s.Thoughts {
		report = s.thought
	}
	var r search.Result
	s.while(ctx, func(ctx context.Context) {
		r = s.Engine.Search(ctx, bounds(s.Now().Sub(start)), report)
	})
	if r.Move == connect.NoMove {
		if err := failure(s.Engine); err != nil {
			return nil, err
		}
		return nil, errors.New("the search came back without one")
	}
	return r.Move.Points(nil), nil
}

// thought writes what a search thinks.
func (s *session) thought(i search.Info) {
	var b strings.Builder
	fmt.Fprintf(&b, "# depth %d score %d nodes %d ms %d line", i.Depth, i.Score, i.Nodes, i.Elapsed.Milliseconds())
	for _, m := range i.Line {
		b.WriteByte(' ')
		b.WriteString(joined(m.Points(nil), s.Plain))
	}
	s.say("%s", b.String())
}
