package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
)

// Moved says that a stone of the game left one point and stands on another: it
// slid, or somebody moved it.
type Moved struct {
	From, To board.Point
	Color    board.Color
}

// Marks implements [Verdict].
func (v Moved) Marks() []Mark {
	return []Mark{
		{Point: v.From, Kind: MarkMissing, Color: v.Color},
		{Point: v.To, Kind: MarkExtra, Color: v.Color},
	}
}

// overlap is how long before a stone is missed on one point it may be seen on
// another: the points of a sliding stone overlap, and settle one after the
// other.
const overlap = 150 * time.Millisecond

// pair finds the stones that moved: each point whose stone is away is paired
// with the nearest fresh stone that may be the same and came when the other
// went or soon after; of two as near, with the one that came at the closer time.
// It returns the pairs and the points left over.
func (r *Referee) pair(away, fresh []board.Point) (moved []Moved, restAway, restFresh []board.Point) {
	for _, from := range away {
		c := r.game.At(from)
		best, near, close := -1, 0, time.Duration(0)
		for i, to := range fresh {
			after := r.since[to].Sub(r.since[from])
			if !r.obs[to].may(c) || after < -overlap || after > r.set.Slide {
				continue
			}
			d := distance(from, to)
			if best < 0 || d < near || d == near && after.Abs() < close {
				best, near, close = i, d, after.Abs()
			}
		}
		if best < 0 {
			restAway = append(restAway, from)
			continue
		}
		moved = append(moved, Moved{From: from, To: fresh[best], Color: c})
		fresh = slices.Delete(fresh, best, best+1)
	}
	return moved, restAway, fresh
}

// distance is the number of a king's steps between two points.
func distance(a, b board.Point) int {
	return max(abs(a.X()-b.X()), abs(a.Y()-b.Y()))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
