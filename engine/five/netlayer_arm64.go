package five

import "stonehand/engine/board"

// vectors reports whether the processor has what the functions below need.
const vectors = true

func join(sum, point *numbers) {
	joinNEON(sum, point)
}

func leave(sum, point *numbers) {
	leaveNEON(sum, point)
}

func shift(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange) {
	shiftNEON(points, sums, lines, changes)
}

func total(all *numbers, sums *[Regions]numbers) {
	totalNEON(all, sums)
}

func layer(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16) {
	layerNEON(sum, bias, weights, in)
}

//go:noescape
func joinNEON(sum, point *numbers)

//go:noescape
func leaveNEON(sum, point *numbers)

//go:noescape
func shiftNEON(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange)

//go:noescape
func totalNEON(all *numbers, sums *[Regions]numbers)

//go:noescape
func layerNEON(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16)
