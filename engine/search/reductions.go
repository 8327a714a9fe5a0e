package search

// Late move reductions: turns late in the list seldom turn out best, so they are
// searched less deeply at first, and to the full depth only if they turn out
// better than the best so far.
const (
	// reduceDepth is the least depth at which turns are reduced, reduceFrom how
	// many go before.
	reduceDepth = 3
	reduceFrom  = 4
	// From these on they are reduced by two turns.
	deepReduceDepth = 5
	deepReduceFrom  = 16
)

// reduction is by how many turns less deeply the i-th turn of a list is searched
// at first. A turn that threatens is not put off: see [KeptThreats].
func (t *tree) reduction(i, depth int) int {
	switch {
	case i < reduceFrom || depth < reduceDepth || !t.options.uses(Reductions):
		return 0
	case i < deepReduceFrom || depth < deepReduceDepth || !t.options.uses(DeepReductions):
		return 1
	}
	return 2
}
