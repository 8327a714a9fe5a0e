package search

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// A turn of the attacker is worth trying when it leaves the defender at least
// two points to occupy. Which pairs of stones do that, and what the defender can
// answer, is worked out without playing them.
//
// A stone in a window that lacks one stone to be hot makes it hot; two stones in
// a window that lacks two do. What a hot window asks of the defender is one of
// the points that it leaves empty, of which there are at most two, here called
// its gap. The answers to a turn are the pairs of points that meet every gap.

// maxThreatCells bounds the points considered for a threat turn, maxThin the
// windows that lack two stones, and maxThreatTurns the turns kept in one
// position: the best by roads. maxGaps is how many windows one stone can make
// hot: k in each direction.
const (
	maxThreatCells = 160
	maxThin        = 256
	maxThreatTurns = 192
	maxGaps        = connect.MaxK * connect.Directions
)

// gap is what a hot window leaves empty; a gap of one point holds it twice.
type gap [2]connect.Cell

func (g gap) has(c connect.Cell) bool { return g[0] == c || g[1] == c }

// move is the gap as a turn.
func (g gap) move() connect.Move { return connect.Pair(connect.PointOf(g[0]), connect.PointOf(g[1])) }

// answers are the pairs of points that meet every gap of a turn.
type answers struct {
	// need is the least number of points that do: 0 to 2, or 3 for more than
	// two.
	need  int
	n     int
	pairs [4]gap // with need 2
}

// meet works out the answers to gaps, all that it needs to know if fewer than
// two points are enough being that.
func (a *answers) meet(gaps []gap) {
	a.need, a.n = 0, 0
	if len(gaps) == 0 {
		return
	}
	first := gaps[0]
	for i, x := range first {
		if i == 1 && x == first[0] {
			break
		}
		open := openGap(gaps, x, x)
		if open < 0 {
			a.need = 1
			return
		}
		second := gaps[open]
		for j, y := range second {
			if j == 1 && y == second[0] || openGap(gaps[open:], x, y) >= 0 {
				continue
			}
			a.add(gap{x, y})
		}
	}
	if a.need = 3; a.n > 0 {
		a.need = 2
	}
}

// openGap returns the index of the first gap that neither x nor y meets, -1 if
// they meet all.
func openGap(gaps []gap, x, y connect.Cell) int {
	for i, g := range gaps {
		if !g.has(x) && !g.has(y) {
			return i
		}
	}
	return -1
}

// add adds a pair that is not there yet in the other order.
func (a *answers) add(p gap) {
	for _, have := range a.pairs[:a.n] {
		if have == (gap{p[1], p[0]}) {
			return
		}
	}
	a.pairs[a.n] = p
	a.n++
}

// threatCell is a point and what one stone there would threaten.
type threatCell struct {
	at     connect.Cell
	need   int8 // points that answer the stone: 0 for no threat, 1, 2, or 3 for more
	ngaps  int8
	ranked bool
	rank   int16 // what a stone of the attacker here says for a turn
	answer int16 // what a stone of the defender here says for the turn that it answers
	common gap   // with need 1: what answers it alone, twice the same if one point does
	gaps   [maxGaps]gap
}

// thinWindow is a window that two stones make hot, and its empty cells.
type thinWindow struct {
	dir   int
	start connect.Cell
	n     int
	free  [connect.MaxK]connect.Cell
}

// threatTurn is a turn of the attacker and what answers it.
type threatTurn struct {
	move  connect.Move
	pairs [4]gap
	n     int8
}

// threatList is the memory of one level of the solver: the turns to try, the
// most promising first by order.
type threatList struct {
	turns [maxThreatTurns]threatTurn
	order [maxThreatTurns]rankedTurn
	n     int
	key   board.Key // of the position whose turns these are, all of them; 0 for none
}

// rankedTurn says where in a list a turn of a rank is.
type rankedTurn struct {
	rank int32
	at   uint8
}

func (l *threatList) turn(i int) *threatTurn { return &l.turns[l.order[i].at] }

// find returns the place of a turn in the list, -1 if it is not there.
func (l *threatList) find(m connect.Move) int {
	for i := range l.n {
		if l.turn(i).move == m {
			return i
		}
	}
	return -1
}

// insert keeps a turn if it is among the best.
func (l *threatList) insert(m connect.Move, a *answers, rank int32) {
	at := l.n
	if l.n == maxThreatTurns {
		last := l.order[l.n-1]
		if rank <= last.rank {
			return
		}
		at = int(last.at)
		l.n--
	}
	i := l.n
	for ; i > 0 && l.order[i-1].rank < rank; i-- {
		l.order[i] = l.order[i-1]
	}
	l.order[i] = rankedTurn{rank, uint8(at)}
	l.turns[at] = threatTurn{m, a.pairs, int8(a.n)}
	l.n++
}

