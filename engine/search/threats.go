package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// A turn of the attacker is worth trying when it leaves the defender at least
// two points to occupy. Which pairs of stones do that is worked out without
// playing them: a stone makes windows hot along four lines; the points that
// meet all of a line's hot windows at once are few; two lines take two answers
// when they have no such point in common. Only stones that stand in one window
// have to be looked at together.

// maxThreatCells bounds the points considered for a threat turn, and
// maxThreatTurns the turns kept in one position: the best by roads.
const (
	maxThreatCells = 128
	maxThreatTurns = 192
)

// answers is what a set of hot windows asks of the defender: hot windows, and
// the points that meet every one of them, of which there are never more than
// two since a hot window has two empty points.
type answers struct {
	hot    int8
	n      int8
	common [2]connect.Cell
}

// twice reports whether one point is not enough.
func (a *answers) twice() bool { return a.hot > 0 && a.n == 0 }

// window adds a hot window with the given empty points.
func (a *answers) window(free [2]connect.Cell, n int) {
	if a.hot == 0 {
		a.common, a.n = free, int8(n)
		a.hot = 1
		return
	}
	a.hot++
	kept := int8(0)
	for _, c := range a.common[:a.n] {
		for _, f := range free[:n] {
			if c == f {
				a.common[kept] = c
				kept++
			}
		}
	}
	a.n = kept
}

// merge adds another set of hot windows.
func (a *answers) merge(b *answers) {
	if b.hot == 0 {
		return
	}
	if b.n == 0 {
		a.hot += b.hot
		a.n = 0
		return
	}
	hot := b.hot - 1
	a.window(b.common, int(b.n))
	a.hot += hot
}

// threatCell is a point and what one stone there would threaten.
type threatCell struct {
	at   connect.Cell
	gain int32
	line [connect.Directions]answers
	all  answers
}

// threatTurn is a turn of the attacker and its rank.
type threatTurn struct {
	move  connect.Move
	order int32
}

// threatList is the memory of one level of the solver.
type threatList struct {
	cells   [maxThreatCells]threatCell
	ncells  int
	index   [connect.Cells]uint8 // of a cell in cells, plus one
	pairs   [maxThreatCells * maxThreatCells / 64]uint64
	turns   [maxThreatTurns]threatTurn
	n       int
	defence connect.Defence
	reply   connect.Defence
}

// generate lists the turns of the side to move that leave the opponent two or
// more points to answer and that meet his own threats, the most promising
// first. It reports false when there is none.
func (l *threatList) generate(pos *connect.Position) bool {
	me := pos.ToMove()
	l.n, l.ncells = 0, 0
	if pos.Due() < 2 {
		return false
	}
	pos.Answer(me, &l.defence)
	if l.defence.Need > 2 {
		return false
	}
	if l.defence.Need == 2 {
		// No choice but the pairs that answer.
		for _, q := range l.defence.Pairs[:l.defence.NPair] {
			l.consider(pos, q[0], q[1])
		}
		return l.n > 0
	}
	l.gather(pos, me)
	l.pairAll(pos, me)
	return l.n > 0
}

// pairAll considers the pairs that can threaten twice: two points of one window
// with two stones, two points that each make a window hot, and a point that
// threatens twice by itself with any other.
func (l *threatList) pairAll(pos *connect.Position, me board.Color) {
	clear(l.pairs[:])
	k, p := pos.Rules().K, pos.Rules().P
	pos.EachWarm(me, func(d int, start connect.Cell, stones int) {
		if stones != k-2*p {
			return
		}
		var free [connect.MaxK]connect.Cell
		n := pos.EmptyCells(d, start, &free)
		for i, a := range free[:n] {
			for _, b := range free[:i] {
				l.pair(pos, me, int(l.index[a&(connect.Cells-1)])-1, int(l.index[b&(connect.Cells-1)])-1)
			}
		}
	})
	for i := range l.ncells {
		a := &l.cells[i]
		if a.all.hot == 0 {
			continue
		}
		twice := a.all.twice()
		for j := range l.ncells {
			if j != i && (twice || l.cells[j].all.hot > 0) {
				l.pair(pos, me, i, j)
			}
		}
	}
	for i := range l.ncells {
		l.index[l.cells[i].at&(connect.Cells-1)] = 0
	}
}

