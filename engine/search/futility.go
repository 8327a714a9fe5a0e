package search

// Reverse futility pruning leaves a position whose value is so far above beta
// that what its next turns may change does not matter.

// prunable reports whether a position may be given up as at least beta without
// its turns having been tried. Proved scores are left to the search, and so are
// positions with threats to answer.
func (t *tree) prunable(ply int, beta int32) bool {
	return ply > 0 && t.learned && t.plies[ply].defence.Need == 0 && -Proved < beta && beta < Proved
}

// reverseFutile returns the value of a prunable position, and whether it is far
// enough above beta.
func (t *tree) reverseFutile(depth, ply int, beta int32) (int32, bool) {
	if depth > t.numbers.reverseDepth || !t.options.uses(ReverseFutility) {
		return 0, false
	}
	// The value itself, not what is sure of it: it orders the turns that lead
	// here, and less gains nothing (docs/strength.md).
	enough := beta + t.numbers.reverseMargin*int32(depth)/turn
	v := t.judged(t.plies[ply].value, ply, enough-1, enough)
	return v, v >= enough
}
