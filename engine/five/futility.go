package five

// Positions far from the bounds are left early.
const (
	// razorDepth is how deep a position below alpha is left.
	razorDepth = 2 * stone
	// nullDepth is the least depth at which a null move is tried, and nullReduction
	// by how much less deeply it is searched, itself included (C. Donninger, "Null
	// Move and Deep Search", 1993).
	nullDepth     = 3 * stone
	nullReduction = 4 * stone
	// internalDepth is the least depth that is reduced where no move is known.
	internalDepth = 4 * stone
)

// aboveBeta reports whether a quiet position is so far above beta that a stone or two
// change nothing: reverse futility, and standing pat where the depth is used up. A side
// that has gained by its last stone needs one stone's margin less.
func (e *Engine) aboveBeta(static, depth, beta int, improving bool) bool {
	technique := ReverseFutility
	if depth <= 0 {
		technique = StandPat
	}
	margin := e.options.ReverseMargin * max(depth, 0) / stone
	if improving {
		margin = max(margin-e.options.ReverseMargin, 0)
	}
	return beta > -Proved && depth <= e.options.ReverseDepth*stone && static-margin >= beta && e.options.uses(technique)
}

// belowAlpha reports whether a quiet position is so far below alpha that it is left
// (razoring).
func (e *Engine) belowAlpha(static, depth, alpha int) bool {
	return e.options.RazorMargin > 0 && depth <= razorDepth && static+e.options.RazorMargin*depth/stone <= alpha && alpha < Proved
}

// improving reports whether a quiet position is worth more to the side to move than
// two stones before. Where its opponent threatens, the value of the ply before stands
// for the position's.
func (e *Engine) improving(static, ply int, quiet bool) bool {
	m := &e.plies[ply]
	m.static = static
	if !quiet && ply > 0 {
		m.static = -e.plies[ply-1].static
	}
	return quiet && ply >= 2 && m.static > e.plies[ply-2].static && e.options.uses(Improving)
}
