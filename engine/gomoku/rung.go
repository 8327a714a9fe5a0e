package gomoku

import (
	"stonehand/engine/limit"
)

// Rungs is how many strengths there are, 1 the weakest and the last the full one.
const Rungs = 9

// rung is how far the strong player looks.
type rung struct {
	nodes uint64 // 0: as time allows
	depth int    // 0: any
}

// rungs are spaced by matches (docs/strength.md).
var rungs = [Rungs]rung{
	{nodes: 40, depth: 1}, {nodes: 250}, {nodes: 310}, {nodes: 800}, {nodes: 1700}, {nodes: 4000}, {nodes: 9000}, {nodes: 20_000}, {},
}

// Rung returns the limits of a strength from 1 to [Rungs] within those given. A number
// beyond either end is the nearest.
func Rung(n int, lim limit.Limits) limit.Limits {
	r := rungs[min(max(n, 1), Rungs)-1]
	if r.nodes > 0 {
		lim.Nodes = r.nodes
	}
	if r.depth > 0 {
		lim.Depth = r.depth
	}
	return lim
}
