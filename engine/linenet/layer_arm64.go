package linenet

import "stonehand/engine/board"

// Vectors reports whether the processor has what the functions below need.
const Vectors = true

//go:noescape
func join(sum, point *numbers)

//go:noescape
func leave(sum, point *numbers)

//go:noescape
func shift(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange)

//go:noescape
func total(all *numbers, sums *[Regions]numbers)

//go:noescape
func layer(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16)
