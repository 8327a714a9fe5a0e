package console

import (
	"context"
	"errors"
	"fmt"
	"strconv"
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

// DefaultTime is the time for a move while nobody has set another.
const DefaultTime = 5 * time.Second

// MaxTime is the longest time for a move that can be set.
const MaxTime = 24 * time.Hour

// The search ends this much before its time is up, because it looks at its
// clock between nodes only and its answer has yet to be carried to the front
// end: a twentieth of the time, but within these bounds, and never more than
// half of it.
const (
	minReserve = 20 * time.Millisecond
	maxReserve = 200 * time.Millisecond
)

// limits are the bounds of a search that has to be answered within budget. All
// of it is used, unless the answer is certain before: what is left over is lost.
func limits(budget time.Duration, nodes uint64) limit.Limits {
	b := limit.Budget{Turn: max(budget, time.Microsecond), Overhead: reserve(budget)}
	l := b.Limits(0)
	l.Nodes = nodes
	return l
}

// reserve is how much before the end of a budget the search ends.
func reserve(budget time.Duration) time.Duration { return min(max(budget/20, minReserve), maxReserve) }

// gameClock is the front end's clock for the whole game, as far as the program
// was told of it: it keeps it going by itself.
type gameClock struct {
	set       bool
	start     time.Duration // what a new game begins with
	left      time.Duration
	increment time.Duration // added after each of the program's turns
}

// budget is the time of a turn that began so long ago.
func (c *gameClock) budget(since time.Duration) limit.Budget {
	return limit.Budget{Remaining: max(1, c.left-since), Increment: c.increment, Overhead: reserve(c.left / 20)}
}

// spend takes a turn's time off the clock. A clock that has run out stays at
// nothing: the front end knows what to do about it.
func (c *gameClock) spend(d time.Duration) { c.left = max(0, c.left-d) + c.increment }

// parseClock reads "clock LEFT [INCREMENT]", in milliseconds; 0 puts it away.
func parseClock(words []string) (gameClock, error) {
	if len(words) != 1 && len(words) != 2 {
		return gameClock{}, errors.New("\"clock\" takes the milliseconds left and, if turns add any, how many: clock 300000 3000")
	}
	var ms [2]uint64
	for i, word := range words {
		var err error
		if ms[i], err = strconv.ParseUint(word, 10, 63); err != nil || ms[i] > uint64(MaxTime/time.Millisecond) {
			return gameClock{}, fmt.Errorf("%s is not a time for a clock: give milliseconds from 0 to %d", quote(word), MaxTime/time.Millisecond)
		}
	}
	left := time.Duration(ms[0]) * time.Millisecond
	return gameClock{set: left > 0, start: left, left: left, increment: time.Duration(ms[1]) * time.Millisecond}, nil
}

// parseTime reads a number of milliseconds.
func parseTime(word string) (time.Duration, error) {
	ms, err := strconv.ParseUint(word, 10, 63)
	if err != nil || ms < 1 || ms > uint64(MaxTime/time.Millisecond) {
		return 0, fmt.Errorf("%s is not a time for a move: give milliseconds from 1 to %d", quote(word), MaxTime/time.Millisecond)
	}
	return time.Duration(ms) * time.Millisecond, nil
}
