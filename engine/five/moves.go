package five

import (
	"cmp"
	"math/bits"
	"slices"

	"stonehand/engine/board"
)

// generate lists what c may try at a ply: all points near stones; or, where the
// opponent threatens a straight four, those that have to do with that, and fours.
func (e *Engine) generate(c board.Color, ply int, first board.Point) int {
	p, o := e.Position, c.Other()
	list, n := &e.plies[ply].moves, 0
	if p.Has(o, Wins) > 0 && p.Has(c, Wins) == 0 {
		if forced := p.only(o, Wins); ply > 0 || p.Allowed(forced, c) {
			list[0] = ranked{forced, 0}
			return 1
		}
	}
	points := p.close
	if p.count == 0 {
		points = p.free
	}
	if p.Has(o, Wins) == 0 && p.straight(o) != board.Nowhere {
		points, e.plies[ply].stops = p.answers(o)
	}
	points.meet(&p.free)
	killers := &e.plies[ply].killers
	me, them := side(c), side(o)
	counter := board.Nowhere
	if p.count > 0 && e.options.uses(Counters) {
		counter = e.counters[me][e.moves[p.count-1]]
	}
	for i, w := range points {
		for ; w != 0; w &= w - 1 {
			at := board.Point(i<<6 + bits.TrailingZeros64(w))
			q := p.cell(at)
			score := int32(tableBonus)
			if at != first {
				score = int32(p.weights[me].points[q.numbers[me]].own) + int32(p.weights[them].points[q.numbers[them]].taken) + e.refutation(me, at, counter, killers)
			}
			list[n] = ranked{at, score}
			n++
		}
	}
	if ply > 0 {
		return n
	}
	order(list[:n])
	kept := 0
	for _, r := range list[:n] {
		if p.Allowed(r.at, c) {
			list[kept] = r
			kept++
		}
	}
	if n = kept; n == 0 {
		n = e.anything(c)
	}
	return n
}

// tableBonus brings the move of the table to the front.
const tableBonus = 1 << 30

// anything lists, at the root, all points where c may play: where nothing helps,
// something has to be played all the same.
func (e *Engine) anything(c board.Color) int {
	p, list, n := e.Position, &e.plies[0].moves, 0
	for i := range p.size.Count() {
		if at := p.size.Point(i); p.At(at) == board.Empty && p.Allowed(at, c) {
			list[n] = ranked{at, int32(p.book.shaped[p.code(at, c)])}
			n++
		}
	}
	order(list[:n])
	return n
}

// Promising returns the n-th point, from 0 on, in the order in which a search would
// try them for c; Nowhere if there are fewer.
func (e *Engine) Promising(c board.Color, n int) board.Point {
	if m := e.generate(c, 0, board.Nowhere); n >= m {
		return board.Nowhere
	}
	return e.plies[0].moves[n].at
}

// pick brings the best of the moves from i on to place i and returns its point. Of
// equal ones it is the first in the list.
func pick(list []ranked, i int) board.Point {
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].score > list[best].score {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	return list[i].at
}

// order sorts moves, the highest score first; of equal ones the first in reading
// order.
func order(list []ranked) {
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
}
