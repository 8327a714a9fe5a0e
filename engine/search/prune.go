package search

import "stonehand/engine/connect"

// Margins of the learned leaves' scale, in which 3259 points are odds of e to 1.
const (
	// reverseMargin, for each turn of depth, is how far above beta a position has
	// to stand for what its turns may still change not to matter.
	reverseMargin = 3500
	// reverseDepth is how deep that is relied on.
	reverseDepth = 2
	// passSlack is how far below beta a position may stand for a pass to be tried.
	passSlack = 3000
	// passCut is by how much less deeply a pass is searched than a turn, beyond
	// the turn itself.
	passCut = 1
)

// calm reports whether a position may be given up as at least beta without its
// turns having been tried. Proved scores are left to the search, and so are
// positions with threats to answer.
func (t *tree) calm(ply int, beta int32) bool {
	return ply > 0 && t.learned && t.plies[ply].defence.Need == 0 && -Proved < beta && beta < Proved
}

// pass is what the position is worth if the side to move lets the other play
// twice, or less than beta where that is not worth finding out. Stones never
// hurt their owner, so that no turn is worse than a pass.
func (t *tree) pass(depth, ply int, beta int32) int32 {
	pos, p := t.pos, &t.plies[ply]
	me, due := pos.ToMove(), pos.Due()
	if p.last == connect.NoMove || due < pos.Rules().P || t.static(ply)+passSlack < beta {
		return -infinity
	}
	t.judge.play(p.last, &p.touched)
	t.plies[ply+1].last = connect.NoMove
	t.passed++
	pos.SetTurn(me.Other(), due)
	score := -t.search(depth-1-passCut, ply+1, -beta, -beta+1)
	pos.SetTurn(me, due)
	t.passed--
	t.judge.take(&p.touched)
	return score
}
