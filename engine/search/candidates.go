package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// candidateCells is how many points are paired with each other in one position:
// the best by their own score. 40 points make 780 pairs.
const candidateCells = 40

// candidate is a turn and what the candidate scorer thinks of it.
type candidate struct {
	move  connect.Move
	score int32
}

// list keeps the best candidates of a position, best first. Ties keep the order
// of insertion, which depends on the board alone, so that every machine searches
// the same tree.
type list struct {
	items []candidate // all the room there is
	n     int
}

// lists makes room in n lists for width candidates each, unless they have it.
func lists(n, width int, each func(i int) *list) {
	if cap(each(0).items) >= width {
		return
	}
	all := make([]candidate, n*width)
	for i := range n {
		each(i).items = all[i*width : (i+1)*width : (i+1)*width]
	}
}

func (l *list) insert(c candidate, width int) {
	if l.n == width {
		if c.score <= l.items[width-1].score {
			return
		}
		l.n--
	}
	i := l.n
	for ; i > 0 && l.items[i-1].score < c.score; i-- {
		l.items[i] = l.items[i-1]
	}
	l.items[i] = c
	l.n++
}

// cells is the shortlist of single points that turns are made of.
type cells struct {
	point [candidateCells]board.Point
	score [candidateCells]int32
	n     int
}

func (c *cells) insert(p board.Point, score int32, limit int) {
	if c.n == limit {
		if score <= c.score[c.n-1] {
			return
		}
		c.n--
	}
	i := c.n
	for ; i > 0 && c.score[i-1] < score; i-- {
		c.point[i], c.score[i] = c.point[i-1], c.score[i-1]
	}
	c.point[i], c.score[i] = p, score
	c.n++
}

// expand fills l with the width best turns of the side to move. Where the
// opponent threatens to win, only turns that meet every threat are looked at:
// with one point to take, that point with any other; with two, the exact pairs.
// It reports false when no turn meets them.
func (h *hybrid) expand(l *list, width int) bool {
	pos := h.pos
	me := pos.ToMove()
	l.n = 0
	var def connect.Defence
	pos.Answer(me, &def)
	due := pos.Due()
	if def.Need > due {
		return false
	}
	h.base = pos.Value(me)
	for _, q := range def.Pairs[:def.NPair] {
		if due == 2 {
			h.consider(l, connect.PointOf(q[0]), connect.PointOf(q[1]), width)
		}
	}
	if def.Need == 2 {
		return true
	}
	if due == 1 && def.Need == 1 {
		for _, s := range def.Singles[:def.NSingle] {
			h.consider(l, connect.PointOf(s), board.Nowhere, width)
		}
		return true
	}
	h.shortlist(me)
	c := &h.cells
	switch {
	case due == 1:
		for i := range c.n {
			l.insert(candidate{move: connect.Move{A: c.point[i], B: board.Nowhere}, score: h.base + c.score[i]}, width)
		}
	case def.Need == 1:
		for k, s := range def.Singles[:def.NSingle] {
			a := connect.PointOf(s)
			for _, b := range c.point[:c.n] {
				// A pair of two sufficient points is looked at once.
				if b != a && (k == 0 || connect.CellOf(b) != def.Singles[0]) {
					h.consider(l, a, b, width)
				}
			}
		}
	default:
		for i := range c.n {
			for j := range i {
				h.considerCells(l, i, j, width)
			}
		}
	}
	return true
}

// shortlist chooses the points to pair: those within the rectangle that the
// stones can reach, by what each brings alone.
func (h *hybrid) shortlist(me board.Color) {
	pos := h.pos
	h.cells.n = 0
	x0, y0, x1, y1 := pos.Reach()
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			p := board.At(x, y)
			if pos.At(p) != board.Empty {
				continue
			}
			h.cells.insert(p, h.single(me, p), candidateCells)
		}
	}
}

// single is what the candidate scorer gives a single stone.
func (h *hybrid) single(me board.Color, p board.Point) int32 {
	if h.options.Mix.shapeCandidates() {
		return h.options.Shapes.Turn(h.pos, me, connect.Move{A: p, B: board.Nowhere}).Total()
	}
	return h.pos.Gain(me, connect.CellOf(p)) + h.places[p]
}

// considerCells scores the pair of two shortlisted points.
func (h *hybrid) considerCells(l *list, i, j, width int) {
	c := &h.cells
	if h.options.Mix.shapeCandidates() {
		h.consider(l, c.point[i], c.point[j], width)
		return
	}
	m := connect.Pair(c.point[i], c.point[j])
	l.insert(candidate{move: m, score: h.base + c.score[i] + c.score[j] + h.pos.PairGain(h.pos.ToMove(), m.A, m.B)}, width)
}

// consider scores any turn of the side to move and puts it into the list.
func (h *hybrid) consider(l *list, a, b board.Point, width int) {
	pos, me := h.pos, h.pos.ToMove()
	m := connect.Pair(a, b)
	if h.options.Mix.shapeCandidates() {
		pos.PlayMove(m)
		score := h.options.Shapes.Turn(pos, me, m).Total()
		pos.TakeMove(m)
		l.insert(candidate{move: m, score: score}, width)
		return
	}
	score := h.base + h.single(me, m.A)
	if m.B != board.Nowhere {
		score += h.single(me, m.B) + pos.PairGain(me, m.A, m.B)
	}
	l.insert(candidate{move: m, score: score}, width)
}