// generator lists threat turns. It works in memory of its own, one for all
// levels of a solver.
type generator struct {
	pos                *connect.Position
	me                 board.Color
	list               *threatList
	final              bool // only a turn that cannot be answered is looked for
	won                connect.Move
	cells              [maxThreatCells]threatCell
	ncells             int
	index              [connect.Cells]uint8  // of a cell in cells, plus one
	active             [maxThreatCells]uint8 // of cells, those where one stone threatens
	nactive            int
	thin               [maxThin]thinWindow
	nthin              int
	thinBoth, firmBoth int32 // windows through both stones of a turn that lacked two stones, and one
	worths             [2]*connect.Worth
	gaps               [2*maxGaps + connect.MaxK]gap
	answers            answers
	defence            connect.Defence
}

// generate lists the turns of the side to move that leave the opponent two or
// more points to answer and that meet his own threats, the most promising
// first. A turn that leaves him three or more is an end to the search: it is
// returned, and the list is of no use then. final says that only such a turn is
// of interest.
func (g *generator) generate(pos *connect.Position, l *threatList, final bool) (win connect.Move, found bool) {
	g.pos, g.me, g.list, g.final, g.won = pos, pos.ToMove(), l, final, connect.NoMove
	l.n = 0
	if g.worths[0] == nil {
		g.worths = threatWorths(pos.Rules())
	}
	if pos.Due() < 2 {
		return g.won, false
	}
	pos.Answer(g.me, &g.defence)
	if g.defence.Need > 2 {
		return g.won, false
	}
	g.gather()
	switch g.defence.Need {
	case 0:
		g.any()
	case 1:
		g.block()
		fallthrough
	case 2:
		for _, q := range g.defence.Pairs[:g.defence.NPair] {
			g.try(q[0], q[1])
		}
	}
	for i := range g.ncells {
		g.index[g.cells[i].at&(connect.Cells-1)] = 0
	}
	return g.won, g.won != connect.NoMove
}

// any considers all pairs that can threaten twice: two points of one window with
// two stones too few, two points that each make a window hot, and a point that
// threatens twice by itself with any other.
func (g *generator) any() {
	for i := range g.nthin {
		g.inside(&g.thin[i])
		if g.won != connect.NoMove {
			return
		}
	}
	for i, at := range g.active[:g.nactive] {
		a := &g.cells[at]
		for _, at := range g.active[:i] {
			g.consider(a, &g.cells[at])
			if g.won != connect.NoMove {
				return
			}
		}
		if a.need < 2 {
			continue
		}
		for j := range g.ncells {
			if b := &g.cells[j]; b.need == 0 {
				g.consider(a, b)
			}
		}
	}
}

// inside considers the pairs of points of a window that two stones make hot,
// unless a lower window has them as well or [generator.any] comes upon them
// anyhow.
func (g *generator) inside(w *thinWindow) {
	step := connect.Step[w.dir&3]
	k := connect.Cell(g.pos.Rules().K)
	two := int(k) - 2*g.pos.Rules().P
	for i, hi := range w.free[:w.n] {
		b := g.cell(hi)
		for j, lo := range w.free[:i] {
			a := g.cell(lo)
			if a == nil || b == nil || a.need > 0 && b.need > 0 || a.need > 1 || b.need > 1 {
				continue
			}
			if a.need == 0 && b.need == 0 && (g.final || j < i-1) {
				continue // two points are enough; a point between them is
			}
			below := false
			for s := hi - (k-1)*step; s != w.start && !below; s += step {
				n, alive := g.pos.Alive(g.me, w.dir, s)
				below = alive && n == two
			}
			if !below {
				g.consider(a, b)
			}
			if g.won != connect.NoMove {
				return
			}
		}
	}
}

// block considers the points that meet the opponent's threats alone, each with
// any other.
func (g *generator) block() {
	d := &g.defence
	for k, s := range d.Singles[:d.NSingle] {
		a := g.cell(s)
		if a == nil {
			continue
		}
		for i := range g.ncells {
			b := &g.cells[i]
			if a == b || k == 1 && b.at == d.Singles[0] {
				continue
			}
			g.consider(a, b)
			if g.won != connect.NoMove {
				return
			}
		}
	}
}

// try considers a pair of any points.
func (g *generator) try(x, y connect.Cell) {
	a, b := g.cell(x), g.cell(y)
	if a != nil && b != nil && g.won == connect.NoMove {
		g.consider(a, b)
	}
}

