package influence

import "stonehand/engine/board"

// Force returns one of the four forces on a point of the board, exactly; they
// come in halves.
func (f *Forces) Force(p board.Point, d Direction) float64 { return float64(f.force[p][d]) / 2 }
