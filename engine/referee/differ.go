package referee

import (
	"cmp"
	"slices"

	"stonehand/engine/board"
)

// difference is how the board differs from the record. All lists are in order
// of arrival, the earliest first.
type difference struct {
	missing  []Mark        // stones on record that are not there
	replaced []Mark        // stones on record in whose place one of the other colour stands
	moved    []Moved       // stones on record that are not there, but stand elsewhere
	fresh    []board.Point // stones not on record, without those that moved
	spent    []board.Point // stones not on record that were put down for a menu
	captured []Mark        // captured stones that still lie there
	turn     []board.Point // of fresh: the turn that captures early
	early    []board.Point // stones on record that turn captures, lifted before it counts
	slid     []board.Point // a turn that captures a stone that is away, or that stone, pushed
}

// none reports whether there is no difference.
func (d *difference) none() bool {
	return !d.disturbed() && len(d.fresh)+len(d.spent)+len(d.captured)+len(d.early) == 0
}

// disturbed reports whether stones on record are not where they belong.
func (d *difference) disturbed() bool {
	return len(d.missing)+len(d.replaced)+len(d.moved) > 0
}

// differ sets the board against the record.
func (r *Referee) differ() *difference {
	d := &difference{}
	var away []board.Point
	for p := range r.game.Size().Points {
		switch r.cells[p].status {
		case right:
		case gone:
			away = append(away, p)
		case otherColor:
			d.replaced = append(d.replaced, Mark{Point: p, Kind: MarkWrong, Color: r.game.At(p)})
		default:
			if r.captives.has(p) {
				d.captured = append(d.captured, Mark{Point: p, Kind: MarkCaptured, Color: r.captives[p].color})
				continue
			}
			d.fresh = append(d.fresh, p)
		}
	}
	r.byArrival(away)
	r.byArrival(d.fresh)
	turn, early, slid := r.capturing(away, d.fresh)
	if slid {
		d.slid = turn
	} else {
		d.turn, d.early = turn, early
	}
	away, d.fresh = without(away, d.early), without(d.fresh, d.turn)
	d.moved, away, d.fresh = r.pair(away, d.fresh)
	d.fresh = slices.Concat(d.turn, d.fresh)
	r.spendStrays(d.fresh)
	d.spent, d.fresh = split(d.fresh, r.menu.spentOn)
	for _, p := range away {
		d.missing = append(d.missing, Mark{Point: p, Kind: MarkMissing, Color: r.game.At(p)})
	}
	return d
}

// byArrival sorts points by the time since which they show what they show, and
// points of the same time as they lie on the board.
func (r *Referee) byArrival(points []board.Point) {
	slices.SortStableFunc(points, func(a, b board.Point) int {
		return cmp.Or(r.cells[a].since.Compare(r.cells[b].since), cmp.Compare(a, b))
	})
}

// split divides points into those of which something is so and the others, keeping their
// order.
func split(points []board.Point, is func(board.Point) bool) (of, others []board.Point) {
	for _, p := range points {
		if is(p) {
			of = append(of, p)
		} else {
			others = append(others, p)
		}
	}
	return of, others
}

// without returns the points of a that are not in b, in their order; a where b is empty.
func without(a, b []board.Point) []board.Point {
	if len(b) == 0 {
		return a
	}
	return slices.DeleteFunc(slices.Clone(a), func(p board.Point) bool { return slices.Contains(b, p) })
}
