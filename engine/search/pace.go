package search

import (
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// pace decides between two iterations whether the search has thought enough. It
// works on soft limits that are lower than the hard one: then time that is not
// used is of use later, or to a person who waits. Without limits of time it
// never stops a search.
//
// A best turn that stays the same from depth to depth is answered sooner. One
// that keeps changing, or whose score falls, gets more time, up to the hard
// limit. Measures of this kind are common in chess programs.
type pace struct {
	soft, hard time.Duration
	margin     float64 // a fall of the score by this much is worth half the time again

	rounds  int
	best    connect.Move
	stable  int     // iterations in a row with the same best turn
	changes float64 // of the best turn, older ones counting half as much each iteration
	scores  [2]int32
	ended   time.Duration // when the last iteration was complete
	cost    float64       // what it took, in nanoseconds
	growth  float64       // of cost from one iteration to the next
}

// How much less time a stable best turn gets, how much more a changing one, and
// a falling score at most.
const (
	stableAfter  = 4 // iterations
	settledAfter = 6
	stableShare  = 0.75
	settledShare = 0.5
	changeWeight = 0.5
	mostFall     = 3.0 // margins
	fallWeight   = 0.5
	calm         = 0.25 // margins by which a score may fall and its turn still count as stable
	// Iterations below this depth are over at once and change their minds for
	// nothing.
	paceFrom = 3
)

// The cost of an iteration is between this many times that of the one before.
const (
	leastGrowth = 1.5
	mostGrowth  = 6
)

// begin starts a search. margin is half the width of the root's first window, or
// whatever else is a small difference between scores.
func (p *pace) begin(l limit.Limits, margin int32) {
	*p = pace{soft: l.Soft, hard: l.Hard, margin: float64(max(1, margin)), growth: leastGrowth * 2, best: connect.NoMove}
}

// enough takes a complete iteration, of the given depth, and reports whether no
// further one should begin.
func (p *pace) enough(depth int, elapsed time.Duration, best connect.Move, score int32) bool {
	urgency := p.urgency(depth, best, score)
	cost := float64(elapsed - p.ended)
	if p.rounds > 1 && p.cost > 0 {
		p.growth = (p.growth + min(max(cost/p.cost, leastGrowth), mostGrowth)) / 2
	}
	p.cost, p.ended = cost, elapsed
	if p.soft <= 0 || p.hard > 0 && p.soft >= p.hard {
		return p.soft > 0 && elapsed >= p.soft
	}
	if float64(elapsed) >= float64(p.soft)*urgency {
		return true
	}
	// An iteration of which not even half fits is not worth beginning: it would
	// be cut short among the first turns it tries. In trouble even those count.
	return urgency <= 1 && p.hard > 0 && float64(elapsed)+p.cost*p.growth/2 > float64(p.hard)
}

// urgency is by how much the time for the turn is to be stretched.
func (p *pace) urgency(depth int, best connect.Move, score int32) float64 {
	p.rounds++
	fall := 0.0
	if p.rounds > 2 {
		// The score swings with the side that moves last: a fall is one below
		// both of the iterations before.
		fall = float64(min(p.scores[0], p.scores[1])-score) / p.margin
	}
	p.scores[0], p.scores[1] = p.scores[1], score
	changed := p.rounds > 1 && best != p.best
	p.best = best
	if depth < paceFrom {
		return 1
	}
	p.changes /= 2
	p.stable++
	if changed {
		p.changes++
		p.stable = 0
	}
	u := 1 + changeWeight*p.changes
	switch {
	case fall > calm:
	case p.stable >= settledAfter:
		u *= settledShare
	case p.stable >= stableAfter:
		u *= stableShare
	}
	if fall > 0 {
		u *= 1 + fallWeight*min(fall, mostFall)
	}
	return u
}
