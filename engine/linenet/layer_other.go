//go:build !amd64 && !arm64

package linenet

import "stonehand/engine/board"

// Vectors reports whether the processor does what a network asks for many numbers at a time.
const Vectors = false

func join(sum, point *numbers) {
	joinPlain(sum, point)
}

func leave(sum, point *numbers) {
	leavePlain(sum, point)
}

func shift(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange) {
	shiftPlain(points, sums, lines, changes)
}

func total(all *numbers, sums *[Regions]numbers) {
	totalPlain(all, sums)
}

func layer(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16) {
	layerPlain(sum, bias, weights, in)
}
