package linenet

import "stonehand/engine/board"

// Vectors reports whether the processor has AVX2, which the functions below need, and the
// operating system keeps its registers (Intel, Software Developer's Manual, volume 1, 14.7.1).
var Vectors = func() bool {
	const avx, saved, avx2, registers = 1 << 28, 1 << 27, 1 << 5, 6
	most, _, _, _ := cpuid(0, 0)
	if most < 7 {
		return false
	}
	_, _, c, _ := cpuid(1, 0)
	_, b, _, _ := cpuid(7, 0)
	return c&(avx|saved) == avx|saved && b&avx2 != 0 && xgetbv()&registers == registers
}()

func join(sum, point *numbers) {
	if Vectors {
		joinAVX2(sum, point)
	} else {
		joinPlain(sum, point)
	}
}

func leave(sum, point *numbers) {
	if Vectors {
		leaveAVX2(sum, point)
	} else {
		leavePlain(sum, point)
	}
}

func shift(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange) {
	if Vectors {
		shiftAVX2(points, sums, lines, changes)
	} else {
		shiftPlain(points, sums, lines, changes)
	}
}

func total(all *numbers, sums *[Regions]numbers) {
	if Vectors {
		totalAVX2(all, sums)
	} else {
		totalPlain(all, sums)
	}
}

func layer(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16) {
	if Vectors {
		layerAVX2(sum, bias, weights, in)
	} else {
		layerPlain(sum, bias, weights, in)
	}
}

func cpuid(leaf, part uint32) (a, b, c, d uint32)

func xgetbv() uint32

//go:noescape
func joinAVX2(sum, point *numbers)

//go:noescape
func leaveAVX2(sum, point *numbers)

//go:noescape
func shiftAVX2(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange)

//go:noescape
func totalAVX2(all *numbers, sums *[Regions]numbers)

//go:noescape
func layerAVX2(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16)
