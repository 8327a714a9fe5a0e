package search

import (
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
)

// Levels is how many strengths the product offers, 1 the weakest.
const Levels = 10

// level bounds a search: weaker play is honest play that looks less far.
type level struct {
	mix          hybrid.Mix
	depth, width int
	nodes        uint64 // 0 for as many as the time allows
	solver       bool
	learned      bool // by the learned tables rather than by windows
}

// levels are spaced by matches (docs/strength.md): each wins 60 to 80 % of its
// games against the one below.
var levels = [Levels]level{
	1: {mix: hybrid.RoadShape, depth: 1, width: 12},
	2: {mix: hybrid.RoadRoad, depth: 1, width: 24},
	3: {mix: hybrid.Own, depth: 2, width: 3},
	4: {mix: hybrid.Own, depth: 2, width: 12},
	5: {mix: hybrid.Own, depth: 3, width: 24, nodes: 1_500, solver: true},
	6: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 1_500, solver: true, learned: true},
	7: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 5_300, solver: true, learned: true},
	8: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 18_000, solver: true, learned: true},
	9: {mix: hybrid.Own, depth: MaxDepth, width: 24, nodes: 60_000, solver: true, learned: true},
}

// Level returns the options and limits of a strength from 1 to Levels, made
// from the full strength's; a number beyond either end is the nearest level.
func Level(n int, full Options, lim limit.Limits) (Options, limit.Limits) {
	if n >= Levels {
		return full, lim
	}
	l := levels[max(1, n)]
	full.Depth, full.Width, full.Solver = l.depth, l.width, l.solver
	if !l.learned {
		full.Stones, full.Order = nil, nil
	}
	full.Threads = 1 // helpers would make a level depend on the machine
	if full.Mix == hybrid.Own {
		full.Mix = l.mix
	}
	lim.Nodes = l.nodes
	return full, lim
}
