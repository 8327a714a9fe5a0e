package five

import "stonehand/engine/board"

// Moves that refuted others are tried earlier elsewhere: the last two of the same
// ply as killers, the last answer to the same stone as counter, any by its history bonus,
// which those that were tried in vain lose.
const (
	killerBonus  = 120
	killer2Bonus = 80
	counterBonus = 200
	// maxHistory bounds a point's history, maxBonus what one refutation adds.
	maxHistory = 4096
	maxBonus   = 400
	// historyPart is what history counts among a move's ranks, historyFade what is
	// left of it in the next search: one of so many parts.
	historyPart = 11
	historyFade = 8
)

// addRefutation remembers a move that was good enough, and that those before it were
// not.
func (e *Engine) addRefutation(c board.Color, before []ranked, m board.Point, depth, ply int) {
	k := &e.plies[ply].killers
	if k[0] != m {
		k[1], k[0] = k[0], m
	}
	h := &e.history[side(c)]
	bonus := int32(min(depth*depth, maxBonus))
	h[m] += bonus - h[m]*bonus/maxHistory
	for _, r := range before {
		h[r.at] -= bonus + h[r.at]*bonus/maxHistory
	}
	e.counters[side(c)][e.moves[len(e.moves)-1]] = m
}

// refutation is what a move's past adds to its rank.
func (e *Engine) refutation(me int, at, counter board.Point, k *[2]board.Point) (bonus int32) {
	if e.options.uses(History) {
		bonus = e.history[me][at] / historyPart
	}
	if e.options.uses(Killers) {
		switch at {
		case k[0]:
			bonus += killerBonus
		case k[1]:
			bonus += killer2Bonus
		}
	}
	if at == counter {
		bonus += counterBonus
	}
	return bonus
}

// fadeHistory makes older searches count less.
func (e *Engine) fadeHistory() {
	for side := range e.history {
		for i := range e.history[side] {
			e.history[side][i] /= historyFade
		}
	}
}
