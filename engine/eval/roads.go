// Package eval judges Connect6 positions in the two ways of the seed document
// CN 105817029 A ("A hybrid search method based on roads and shapes in Connect6
// systems"): by roads, which are quick and serve to choose candidates, and by
// shapes, which are exact and serve to judge leaves.
//
// Every number the document gives is a named parameter here.
package eval

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Roads are the parameters of the road evaluation, eq. 1:
//
//	Total = sum_k mine[k]*Score[k] - sum_k theirs[k]*Score[k] + position(move)
//
// where mine[k] counts the windows that hold k stones of mine and none of
// theirs.
type Roads struct {
	// Score is the worth of a road with 0 to 6 stones.
	Score [connect.Row + 1]int32
	// Center is the position value of the board's centre; each ring outwards is
	// worth one less, never below zero.
	Center int32
}

// DefaultRoads are the document's values (paragraphs 35 and 36).
var DefaultRoads = Roads{
	Score:  [connect.Row + 1]int32{0, 30, 90, 200, 800, 1000, 1000000},
	Center: 10,
}

// Values returns the road scores in the form that positions keep them.
func (r Roads) Values() connect.Values { return connect.Values{Road: r.Score} }

// Places returns the position value of every point of a board.
func (r Roads) Places(size board.Size) (v [board.Cells]int32) {
	for i := range size.Count() {
		p := size.Point(i)
		// Twice the distance from the centre, so that even sides work out.
		dx, dy := 2*p.X()-size.Cols+1, 2*p.Y()-size.Rows+1
		ring := int32(max(dx, -dx, dy, -dy) / 2)
		v[p] = max(0, r.Center-ring)
	}
	return v
}
