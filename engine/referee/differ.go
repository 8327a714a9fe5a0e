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
}

// none reports whether there is no difference.
func (d *difference) none() bool { return !d.disturbed() && len(d.fresh)+len(d.spent) == 0 }

// disturbed reports whether stones on record are not where they belong.
func (d *difference) disturbed() bool {
	return len(d.missing)+len(d.replaced)+len(d.moved) > 0
}

// differ sets the board against the record.
func (r *Referee) differ() *difference {
	d := &difference{}
	size := r.game.Size()
	var away []board.Point
	for i := range size.Count() {
		p := size.Point(i)
		switch r.cells[p].status {
		case right:
		case gone:
			away = append(away, p)
		case otherColor:
			d.replaced = append(d.replaced, Mark{Point: p, Kind: MarkWrong, Color: r.game.At(p)})
		default:
			d.fresh = append(d.fresh, p)
		}
	}
	r.byArrival(away)
	r.byArrival(d.fresh)
	d.moved, away, d.fresh = r.pair(away, d.fresh)
	if len(r.menu.spent) > 0 {
		d.fresh = slices.DeleteFunc(d.fresh, func(p board.Point) bool {
			_, spent := r.menu.spent[p]
			if spent {
				d.spent = append(d.spent, p)
			}
			return spent
		})
	}
	for _, p := range away {
		d.missing = append(d.missing, Mark{Point: p, Kind: MarkMissing, Color: r.game.At(p)})
	}
	return d
}

// byArrival sorts points by the time since which they show what they show, and
// points of the same time as they lie on the board.
func (r *Referee) byArrival(points []board.Point) {
	slices.SortStableFunc(points, func(a, b board.Point) int {
		if c := r.cells[a].since.Compare(r.cells[b].since); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
}
