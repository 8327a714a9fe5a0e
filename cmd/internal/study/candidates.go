package study

import (
	"cmp"
	"context"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

const (
	// mostWeighed is how many turns are weighed, the hint's included.
	mostWeighed = 6
	// looked is how many turns are proposed for that: one of two stones often comes in
	// several ways.
	looked = 12
	// weighShare is the part of a hint's time in which they are weighed.
	weighShare = 0.4
)

// candidates weighs the turns that come into question beside an answer, which is the first of
// them: what follows each is searched for as long, so that their values can be compared. A
// value that a short search puts above the answer's is held to be no better, as the long
// search has it. There are none where the player cannot tell.
func candidates(ctx context.Context, p player.Player, q player.Question, a *player.Answer, budget time.Duration) (all []player.Candidate) {
	proposer, ok := p.(player.Proposer)
	if !ok || a.Choice != "" || a.Win != 0 || a.Chance == nil {
		return nil
	}
	turns := [][]board.Point{a.Points}
	for _, t := range proposer.Propose(q.Position, looked) {
		if !slices.ContainsFunc(turns, func(u []board.Point) bool { return same(t, u) }) && len(turns) < mostWeighed {
			turns = append(turns, t)
		}
	}
	if len(turns) == 1 {
		return nil
	}
	for _, t := range turns {
		c, ok := weigh(ctx, p, q, t, budget/time.Duration(len(turns)))
		if ctx.Err() != nil {
			return nil
		}
		if ok {
			all = append(all, c)
		}
	}
	if len(all) == 0 || !same(all[0].Points, a.Points) {
		return nil
	}
	most := *all[0].Chance
	for i := range all[1:] {
		if c := &all[i+1]; *c.Chance > most {
			c.Chance, c.Score, c.Win = &most, all[0].Score, 0
		}
	}
	slices.SortStableFunc(all, func(x, y player.Candidate) int { return cmp.Compare(*y.Chance, *x.Chance) })
	return all
}

// same reports whether two turns put the same stones down.
func same(a, b []board.Point) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(p board.Point) bool { return !slices.Contains(b, p) })
}

// weigh searches what follows a turn.
func weigh(ctx context.Context, p player.Player, q player.Question, points []board.Point, budget time.Duration) (c player.Candidate, ok bool) {
	next, over := q.After(points)
	if over {
		return c, false
	}
	q.Position, q.Limits = next, limit.Limits{Hard: budget}
	reply, err := p.Choose(ctx, q, nil)
	if err != nil || reply.Chance == nil {
		return c, false
	}
	chance := 1 - *reply.Chance
	return player.Candidate{Points: points, Score: -reply.Score, Win: -reply.Win, Chance: &chance}, true
}
