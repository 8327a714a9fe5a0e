// Package connect holds positions of Connect6 (I-C. Wu and D.-Y. Huang, "A New
// Family of k-in-a-Row Games", 2005).
//
// A position lives in fixed arrays. Putting a stone down or lifting it updates,
// without a rescan, everything that search and evaluation ask for: the content
// of every window, the road score of the whole board and of every cell, the
// windows that threaten, the lines as bits, the key.
//
// # Vocabulary
//
//   - A window is a run of six adjacent points in one of the four directions. The
//     seed document calls it a road.
//   - A window is alive for a colour when it holds no stone of the other; it is
//     hot when it is alive and one turn of that colour fills it.
//   - A cell is a point's place in the arrays here, which have a margin of walls
//     around the board so that no loop needs to look for the edge.
package connect

import "stonehand/engine/board"

// The rules: Row stones in a row win, and a turn has Each stones, but the first
// has one.
const (
	Row  = 6
	Each = 2
)

// Board is the board of Connect6. Positions may have a smaller one.
var Board = board.Size{Cols: 19, Rows: 19}

// Move is one turn: two points in ascending order, or one and Nowhere.
type Move struct {
	A, B board.Point
}

// NoMove is the Move that is none.
var NoMove = Move{board.Nowhere, board.Nowhere}

// Pair returns the move that places stones on a and b, in its one canonical
// order; either may be Nowhere.
func Pair(a, b board.Point) Move {
	if b < a {
		a, b = b, a
	}
	return Move{a, b}
}

// MoveOf returns the move that places stones on one or two points.
func MoveOf(points []board.Point) Move {
	if len(points) == 1 {
		return Move{points[0], board.Nowhere}
	}
	return Pair(points[0], points[1])
}

// Points appends the move's points to dst.
func (m Move) Points(dst []board.Point) []board.Point {
	if m.A != board.Nowhere {
		dst = append(dst, m.A)
	}
	if m.B != board.Nowhere {
		dst = append(dst, m.B)
	}
	return dst
}

// Stones returns how many stones the move places: 0, 1 or 2.
func (m Move) Stones() int {
	switch {
	case m.A == board.Nowhere:
		return 0
	case m.B == board.Nowhere:
		return 1
	}
	return 2
}

// String writes the move as people do: "J10 K11".
func (m Move) String() string {
	switch m.Stones() {
	case 0:
		return "none"
	case 1:
		return m.A.String()
	}
	return m.A.String() + " " + m.B.String()
}
