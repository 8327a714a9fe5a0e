package five

import "stonehand/engine/board"

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

// networkSlack is by how many points a value may miss what it is compared with for the
// network to be asked. Three of four of its corrections are smaller.
const networkSlack = 120

// static is what a position is worth to c, to move, by its points, and as the network
// corrects them where that may matter: not in positions that are forced, nor where
// a cutoff, or a value below alpha, is likely enough without it.
func (e *Engine) static(c board.Color, depth, alpha, beta int, quiet bool) int {
	v := e.Value(c)
	switch {
	case e.network == nil || !quiet && depth > 0:
		return v
	case beta-alpha == 1 && (v <= alpha-networkSlack || v >= beta+e.options.ReverseMargin*max(depth, 0)/stone+networkSlack):
		return v
	}
	return min(max(v+e.correction(c), -Proved+1), Proved-1)
}

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
