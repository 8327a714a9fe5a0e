package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// sights are the shortlisted points of a position as the learned order sees
// them.
type sights [maxPaired]sighted

// sighted is an empty point with what it sees, what it is worth alone and, of that, along
// each line.
type sighted struct {
	point board.Point
	sight eval.Sight
	line  [connect.Directions]int32
	score int32
}

// look works out what an empty point is worth alone.
func (t *tree) look(s *sighted, p board.Point, me board.Color) {
	s.point, s.sight = p, eval.Look(t.pos, me, connect.CellOf(p))
	s.score = t.places[p]
	for d := range connect.Directions {
		s.line[d] = t.options.Order.Line(&s.sight, d, 0)
		s.score += s.line[d]
	}
}

// reorder scores the shortlist by the learned order. The order of the points in
// it stays as it was.
func (t *tree) reorder(c *cells, me board.Color) {
	for i := range c.n {
		s := &t.sights[i]
		t.look(s, c.point[i], me)
		c.score[i] = s.score
	}
}

// bonus is what two points are worth together beyond what each is worth alone.
func (t *tree) bonus(a, b *sighted) int32 {
	if b.point < a.point {
		a, b = b, a
	}
	d, distance := connect.Shared(a.point, b.point)
	if d < 0 || distance >= connect.Row {
		return 0
	}
	return t.together(a, b, d, distance)
}

// together is bonus for points of one line of direction d, a so many steps
// below b.
func (t *tree) together(a, b *sighted, d, distance int) int32 {
	o := t.options.Order
	return o.Line(&a.sight, d, 1<<5<<distance) - a.line[d] + o.Line(&b.sight, d, 1<<5>>distance) - b.line[d]
}

// worth is what any turn is worth by the learned order.
func (t *tree) worth(m connect.Move, me board.Color) int32 {
	var a, b sighted
	t.look(&a, m.A, me)
	if m.B == board.Nowhere {
		return a.score
	}
	t.look(&b, m.B, me)
	return a.score + b.score + t.bonus(&a, &b)
}
