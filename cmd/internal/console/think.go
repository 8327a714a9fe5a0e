package console

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// think chooses a turn for the side to move within the time set, or by the game's
// clock.
func (s *session) think(ctx context.Context, g *record) ([]board.Point, error) {
	start := s.Now()
	if !s.clock.set {
		return s.within(ctx, g, start, func(since time.Duration) limit.Limits { return limits(s.time-since, s.nodes) })
	}
	points, err := s.within(ctx, g, start, func(since time.Duration) limit.Limits {
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
	return s.within(ctx, g, s.Now(), func(since time.Duration) limit.Limits { return limits(budget-since, s.nodes) })
}

// within chooses a turn for the side to move. bounds says how the search is
// bounded when it begins so long after start.
func (s *session) within(ctx context.Context, g *record, start time.Time, bounds func(since time.Duration) limit.Limits) ([]board.Point, error) {
	var report func(player.Info)
	if s.Thoughts {
		report = s.thought
	}
	var a player.Answer
	var err error
	s.while(ctx, func(ctx context.Context, hurry <-chan struct{}) {
		q := player.Question{Position: g.position(), Hurry: hurry}
		q.Limits = bounds(s.Now().Sub(start))
		a, err = s.Player.Choose(ctx, q, report)
	})
	if err == nil && len(a.Points) == 0 {
		err = errors.New("the search came back without one")
	}
	return a.Points, err
}

// thought writes what a search thinks; how many turns a forced win takes only if it is
// proved, for the opponent's with a minus.
func (s *session) thought(i player.Info) {
	var b strings.Builder
	fmt.Fprintf(&b, "# depth %d score %d nodes %d ms %d", i.Depth, i.Score, i.Nodes, i.Elapsed.Milliseconds())
	if i.Win != 0 {
		fmt.Fprintf(&b, " win %d", i.Win)
	}
	b.WriteString(" line")
	for _, turn := range i.Line {
		b.WriteByte(' ')
		b.WriteString(joined(turn, s.Plain))
	}
	s.say("%s", b.String())
}
