package five

import "math"

// Late move reductions: moves late in the list seldom turn out best, so they are
// searched less deeply at first. Depths are in quarters of a stone.
const (
	// reduceDepth is the least depth at which moves are reduced, reduceFrom how many
	// are tried before.
	reduceDepth = 3 * stone
	reduceFrom  = 3
	// The same at the root, where a move is reduced by half as much.
	rootReduceDepth = 3*stone + 1
	rootReduceFrom  = 4
)

// reductions are how much less deep late moves are searched, by depth in stones and
// place: it grows with the logarithm of both.
var reductions = func() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for place := 1; place < 64; place++ {
			r[depth][place] = int8(stone * max(1, 0.4+math.Log(float64(depth))*math.Log(float64(place))/2.2))
		}
	}
	return r
}()

func reductionOf(depth, place int) int { return int(reductions[min(depth/stone, 63)][min(place, 63)]) }

// reduction is by how much less deeply the move of that place is searched at first,
// from 1 on. Those that threaten, and those of the principal variation, are reduced
// by a stone less.
func (e *Engine) reduction(place, depth int, pv, quiet bool) int {
	if depth < reduceDepth || place <= reduceFrom || !e.options.uses(Reductions) {
		return 0
	}
	r := reductionOf(depth, place)
	if pv || !quiet {
		r = max(r-stone, stone)
	}
	return r
}

// rootReduction is the same for the i-th move of the root.
func (e *Engine) rootReduction(i, depth int) int {
	if depth < rootReduceDepth || i < rootReduceFrom || !e.options.uses(RootReductions) {
		return 0
	}
	return reductionOf(depth, i) / 2
}

// pruned reports whether a quiet position's moves after so many are left out (late
// move pruning): after fewer where the side to move has not gained by its last stone.
func (e *Engine) pruned(tried, depth int, improving bool) bool {
	most := e.options.LateMoves + e.options.LatePerDepth*depth/stone
	if !improving && e.options.uses(Improving) {
		most = most * worseLate / 100
	}
	return tried > most && e.options.uses(LateMovePruning)
}

// worseLate is how many of 100 moves are tried where the position is no better than two
// stones before.
const worseLate = 60
