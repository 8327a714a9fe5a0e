package search

import "math"

// Late move reductions: turns late in the list seldom turn out best, so they are
// searched less deeply at first, and to the full depth only if they turn out
// better than the best so far.
const (
	// From these on steady reductions are of two turns.
	deepReduceDepth = 5 * turn
	deepReduceFrom  = 16
	// A smooth reduction begins with smoothStart parts of a turn, and smoothGrows is by how
	// many it grows with the product of the logarithms of the depth in turns and of the place.
	smoothStart = 2.5
	smoothGrows = 3.2
	// reducedTurns is how many turns have one of their own.
	reducedTurns = 128
	// lessBelow is how much less it is where the position is worth farBelow points less than
	// alpha: there are many turns that may yet be good.
	farBelow  = 2000
	lessBelow = 3
)

// smoothly are the smooth reductions, by depth and place in the list.
var smoothly = func() (all [MaxDepth*turn + 1][reducedTurns]int8) {
	for depth := range all {
		for i := range all[depth] {
			// The conversions keep processors from fusing these steps, so that all have the same.
			logs := float64(math.Log(float64(max(depth, 1))/turn) * math.Log(float64(i+1)))
			all[depth][i] = int8(max(0, smoothStart+float64(smoothGrows*logs)))
		}
	}
	return all
}()

// reduction is by how much less deeply the i-th turn of a ply's list is searched at first.
func (t *tree) reduction(i, depth int, p *plyMemory, alpha int32) int {
	n := t.numbers
	switch {
	case i < n.reduceFrom || depth < n.reduceDepth || !t.options.uses(Reductions):
		return 0
	case n.smooth:
		reduce := int(smoothly[depth][min(i, reducedTurns-1)])
		if p.value < alpha-farBelow {
			reduce -= lessBelow
		}
		return max(0, reduce)
	case i < deepReduceFrom || depth < deepReduceDepth || !t.options.uses(DeepReductions):
		return turn
	}
	return 2 * turn
}
