package search

import (
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
)

// Rungs is how many strengths the engine has, 1 the weakest and the last its full
// one.
const Rungs = 8

// rung bounds a search: weaker play is honest play that looks less far.
type rung struct {
	mix          hybrid.Mix
	depth, width int
	nodes        uint64 // 0 for as many as the time allows
	solver       bool
	learned      bool // by the learned tables rather than by windows
}

// rungs are spaced by matches (docs/strength.md).
var rungs = [Rungs]rung{
	1: {mix: hybrid.RoadRoad, depth: 1, width: 24},
	2: {mix: hybrid.Own, depth: 2, width: 2},
	3: {mix: hybrid.Own, depth: 3, width: 8, nodes: 200, solver: true},
	4: {mix: hybrid.Own, depth: 3, width: 16, nodes: 750, solver: true},
	5: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 1_700, solver: true, learned: true},
	6: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 6_000, solver: true, learned: true},
	7: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 14_000, solver: true, learned: true},
}

// Rung returns the options and limits of a strength from 1 to [Rungs], made from the
// full strength's; a number beyond either end is the nearest.
func Rung(n int, full Options, lim limit.Limits) (Options, limit.Limits) {
	if n >= Rungs {
		return full, lim
	}
	l := rungs[max(1, n)]
	full.Depth, full.Width, full.Solver = l.depth, l.width, l.solver
	if !l.learned {
		full.Stones, full.Order = nil, nil
	}
	full.Threads = 1 // helpers would make a rung depend on the machine
	if full.Mix == hybrid.Own {
		full.Mix = l.mix
	}
	lim.Nodes = l.nodes
	return full, lim
}
