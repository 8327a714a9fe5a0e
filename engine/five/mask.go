package five

import (
	"math/bits"

	"stonehand/engine/board"
)

// mask is a set of points.
type mask [board.Cells / 64]uint64

func (m *mask) add(p board.Point)      { m[p>>6] |= 1 << (p & 63) }
func (m *mask) drop(p board.Point)     { m[p>>6] &^= 1 << (p & 63) }
func (m *mask) has(p board.Point) bool { return m[p>>6]>>(p&63)&1 != 0 }

// first returns the first point in reading order, Nowhere of an empty set.
func (m *mask) first() board.Point {
	for i, w := range m {
		if w != 0 {
			return board.Point(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return board.Nowhere
}

// pop takes the first point out in reading order; false when there is none.
func (m *mask) pop() (board.Point, bool) {
	for i, w := range m {
		if w != 0 {
			m[i] = w & (w - 1)
			return board.Point(i<<6 + bits.TrailingZeros64(w)), true
		}
	}
	return board.Nowhere, false
}

// join adds the points of another set.
func (m *mask) join(o *mask) {
	for i, w := range o {
		m[i] |= w
	}
}

// meet keeps the points that are in both.
func (m *mask) meet(o *mask) {
	for i, w := range o {
		m[i] &= w
	}
}
