package five

import "math"

// Late move reductions: moves late in the list seldom turn out best, so they are
// searched less deeply at first. Depths are in quarters of a stone.
const (
	// reduceDepth is the least depth at which moves are reduced, reduceFrom how many
	// are tried before.
	reduceDepth = 3 * stone / 2
	reduceFrom  = 4
	// rootReduceDepth is the same at the root, where a move is reduced by three tenths as
	// much.
	rootReduceDepth = 3*stone + 1
)

// reductions are how much less deep late moves are searched, by depth in stones and
// place: it grows with the logarithm of both. These numbers and those below were tuned
// together with others of the search (docs/strength.md).
var reductions = func() (r [64][64]int16) {
	for depth := 1; depth < 64; depth++ {
		for place := 1; place < 64; place++ {
			r[depth][place] = int16(stone * (0.86 + math.Log(float64(depth))*math.Log(float64(place))*0.53))
		}
	}
	return r
}()

func reductionOf(depth, place int) int { return int(reductions[min(depth/stone, 63)][min(place, 63)]) }

// reduction is by how much less deeply the move of that place is searched at first,
// from 1 on. Those that threaten, and those of the principal variation, are reduced by a
// stone less, and those whose rank is so many points behind the best by more.
func (e *Engine) reduction(place int, all *moves, pv, quiet bool, behind int32) int {
	if all.depth < reduceDepth || place <= reduceFrom || !e.options.uses(Reductions) {
		return 0
	}
	r := reductionOf(all.depth, place)
	if e.options.uses(Behind) {
		r += int(min(behind/behindUnit, behindMost))
	}
	if pv || !quiet {
		r -= stone
	}
	if !all.improving && e.options.uses(Improving) { // few moves are left there
		r -= worseLess
	}
	return max(r, stone)
}

// What else changes a reduction: a quarter of a stone for so many points of rank, at most
// so many quarters, and so many where the side to move has not gained by its last stone.
const (
	behindUnit = 100
	behindMost = 3 * stone
	worseLess  = 2
)

// rootReduction is the same for the i-th move of the root.
func (e *Engine) rootReduction(i, depth int) int {
	if depth < rootReduceDepth || i < reduceFrom || !e.options.uses(RootReductions) {
		return 0
	}
	return reductionOf(depth, i) * 3 / 10
}

// pruned reports whether a quiet position's moves after so many are left out (late
// move pruning): after fewer where the side to move has not gained by its last stone.
func (e *Engine) pruned(tried, depth int, improving bool) bool {
	most := e.options.LateMoves + e.options.LatePerDepth*int(lateGrowth[min(depth, len(lateGrowth)-1)])/lateUnit
	if !improving && e.options.uses(Improving) {
		most = most * worseLate / 100
	}
	return tried > most && e.options.uses(LateMovePruning)
}

// worseLate is how many of 100 moves are tried where the position is no better than two
// stones before.
const worseLate = 30

// lateGrowth is, by depth in quarters of a stone, the depth in stones to the power of
// 1.2, times lateUnit.
var lateGrowth = func() (g [maxDepth * stone]int16) {
	for depth := range g {
		g[depth] = int16(lateUnit * math.Pow(float64(depth)/stone, 1.2))
	}
	return g
}()

const lateUnit = 16
