package board

// Symmetries is the number of symmetries of a square board. A board that is
// not square has the first four only.
const Symmetries = 8

// Symmetries returns how many of the eight symmetries this board has: 8 when
// it is square, else 4.
func (s Size) Symmetries() int {
	if s.Cols == s.Rows {
		return Symmetries
	}
	return 4
}

// Turn maps p by symmetry k: bit 0 mirrors left-right, bit 1 mirrors
// bottom-top, bit 2 (square boards only) then swaps columns and rows. k = 0 is
// the identity; Nowhere stays Nowhere.
func (s Size) Turn(p Point, k int) Point {
	if p == Nowhere {
		return p
	}
	x, y := p.X(), p.Y()
	if k&1 != 0 {
		x = s.Cols - 1 - x
	}
	if k&2 != 0 {
		y = s.Rows - 1 - y
	}
	if k&4 != 0 {
		x, y = y, x
	}
	return At(x, y)
}

// Back returns the symmetry that undoes k.
func Back(k int) int {
	if k&4 == 0 {
		return k
	}
	// The mirrors come before the swap, so undoing swaps their roles.
	return 4 | k&1<<1 | k&2>>1
}
