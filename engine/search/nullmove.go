package search

import "stonehand/engine/connect"

// A null move lets the other side play twice. Stones never hurt their owner, so
// no turn is worse than a null move, and a position that is above beta even after
// one is above beta (C. Donninger, "Null Move and Deep Search", 1993).
const (
	// nullDepth is the least depth at which one is tried.
	nullDepth = 2
	// nullReduction is by how much less deeply it is searched than a turn, beyond
	// the turn itself.
	nullReduction = 1
	// nullSlack is how far below beta the position may be for it to be tried, on
	// the scale of [reverseMargin].
	nullSlack = 3000
)

// nullMove is what a prunable position is worth after a null move, or less than
// beta where that is not worth finding out.
func (t *tree) nullMove(depth, ply int, beta int32) int32 {
	if depth < nullDepth || !t.options.uses(NullMove) {
		return -infinity
	}
	pos, p := t.pos, &t.plies[ply]
	me, due := pos.ToMove(), pos.Due()
	if p.last == connect.NoMove || due < connect.Each || t.judged(ply, beta-nullSlack-1, beta-nullSlack) < beta-nullSlack {
		return -infinity
	}
	t.evaluator.play(p.last, &p.touched)
	t.plies[ply+1].last = connect.NoMove
	t.nulls++
	pos.SetTurn(me.Other(), due)
	score := -t.search(depth-1-nullReduction, ply+1, -beta, -beta+1)
	pos.SetTurn(me, due)
	t.nulls--
	t.evaluator.take(&p.touched)
	return min(score, Proved-1) // a win against nobody proves nothing
}
