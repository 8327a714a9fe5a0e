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
	// reducedTurns is how many places have one of their own.
	reducedTurns = 128
	// lessBelow is how much less it is where the position is worth farBelow points less than
	// alpha: there are many turns that may yet be good.
	farBelow  = 2000
	lessBelow = 3
)

// The logarithms, by depth and by place in the list from 0 on.
var (
	depthLogs [MaxDepth*turn + 1]float64
	placeLogs [reducedTurns]float64
)

func init() {
	for depth := range depthLogs {
		depthLogs[depth] = math.Log(float64(max(depth, 1)) / turn)
	}
	for i := range placeLogs {
		placeLogs[i] = math.Log(float64(i + 1))
	}
}

// smoothly is the smooth reduction. The conversions keep processors from fusing its steps, so that
// all have the same.
func smoothly(i, depth int) int {
	logs := float64(depthLogs[depth] * placeLogs[min(i, reducedTurns-1)])
	return int(smoothStart + float64(smoothGrows*logs))
}

// reduction is by how much less deeply the i-th turn of a ply's list is searched at first.
// Steady ones put off less what threatens: see [KeptThreats].
func (t *tree) reduction(i, depth int, p *plyMemory, alpha int32) int {
	n := t.numbers
	switch {
	case i < n.reduceFrom || depth < n.reduceDepth || !t.options.uses(Reductions):
		return 0
	case n.smooth:
		reduce := smoothly(i, depth)
		if p.value < alpha-farBelow {
			reduce -= lessBelow
		}
		return max(0, reduce)
	case i < deepReduceFrom || depth < deepReduceDepth || !t.options.uses(DeepReductions):
		return turn
	}
	return 2 * turn
}
