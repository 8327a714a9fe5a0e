package search

// Depths are counted in parts of a turn, so that some turns can take less of them than others.
const (
	turn = 8
	// leafDepth is the greatest depth of a leaf: less than a turn is left, by reductions.
	leafDepth = 2
)

// numbers are by how much a search prunes, reduces and extends, and what it tries first.
// Depths are in parts of a [turn]. Points are on the learned leaves' scale, in which 3259
// are odds of e to 1, but for those of the order of turns, which are on the learned order's.
type numbers struct {
	// cost is the depth that a turn takes, by how many stones have to meet threats, and
	// forced the depth of a leaf with two threats to meet.
	cost   [3]int
	forced int
	// width is how many turns of a position are tried, in percent of the options' Width (0: as
	// many, at any depth), and widthMore how many more for each turn of depth. Outside the
	// principal variation flat percent of them are tried where the side to move has gained
	// nothing by its last turn.
	width, widthMore, flat int
	// killers and replies rank turns that refuted others at the same ply, and after the same
	// stone; zone ranks turns with a stone in the root's zone.
	killers, replies, zone int32
	// reverseMargin, for each turn of depth up to reverseDepth, is how far above beta a
	// position has to be to be left.
	reverseMargin int32
	reverseDepth  int
	// nullDepth is the least depth of a null move, nullReduction by how much less deeply it
	// is searched than a turn, and nullSlack how far below beta the position may be.
	nullDepth, nullReduction int
	nullSlack                int32
	// reduceDepth is the least depth at which turns are reduced, and reduceFrom how many go
	// before; smooth: they are by logarithms, not by whole turns (reductions.go).
	reduceDepth, reduceFrom int
	smooth                  bool
	// internalDepth is the least depth of internal deepening, internalReduction by how much
	// less deeply it searches.
	internalDepth, internalReduction int
	// aspiration is half the width of the root's first window.
	aspiration int32
	// threats is how many positions the solver may look into at a turn of depth, at two,
	// and so on.
	threats [5]uint64
}

// tuned are the numbers of searches that time alone bounds: tuned together by matches at 10,000 to
// 45,000 nodes a turn (docs/strength.md).
var tuned = numbers{
	cost: [3]int{turn, 7, 2}, forced: leafDepth + 1,
	width: 67, widthMore: 40, flat: 72,
	killers: 460, replies: 310, zone: 600,
	reverseMargin: 2700, reverseDepth: 18,
	nullDepth: 18, nullReduction: turn, nullSlack: 2400,
	reduceDepth: 13, reduceFrom: 3, smooth: true,
	internalDepth: 20, internalReduction: 2 * turn,
	aspiration: 500,
	threats:    [5]uint64{6, 15, 38, 98, 253},
}

// steady are the numbers of all other searches: how far levels are apart was measured with them.
var steady = numbers{
	cost: [3]int{turn, turn, turn}, forced: turn,
	killers: 400, zone: 500,
	reverseMargin: 3500, reverseDepth: 2 * turn,
	nullDepth: 2 * turn, nullReduction: turn, nullSlack: 3000,
	reduceDepth: 3 * turn, reduceFrom: 4,
	internalDepth: 3 * turn, internalReduction: 2 * turn,
	aspiration: 600,
	threats:    [5]uint64{8, 32, 128, 512, 2048},
}

// positions is how many positions the solver may look into at a depth.
func (n *numbers) positions(depth int) uint64 {
	return n.threats[min(max(depth/turn, 1), len(n.threats))-1]
}
