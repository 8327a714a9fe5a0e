package opening

import (
	"fmt"

	"stonehand/engine/board"
)

// Reason is why an opening does not allow a stone, or two.
type Reason uint8

// The reasons.
const (
	Centre    Reason = iota + 1 // the first stone belongs in the middle
	Adjacent                    // the second belongs on one of the eight points around the first
	Central5                    // the third belongs on one of the 25 points in the middle
	Symmetric                   // a symmetry of the position exchanges the two fifth stones
)

// PointError refuses stones that the opening does not allow.
type PointError struct {
	Point  board.Point
	Reason Reason
	Size   board.Size
}

// Error implements error.
func (e *PointError) Error() string {
	why := ""
	switch e.Reason {
	case Centre:
		why = fmt.Sprintf("the first stone of the opening belongs in the middle, on %s", e.Size.Center())
	case Adjacent:
		why = fmt.Sprintf("the second stone of the opening belongs next to the first, on one of the eight points around %s", e.Size.Center())
	case Central5:
		why = fmt.Sprintf("the third stone of the opening belongs within two points of the middle, %s", e.Size.Center())
	case Symmetric:
		why = "it is the mirror image of the other fifth stone, and so no choice"
	}
	return fmt.Sprintf("%s is not allowed: %s", e.Point, why)
}

// reaches are how far from the middle the first three stones may lie.
var reaches = [AfterThree]struct {
	least, most int
	reason      Reason
}{{0, 0, Centre}, {1, 1, Adjacent}, {0, 2, Central5}}

// Check says why the opening does not allow the turn of that number, counted from
// 0, on these empty points; nil if it does. at returns what stands on a point
// before the turn.
func (k Kind) Check(size board.Size, turn int, points []board.Point, at func(board.Point) board.Color) *PointError {
	if !k.Canonical() {
		return nil
	}
	if turn < AfterThree {
		r := reaches[turn]
		for _, p := range points {
			if d := far(size, p); d < r.least || d > r.most {
				return &PointError{p, r.reason, size}
			}
		}
	}
	if k == RIF && turn == fifthTurn && len(points) == 2 && Exchanged(size, points[0], points[1], at) {
		return &PointError{points[1], Symmetric, size}
	}
	return nil
}

// Allowed lists the empty points on which the turn of that number, counted from 0,
// may be played, in reading order; nil where the opening allows all of them.
func (k Kind) Allowed(size board.Size, turn int, at func(board.Point) board.Color) []board.Point {
	if !k.Canonical() || turn >= AfterThree {
		return nil
	}
	var list []board.Point
	for i := range size.Count() {
		p := size.Point(i)
		if at(p) == board.Empty && k.Check(size, turn, []board.Point{p}, at) == nil {
			list = append(list, p)
		}
	}
	return list
}

// Exchanged reports whether a symmetry of the board leaves the position as it is
// and exchanges two of its empty points: to play on one is then the same as to
// play on the other.
func Exchanged(size board.Size, a, b board.Point, at func(board.Point) board.Color) bool {
	for s := 1; s < size.Symmetries(); s++ {
		if size.Turn(a, s) == b && same(size, s, at) {
			return true
		}
	}
	return false
}

// same reports whether the position looks the same after a symmetry.
func same(size board.Size, s int, at func(board.Point) board.Color) bool {
	for i := range size.Count() {
		if p := size.Point(i); at(p) != at(size.Turn(p, s)) {
			return false
		}
	}
	return true
}
