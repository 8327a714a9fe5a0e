// Package lines keeps what stands on a board by its lines, of which a word each is what
// patterns are looked up by.
package lines

import "stonehand/engine/board"

// Line is what stands along a line of the board, two bits a point: empty, Black's, White's,
// or 3 beyond the edge. Its first point is at bit 2*Room, so that a view from there has room.
type Line uint64

// Room is how many points a view can look each way.
const Room = 5

// Beyond is a line of no points.
const Beyond = ^Line(0)

// Directions is how many ways lines go.
const Directions = 4

// Set are all lines of a board, by direction.
type Set [Directions][2*board.MaxSide - 1]Line

// Of returns the lines of an empty board.
func Of(size board.Size) (all Set) {
	for d := range all {
		for i := range all[d] {
			all[d][i] = Beyond
		}
		for i := range size.Count() {
			l, bit := Place(size.Point(i), d)
			all[d][l] &^= 3 << bit
		}
	}
	return all
}

// Put puts a stone on an empty point of all lines.
func (s *Set) Put(at board.Point, c board.Color) {
	for d := range s {
		l, bit := Place(at, d)
		s[d][l] |= Line(c) << bit
	}
}

// Take takes the stone off again.
func (s *Set) Take(at board.Point) {
	for d := range s {
		l, bit := Place(at, d)
		s[d][l] &^= 3 << bit
	}
}

// Place returns which of the lines of direction d a point lies on, and its bit there.
func Place(at board.Point, d int) (l, bit int) {
	x, y := at.X(), at.Y()
	switch d {
	case 0:
		return y, 2 * (x + Room)
	case 1:
		return x, 2 * (y + Room)
	case 2:
		return x - y + board.MaxSide - 1, 2 * (x + Room)
	}
	return x + y, 2 * (x + Room)
}

// stride is how far apart two points of a column are that follow each other.
const stride = board.Cells / board.MaxSide

// Steps are the directions as distances of points.
var Steps = [Directions]int{1, stride, stride + 1, 1 - stride}
