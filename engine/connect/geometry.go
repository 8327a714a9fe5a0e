package connect

import "stonehand/engine/board"

// Cell is a point's index in arrays with a margin: the board's lower left
// corner is cell origin, a step right is 1, a step up is 32.
type Cell = uint16

const (
	// Cells is the length of arrays indexed by Cell. It is a power of two, so
	// that an index masked with Cells-1 needs no bounds check.
	Cells = 1024

	margin = Row // walls on each side of the board
	rowLen = 32
	origin = margin*rowLen + margin
)

// The four directions: right, up, up-right, up-left.
const (
	Horizontal = iota
	Vertical
	Rising
	Falling
	Directions
)

// Step is the distance between the cells of neighbouring points in each
// direction.
var Step = [Directions]Cell{1, rowLen, rowLen + 1, rowLen - 1}

// CellOf returns the cell of a point.
func CellOf(p board.Point) Cell { return Cell(p) + origin }

// PointOf returns the point of a cell on the board.
func PointOf(c Cell) board.Point { return board.Point(c - origin) }

// wall marks cells off the board among colours.
const wall = board.White + 1

// Line is one line of the board.
type Line struct {
	Direction int
	Number    int // 0 to 63, see LineBit
}

// Zero is where the cell of bit 0 of the line would be: the cell of any other
// bit is so many steps up.
func (l Line) Zero() Cell {
	switch l.Direction {
	case Horizontal:
		return Cell(l.Number * rowLen)
	case Rising:
		if l.Number >= 32 {
			return Cell((l.Number - 64) * rowLen) // x exceeds y
		}
		return Cell(l.Number * rowLen)
	}
	return Cell(l.Number)
}

// LineBit says where a cell lies among the lines of a direction: the line's
// number and the bit of the cell in it. Neighbours in a line have neighbouring
// bits.
func LineBit(d int, c Cell) (line, bit int) {
	x, y := int(c&(rowLen-1)), int(c/rowLen)
	switch d {
	case Horizontal:
		return y, x
	case Vertical:
		return x, y
	case Rising:
		return (y - x) & 63, x
	}
	// Falling goes up and left: its bits run with y, as its steps do.
	return (y + x) & 63, y
}

// windowsLen is how many places there are for the windows of one direction; a
// power of two.
const windowsLen = 64 * rowLen

// windowAt is where the window of direction d that begins at cell c is kept: the
// windows of a line lie side by side, in the order of the direction's steps.
func windowAt(d int, c Cell) int {
	line, bit := LineBit(d, c)
	return (line*rowLen + bit) & (windowsLen - 1)
}

// Lines is one colour's stones as bits: by direction and line, see LineBit.
type Lines [Directions][64]uint32

func (l *Lines) flip(c Cell) {
	x, y := uint(c&(rowLen-1)), uint(c/rowLen)
	l[Horizontal][y&63] ^= 1 << (x & 31)
	l[Vertical][x&63] ^= 1 << (y & 31)
	l[Rising][(y-x)&63] ^= 1 << (x & 31)
	l[Falling][(y+x)&63] ^= 1 << (y & 31)
}

// Span returns the eleven cells of direction d around c as bits, c being bit 5
// and the steps of the direction going up.
func (l *Lines) Span(d int, c Cell) uint32 {
	x, y := uint(c&(rowLen-1)), uint(c/rowLen)
	switch d {
	case Horizontal:
		return l[Horizontal][y&63] >> ((x - 5) & 31) & 0x7FF
	case Vertical:
		return l[Vertical][x&63] >> ((y - 5) & 31) & 0x7FF
	case Rising:
		return l[Rising][(y-x)&63] >> ((x - 5) & 31) & 0x7FF
	}
	return l[Falling][(y+x)&63] >> ((y - 5) & 31) & 0x7FF
}
