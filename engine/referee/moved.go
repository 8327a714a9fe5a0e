package referee

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
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

// pair finds the stones that moved: points whose stone is away are paired with
// fresh stones that may be the same and came when the other went or soon after,
// the nearest first; of those as near, the ones that went and came at the closest
// time. It returns the pairs and the points left over.
func (r *Referee) pair(away, fresh []board.Point) (moved []Moved, restAway, restFresh []board.Point) {
	type candidate struct {
		from, to board.Point
		near     int
		apart    time.Duration
	}
	var all []candidate
	for _, from := range away {
		for _, to := range fresh {
			after := r.cells[to].since.Sub(r.cells[from].since)
			if r.cells[to].sight.may(r.game.At(from)) && after >= -overlap && after <= r.set.Slide && !r.retakes(from, to) {
				all = append(all, candidate{from, to, from.Distance(to), after.Abs()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.near, b.near), cmp.Compare(a.apart, b.apart))
	})
	paired := map[board.Point]bool{}
	for _, c := range all {
		if !paired[c.from] && !paired[c.to] {
			paired[c.from], paired[c.to] = true, true
			moved = append(moved, Moved{From: c.from, To: c.to, Color: r.game.At(c.from)})
		}
	}
	is := func(p board.Point) bool { return paired[p] }
	_, restAway = split(away, is)
	_, restFresh = split(fresh, is)
	return moved, restAway, restFresh
}

// retakes reports whether a stone on one point would capture the one that is away from
// another, were it not for a ko: on a board that cannot tell colours it is then no stone
// that moved, unless it was pushed.
func (r *Referee) retakes(from, to board.Point) bool {
	w := r.game.Weiqi()
	if w == nil || r.cells[to].sight != Stone || r.pushed(r.cells[from].since, to) {
		return false
	}
	color, _ := r.game.Due()
	err := r.game.Check(game.Turn{Color: color, Points: []board.Point{to}})
	return (errors.Is(err, weiqi.ErrKo) || errors.Is(err, weiqi.ErrSuperko)) && slices.Contains(w.Board().Captures(color, to, nil), from)
}
