package search

import "stonehand/engine/limit"

// solvedDepth is the depth of a table entry that holds at any depth.
const solvedDepth = maxStored

// solve asks the solver whether the side to move wins by threats. It returns what
// such a win is worth, 0 if none is found, and makes its first turn the ply's
// line.
func (t *tree) solve(depth, ply int) int32 {
	if !t.options.uses(NodeSolver) {
		return 0
	}
	p := &t.plies[ply]
	won := t.solver.Quick(t.clock, t.numbers.positions(depth))
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
