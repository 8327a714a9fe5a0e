package search

import "stonehand/engine/limit"

// The solver in inner positions may look into the options' NodeThreats positions
// at depth 1, and into four times as many for each turn of depth more, up to
// solverGrows of them.
const solverGrows = 4

// solvedDepth is the depth of a table entry that holds at any depth.
const solvedDepth = 63

// solve asks the solver whether the side to move wins by threats. It returns what
// such a win is worth, 0 if none is found, and makes its first turn the ply's
// line.
func (t *tree) solve(depth, ply int) int32 {
	if !t.options.uses(NodeSolver) {
		return 0
	}
	p := &t.plies[ply]
	budget := uint64(t.options.NodeThreats) << (2 * min(depth-1, solverGrows))
	won := t.solver.Quick(t.clock, budget)
	if won == 0 {
		return 0
	}
	p.line[0], p.length = t.solver.First(), 1
	score := Win - int32(ply) - int32(2*won-1)
	if ply == 0 {
		t.rootScore = score
	}
	t.table.store(t.pos.Key(), ply, entry{p.line[0], score, solvedDepth, limit.LowerBound})
	return score
}
