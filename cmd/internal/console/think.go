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

// think chooses a turn for the side to move within the time set.
func (s *session) think(ctx context.Context, g *record) ([]board.Point, error) {
	return s.thinkFor(ctx, g, s.time)
}

// thinkFor chooses a turn for the side to move, to be answered within budget
// from now.
func (s *session) thinkFor(ctx context.Context, g *record, budget time.Duration) ([]board.Point, error) {
	start := s.Now()
	g.load(s.Engine.Position())
	var report func(search.Info)
	if s.Thoughts {
		report = s.thought
	}
	var r search.Result
	s.while(ctx, func(ctx context.Context) {
		r = s.Engine.Search(ctx, limits(budget-s.Now().Sub(start), s.nodes), report)
	})
	if r.Move == connect.NoMove {
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
