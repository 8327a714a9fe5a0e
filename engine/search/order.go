package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// sights is what the shortlisted points of a position see and what a stone on
// each is worth along each line, by the learned order.
type sights struct {
	sight [candidateCells]eval.Sight
	line  [candidateCells][connect.Directions]int32
}

// reorder scores the shortlist by the learned order. The order of the points in
// it stays as it was.
func (t *tree) reorder(c *cells, me board.Color) {
	o, s := t.options.Order, &t.sights
	for i := range c.n {
		see := &s.sight[i]
		*see = eval.Look(t.pos, me, connect.CellOf(c.point[i]))
		score := t.places[c.point[i]]
		for d := range connect.Directions {
			v := o.Line(see, d, 0)
			s.line[i][d] = v
			score += v
		}
		c.score[i] = score
	}
}

// pairBonus is what the i-th and the j-th point of the shortlist are worth
// together beyond what each is worth alone.
func (t *tree) pairBonus(c *cells, i, j int) int32 {
	a, b := c.point[i], c.point[j]
	if b < a {
		i, j, a, b = j, i, b, a
	}
	d, distance := connect.Shared(a, b)
	if d < 0 || distance >= connect.MaxK {
		return 0
	}
	o, s := t.options.Order, &t.sights
	return o.Line(&s.sight[i], d, 1<<5<<distance) - s.line[i][d] +
		o.Line(&s.sight[j], d, 1<<5>>distance) - s.line[j][d]
}

// worth is what any turn is worth by the learned order.
func (t *tree) worth(m connect.Move, me board.Color) int32 {
	o := t.options.Order
	shared, distance := -1, 0
	if m.B != board.Nowhere {
		if shared, distance = connect.Shared(m.A, m.B); distance >= connect.MaxK {
			shared = -1
		}
	}
	also := uint32(1) << 5 << distance
	sum := int32(0)
	for _, p := range [2]board.Point{m.A, m.B} {
		if p == board.Nowhere {
			break
		}
		see := eval.Look(t.pos, me, connect.CellOf(p))
		sum += t.places[p]
		for d := range connect.Directions {
			if d == shared {
				sum += o.Line(&see, d, also)
			} else {
				sum += o.Line(&see, d, 0)
			}
		}
		also = 1 << 5 >> distance
	}
	return sum
}
