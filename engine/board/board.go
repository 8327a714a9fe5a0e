// Package board holds what every game on the table shares: points, colours,
// sizes, the names people and protocols give to points, the symmetries of the
// board and the random keys that positions are hashed with.
//
// It knows no rules and does no I/O.
package board

// MaxSide is the longest side of a board that the product handles, in points.
const MaxSide = 20

// Cells is the length of an array that is indexed by [Point]: every point of
// every board up to MaxSide a side is below it.
const Cells = MaxSide * stride

// stride is the distance between the indices of two points one row apart. It
// does not depend on the board's size, so that a Point means the same place
// everywhere and needs no size to be taken apart.
const stride = 32

// Point is a crossing of the board: column from the left, row from the bottom,
// both counted from 0. The zero Point is the lower left corner.
type Point uint16

// Nowhere is the Point that is no point: the missing second stone of Black's
// first turn, an unknown place, a pass.
const Nowhere Point = 0xFFFF

// At returns the point in column x (from the left) and row y (from the bottom),
// both from 0 to MaxSide-1.
func At(x, y int) Point { return Point(y*stride + x) }

// X returns the column of p, 0 at the left.
func (p Point) X() int { return int(p) % stride }

// Y returns the row of p, 0 at the bottom.
func (p Point) Y() int { return int(p) / stride }

// Directions are the four lines through a point, as steps in column and row: right,
// up, up-right, down-right.
var Directions = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// Color is what stands on a point.
type Color uint8

// The colours. Empty is the zero Color.
const (
	Empty Color = iota
	Black
	White
)

// Other returns the opponent's colour; Empty stays Empty.
func (c Color) Other() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String returns "black", "white" or "empty": the words of the HTTP contract.
func (c Color) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "empty"
}

// ParseColor reads "black" or "white", in any case, also as "b" and "w".
func ParseColor(s string) (Color, bool) {
	switch s {
	case "black", "Black", "BLACK", "b", "B":
		return Black, true
	case "white", "White", "WHITE", "w", "W":
		return White, true
	}
	return Empty, false
}

// Size is the extent of a board in points, each side from 1 to MaxSide.
type Size struct {
	Cols, Rows int
}

// Valid reports whether both sides lie between 1 and MaxSide.
func (s Size) Valid() bool {
	return s.Cols >= 1 && s.Cols <= MaxSide && s.Rows >= 1 && s.Rows <= MaxSide
}

// Count returns the number of points.
func (s Size) Count() int { return s.Cols * s.Rows }

// Has reports whether p lies on the board.
func (s Size) Has(p Point) bool {
	return p != Nowhere && p.X() < s.Cols && p.Y() < s.Rows
}

// Index returns the rank of p in reading order from the lower left corner, row
// by row: the order in which devices number their points.
func (s Size) Index(p Point) int { return p.Y()*s.Cols + p.X() }

// Point is the inverse of [Size.Index].
func (s Size) Point(i int) Point { return At(i%s.Cols, i/s.Cols) }

// Center returns the middle point; of an even side, the one below or left of
// the middle.
func (s Size) Center() Point { return At((s.Cols-1)/2, (s.Rows-1)/2) }
