package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// replies are the turns of each side that last refuted a turn with a stone on a point, whatever
// else stood on the board: they often refute others with that stone (J. Uiterwijk, "The
// Countermove Heuristic", 1992).
type replies [2][board.Cells]connect.Move

func (r *replies) forget() {
	for side := range r {
		for at := range r[side] {
			r[side][at] = connect.NoMove
		}
	}
}

// add remembers that m of the side me refuted the turn before it.
func (r *replies) add(last, m connect.Move, me board.Color) {
	for _, at := range [2]board.Point{last.A, last.B} {
		if at != board.Nowhere {
			r[me-board.Black][at] = m
		}
	}
}

// to are the replies of the side me to the stones of the turn before.
func (r *replies) to(last connect.Move, me board.Color) [2]connect.Move {
	found := noKillers
	for k, at := range [2]board.Point{last.A, last.B} {
		if at != board.Nowhere {
			found[k] = r[me-board.Black][at]
		}
	}
	return found
}
