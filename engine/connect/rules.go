// Package connect holds positions of the family Connect(m,n,k,p,q): a board of
// m columns and n rows, k in a row win, p stones a turn, q in the first turn
// (I-C. Wu and D.-Y. Huang, "A New Family of k-in-a-Row Games", 2005). Connect6
// is Connect(19,19,6,2,1).
//
// A position lives in fixed arrays. Putting a stone down or lifting it updates,
// without a rescan, everything that search and evaluation ask for: the content
// of every window, the road score of the whole board and of every cell, the
// windows that threaten, the lines as bits, the key.
//
// # Vocabulary
//
//   - A window is a run of k adjacent points in one of the four directions. The
//     seed document calls it a road.
//   - A window is alive for a colour when it holds no stone of the other; it is
//     hot when it is alive and one turn of that colour fills it.
//   - A cell is a point's place in the arrays here, which have a margin of walls
//     around the board so that no loop needs to look for the edge.
package connect

import (
	"fmt"

	"stonehand/engine/board"
)

// Rules names one game of the family.
type Rules struct {
	Cols, Rows int // m, n: 1 to board.MaxSide
	K          int // stones in a row that win: 3 to MaxK
	P          int // stones a turn: 1 or 2
	Q          int // stones of the first turn: 1 to P
}

// MaxK is the longest winning row supported.
const MaxK = 6

// Connect6 is Connect(19,19,6,2,1).
var Connect6 = Rules{Cols: 19, Rows: 19, K: 6, P: 2, Q: 1}

// Check says, as a sentence, why positions of these rules cannot be had, or nil.
func (r Rules) Check() error {
	switch {
	case !r.Size().Valid():
		return fmt.Errorf("a board of %dx%d points is not supported: each side goes from 1 to %d", r.Cols, r.Rows, board.MaxSide)
	case r.K < 3 || r.K > MaxK:
		return fmt.Errorf("%d in a row is not supported: k goes from 3 to %d", r.K, MaxK)
	case r.P < 1 || r.P > 2:
		return fmt.Errorf("%d stones a turn are not supported: 1 or 2 are", r.P)
	case r.Q < 1 || r.Q > r.P:
		return fmt.Errorf("%d stones in the first turn are not supported: 1 to %d are", r.Q, r.P)
	}
	return nil
}

// Size returns the extent of the board.
func (r Rules) Size() board.Size { return board.Size{Cols: r.Cols, Rows: r.Rows} }

// Windows returns how many windows the board has: 924 for Connect6.
func (r Rules) Windows() int {
	h, v := max(0, r.Cols-r.K+1), max(0, r.Rows-r.K+1)
	return h*r.Rows + v*r.Cols + 2*h*v
}

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
