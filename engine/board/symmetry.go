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

// Key is a position's hash: the exclusive or of the keys of its stones, and of
// whatever else tells two positions apart (Zobrist, "A New Hashing Method with
// Application for Game Playing", 1970).
type Key uint64

// keys are fixed numbers, the same in every build and on every machine: books,
// tests and node signatures depend on them.
var keys = func() (k [2][Cells]Key) {
	s := uint64(0x53746f6e6568616e) // "Stonehan"
	for c := range k {
		for p := range k[c] {
			k[c][p] = Key(SplitMix(&s))
		}
	}
	return k
}()

// StoneKey returns the key of a stone of colour c (Black or White) on p.
func StoneKey(c Color, p Point) Key { return keys[(c-1)&1][p] }

// SplitMix returns the next number of the sequence that state holds (Steele,
// Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). It is
// the product's source of fixed, reproducible numbers.
func SplitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
