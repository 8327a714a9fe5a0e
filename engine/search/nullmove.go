package search

import "stonehand/engine/connect"

// A null move lets the other side play twice. Stones never hurt their owner, so
// no turn is worse than a null move, and a position that is above beta even after
// one is above beta (C. Donninger, "Null Move and Deep Search", 1993).

// nullMove is what a prunable position is worth after a null move, or less than
// beta where that is not worth finding out.
func (t *tree) nullMove(depth, ply int, beta int32) int32 {
	n := t.numbers
	if depth < n.nullDepth || !t.options.uses(NullMove) {
		return -infinity
	}
	pos, p, near := t.pos, &t.plies[ply], beta-n.nullSlack
	me, due := pos.ToMove(), pos.Due()
	if p.last == connect.NoMove || due < connect.Each || t.judged(p.value, ply, near-1, near) < near {
		return -infinity
	}
	t.evaluator.play(p.last, &p.touched)
	t.plies[ply+1].last = connect.NoMove
	t.nulls++
	pos.SetTurn(me.Other(), due)
	score := -t.search(depth-turn-n.nullReduction, ply+1, -beta, -beta+1)
	pos.SetTurn(me, due)
	t.nulls--
	t.evaluator.take(&p.touched)
	return min(score, Proved-1) // a win against nobody proves nothing
}