// consider adds the turn on two points, if it threatens twice.
func (g *generator) consider(a, b *threatCell) {
	if b.at < a.at {
		a, b = b, a
	}
	pa, pb := connect.PointOf(a.at), connect.PointOf(b.at)
	d, distance := connect.Shared(pa, pb)
	apart := d < 0 || distance >= g.pos.Rules().K
	switch {
	case apart && (a.need == 1 && (b.need == 0 || b.need == 1 && (a.common.has(b.common[0]) || a.common.has(b.common[1]))) || a.need == 0 && b.need < 2):
		return // one point is enough
	case apart && g.final && a.need+b.need < 3:
		return
	}
	gaps := g.gaps[:0]
	g.thinBoth, g.firmBoth = 0, 0
	for _, x := range a.gaps[:a.ngaps] {
		if !x.has(b.at) {
			gaps = append(gaps, x)
		}
	}
	for _, x := range b.gaps[:b.ngaps] {
		if !x.has(a.at) {
			gaps = append(gaps, x)
		}
	}
	if !apart {
		gaps = g.both(gaps, d, distance, a.at)
	}
	if len(gaps) < 2 {
		return
	}
	g.answers.meet(gaps)
	switch {
	case g.answers.need == 3:
		g.won = connect.Pair(pa, pb)
	case g.answers.need == 2 && !g.final:
		g.list.insert(connect.Pair(pa, pb), &g.answers, g.rank(a, b))
	}
}

// both adds the gaps of the windows of direction d through both cells, of which
// a is the lower one, distance steps below b.
func (g *generator) both(gaps []gap, d, distance int, a connect.Cell) []gap {
	pos := g.pos
	r := pos.Rules()
	k := r.K
	mine := pos.Lines(g.me).Span(d, a) | 1<<5 | 1<<(5+distance)
	shut := pos.Lines(g.me.Other()).Span(d, a) | pos.Walls().Span(d, a)
	step := connect.Step[d&3]
	low := a - 5*step
	window := uint32(1<<k-1) << (5 + distance - (k - 1))
	for range k - distance {
		if shut&window == 0 {
			if free := window &^ mine; bits.OnesCount32(free) <= r.P && free != 0 {
				x, y := bits.TrailingZeros32(free), bits.Len32(free)-1
				if x == y {
					g.firmBoth++
				} else {
					g.thinBoth++
				}
				gaps = append(gaps, gap{low + connect.Cell(x)*step, low + connect.Cell(y)*step})
			}
		}
		window <<= 1
	}
	return gaps
}

// gather collects the empty points of the windows that two turns fill, and what
// a stone on each would threaten.
func (g *generator) gather() {
	pos := g.pos
	g.ncells, g.nthin = 0, 0
	most := 2 * pos.Rules().P
	pos.EachWarm(g.me, func(d int, start connect.Cell, open uint32) {
		var free [connect.MaxK]connect.Cell
		n := 0
		for ; open != 0; open &= open - 1 {
			free[n] = start + connect.Cell(bits.TrailingZeros32(open))*connect.Step[d&3]
			n++
		}
		if n == most {
			for _, c := range free[:n] {
				g.cell(c)
			}
			if g.nthin < maxThin {
				g.thin[g.nthin] = thinWindow{d, start, n, free}
				g.nthin++
			}
			return
		}
		for i, c := range free[:n] {
			t := g.cell(c)
			if t == nil || t.ngaps == maxGaps {
				continue
			}
			rest := gap{free[0], free[n-1]}
			switch i {
			case 0:
				rest[0] = free[1]
			case n - 1:
				rest[1] = free[n-2]
			}
			t.gaps[t.ngaps] = rest
			t.ngaps++
		}
	})
	g.nactive = 0
	for i := range g.ncells {
		if t := &g.cells[i]; t.ngaps > 0 {
			g.weigh(t)
			g.active[g.nactive] = uint8(i)
			g.nactive++
		}
	}
}

// weigh works out how many points answer one stone on a cell.
func (g *generator) weigh(t *threatCell) {
	gaps := t.gaps[:t.ngaps]
	g.answers.meet(gaps)
	t.need = int8(g.answers.need)
	if t.need > 1 {
		return
	}
	t.common = gaps[0]
	if openGap(gaps, t.common[0], t.common[0]) >= 0 {
		t.common[0] = t.common[1]
	} else if openGap(gaps, t.common[1], t.common[1]) >= 0 {
		t.common[1] = t.common[0]
	}
}

// cell returns a point's place in the list, a new one if it has none; nil if
// the list is full.
func (g *generator) cell(c connect.Cell) *threatCell {
	if i := g.index[c&(connect.Cells-1)]; i > 0 {
		return &g.cells[i-1]
	}
	if g.ncells == maxThreatCells {
		return nil
	}
	t := &g.cells[g.ncells]
	t.at, t.need, t.ngaps, t.ranked = c, 0, 0, false
	g.ncells++
	g.index[c&(connect.Cells-1)] = uint8(g.ncells)
	return t
}
