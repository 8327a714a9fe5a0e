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

// thinWindow is a window that two stones make hot: where its lowest cell lies,
// and its empty cells.
type thinWindow struct {
	dir, line, bit uint8
	n              uint8
	free           [connect.MaxK]uint8 // bits of the line
	cell           [connect.MaxK]uint8 // places in the generator's cells, plus one; 0 for none
}

// generator lists threat turns. It works in memory of its own, one for all
// levels of a solver.
type generator struct {
	pos                *connect.Position
	k, p               int // of the rules
	me                 board.Color
	mine, theirs       *connect.Lines
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
	g.mine, g.theirs = pos.Lines(g.me), pos.Lines(g.me.Other())
	r := pos.Rules()
	g.k, g.p = r.K, r.P
	l.n = 0
	if g.worths[0] == nil {
		g.worths = threatWorths(r)
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
	d, line := int(w.dir&3), int(w.line&63)
	mine, shut := g.mine[d][line], g.shut(d, line)
	two := g.k - 2*g.p
	for i := 1; i < int(w.n); i++ {
		if w.cell[i] == 0 {
			continue
		}
		b, hi := &g.cells[w.cell[i]-1], int(w.free[i])
		if b.need > 1 {
			continue
		}
		for j := range i {
			if w.cell[j] == 0 {
				continue
			}
			a, lo := &g.cells[w.cell[j]-1], int(w.free[j])
			if a.need > 0 && b.need > 0 || a.need > 1 {
				continue
			}
			if a.need == 0 && b.need == 0 && (g.final || j < i-1) {
				continue // two points are enough; a point between them is
			}
			below := false
			for s := hi - (g.k - 1); s < int(w.bit) && !below; s++ {
				window := uint32(1<<g.k-1) << s
				below = shut&window == 0 && bits.OnesCount32(mine&window) == two
			}
			if !below {
				g.along(a, b, d, line, lo, hi)
			}
			if g.won != connect.NoMove {
				return
			}
		}
	}
}

// shut is what keeps windows of a line from the attacker.
func (g *generator) shut(d, line int) uint32 { return g.theirs[d][line] | g.pos.Walls()[d][line] }

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
	d, distance := connect.Shared(connect.PointOf(a.at), connect.PointOf(b.at))
	if d >= 0 && distance < g.k {
		line, lo := connect.LineBit(d, a.at)
		g.along(a, b, d, line, lo, lo+distance)
		return
	}
	switch {
	case a.need == 1 && (b.need == 0 || b.need == 1 && (a.common.has(b.common[0]) || a.common.has(b.common[1]))) || a.need == 0 && b.need < 2:
		return // one point is enough
	case g.final && a.need+b.need < 3:
		return
	}
	g.thinBoth, g.firmBoth = 0, 0
	g.judge(a, b, g.single(a, b))
}

// along is consider for two points that windows hold together: the lo-th cell of
// line of direction d, which is the lower one, and the hi-th.
func (g *generator) along(a, b *threatCell, d, line, lo, hi int) {
	gaps := g.single(a, b)
	g.thinBoth, g.firmBoth = 0, 0
	mine, shut := g.mine[d&3][line&63]|1<<lo|1<<hi, g.shut(d&3, line&63)
	step := connect.Step[d&3]
	zero := a.at - connect.Cell(lo)*step
	for s := hi - (g.k - 1); s <= lo; s++ {
		window := uint32(1<<g.k-1) << s
		if shut&window != 0 {
			continue
		}
		free := window &^ mine
		if bits.OnesCount32(free) > g.p || free == 0 {
			continue
		}
		x, y := bits.TrailingZeros32(free), bits.Len32(free)-1
		if x == y {
			g.firmBoth++
		} else {
			g.thinBoth++
		}
		gaps = append(gaps, gap{zero + connect.Cell(x)*step, zero + connect.Cell(y)*step})
	}
	g.judge(a, b, gaps)
}

// single are the gaps that either of two stones makes without the other.
func (g *generator) single(a, b *threatCell) []gap {
	gaps := g.gaps[:0]
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
	return gaps
}

// judge adds the turn on two points if it takes two points to answer its gaps.
func (g *generator) judge(a, b *threatCell, gaps []gap) {
	if len(gaps) < 2 {
		return
	}
	g.answers.meet(gaps)
	switch {
	case g.answers.need == 3:
		g.won = connect.Pair(connect.PointOf(a.at), connect.PointOf(b.at))
	case g.answers.need == 2 && !g.final:
		g.list.insert(connect.Pair(connect.PointOf(a.at), connect.PointOf(b.at)), &g.answers, g.rank(a, b))
	}
}