// pair adds the turn on two of the cells, if it threatens twice and meets the
// opponent's threats. A pair is looked at once; a negative index is no cell.
func (l *threatList) pair(pos *connect.Position, me board.Color, i, j int) {
	if i < 0 || j < 0 {
		return
	}
	if i < j {
		i, j = j, i
	}
	at := i*maxThreatCells + j
	if l.pairs[at/64]&(1<<(at&63)) != 0 {
		return
	}
	l.pairs[at/64] |= 1 << (at & 63)
	a, b := &l.cells[i], &l.cells[j]
	if !threatens(pos, me, a, b) {
		return
	}
	m := connect.Pair(connect.PointOf(a.at), connect.PointOf(b.at))
	if l.defence.Need > 0 && !pos.Meets(me, m) {
		return
	}
	l.insert(m, a.gain+b.gain+pos.PairGain(me, m.A, m.B))
}

// consider adds a pair that answers the opponent's threats if it threatens
// twice as well.
func (l *threatList) consider(pos *connect.Position, a, b connect.Cell) {
	me := pos.ToMove()
	m := connect.Pair(connect.PointOf(a), connect.PointOf(b))
	pos.PlayMove(m)
	pos.Answer(pos.ToMove(), &l.reply)
	pos.TakeMove(m)
	if l.reply.Need >= 2 {
		l.insert(m, pos.Gain(me, a)+pos.Gain(me, b))
	}
}

func (l *threatList) insert(m connect.Move, order int32) {
	if l.n == maxThreatTurns {
		if order <= l.turns[l.n-1].order {
			return
		}
		l.n--
	}
	i := l.n
	for ; i > 0 && l.turns[i-1].order < order; i-- {
		l.turns[i] = l.turns[i-1]
	}
	l.turns[i] = threatTurn{m, order}
	l.n++
}

// gather collects the empty points of the windows that two turns of colour me
// fill, and what a stone on each would threaten.
func (l *threatList) gather(pos *connect.Position, me board.Color) {
	one := pos.Rules().K - pos.Rules().P - 1
	pos.EachWarm(me, func(d int, start connect.Cell, stones int) {
		var free [connect.MaxK]connect.Cell
		n := pos.EmptyCells(d, start, &free)
		for _, c := range free[:n] {
			t := l.cell(pos, me, c)
			if t == nil || stones < one || t.line[d].hot > 0 {
				continue
			}
			t.line[d] = lineAnswers(pos, me, d, c, c)
		}
	})
	// The points that answer the opponent may lie outside those windows.
	for _, c := range l.defence.Singles[:l.defence.NSingle] {
		l.cell(pos, me, c)
	}
	for i := range l.ncells {
		t := &l.cells[i]
		for d := range t.line {
			t.all.merge(&t.line[d])
		}
	}
}

// cell returns a point's place in the list, a new one if it has none; nil if
// the list is full.
func (l *threatList) cell(pos *connect.Position, me board.Color, c connect.Cell) *threatCell {
	if i := l.index[c&(connect.Cells-1)]; i > 0 {
		return &l.cells[i-1]
	}
	if l.ncells == maxThreatCells {
		return nil
	}
	t := &l.cells[l.ncells]
	*t = threatCell{at: c, gain: pos.Gain(me, c)}
	l.ncells++
	l.index[c&(connect.Cells-1)] = uint8(l.ncells)
	return t
}

// lineAnswers is what stones of colour me on cells a and b, which may be the
// same, would threaten along direction d, in the windows through either.
func lineAnswers(pos *connect.Position, me board.Color, d int, a, b connect.Cell) (r answers) {
	pos.HotLine(me, d, min(a, b), max(a, b), func(free [2]connect.Cell, n int) { r.window(free, n) })
	return r
}

// threatens reports whether stones on both points leave the opponent at least
// two points to answer.
func threatens(pos *connect.Position, me board.Color, a, b *threatCell) bool {
	d, distance := connect.Shared(connect.PointOf(min(a.at, b.at)), connect.PointOf(max(a.at, b.at)))
	if d < 0 || distance >= pos.Rules().K {
		all := a.all
		all.merge(&b.all)
		return all.twice()
	}
	if a.all.hot == 0 && b.all.hot == 0 && pos.Rules().K == connect.MaxK {
		// All that can come about runs through both: a shape says it.
		low, other := min(a.at, b.at), pos.Lines(me.Other()).Span(d, min(a.at, b.at))
		mine := pos.Lines(me).Span(d, low) | 1<<(connect.MaxK-1+distance)
		shape := eval.Read(mine, other|pos.Walls().Span(d, low))
		return shape == eval.LiveFour || shape >= eval.LiveFive
	}
	all := lineAnswers(pos, me, d, a.at, b.at)
	for e := range connect.Directions {
		if e != d {
			all.merge(&a.line[e])
			all.merge(&b.line[e])
		}
	}
	return all.twice()
}
