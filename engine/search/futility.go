package search

// Reverse futility pruning leaves a position whose value is so far above beta
// that what its next turns may change does not matter. Margins are on the learned
// leaves' scale, in which 3259 points are odds of e to 1.
const (
	// reverseMargin, for each turn of depth, is how far above beta it has to be.
	reverseMargin = 3500
	// reverseDepth is how deep that is relied on.
	reverseDepth = 2
)

// prunable reports whether a position may be given up as at least beta without
// its turns having been tried. Proved scores are left to the search, and so are
// positions with threats to answer.
func (t *tree) prunable(ply int, beta int32) bool {
	return ply > 0 && t.learned && t.plies[ply].defence.Need == 0 && -Proved < beta && beta < Proved
}

// reverseFutile returns the value of a prunable position, and whether it is far
// enough above beta.
func (t *tree) reverseFutile(depth, ply int, beta int32) (int32, bool) {
	if depth > reverseDepth || !t.options.uses(ReverseFutility) {
		return 0, false
	}
	// The value itself, not what is sure of it: it orders the turns that lead
	// here, and less gains nothing (docs/strength.md).
	enough := beta + int32(reverseMargin*depth)
	v := t.judged(ply, enough-1, enough)
	return v, v >= enough
}
