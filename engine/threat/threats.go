package threat

import (
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

// maxThreatCells bounds the points considered for a threat turn and
// maxThreatTurns the turns kept in one position: the best by rank. maxGaps is how
// many windows one stone can make hot: k in each direction.
const (
	maxThreatCells = 160
	maxThreatTurns = 192
	maxGaps        = connect.Row * connect.Directions
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
	row    uint8 // the place in rows, plus one, of the line of all gaps; manyRows if they are of several
	rank   int16 // what a stone of the attacker here says for a turn
	answer int16 // what a stone of the defender here says for the turn that it answers
	common gap   // with need 1: what answers it alone, twice the same if one point does
	n      int8
	pairs  [4]gap // the first n, with need 2: what answers it
	gaps   [maxGaps]gap
}

// threatRow is a line of the position with windows that two turns fill.
type threatRow struct {
	dir, number uint8
	active      uint32 // its cells where one stone threatens
	line        *threatLine
	zero, step  connect.Cell
}

// cell is the cell of a bit of the line.
func (r *threatRow) cell(bit uint8) connect.Cell { return r.zero + connect.Cell(bit)*r.step }

// generator lists threat turns. It works in memory of its own, one for all
// levels of a solver.
type generator struct {
	pos                *connect.Position
	me                 board.Color
	mine, theirs       *connect.Lines
	list               *threatList
	final              bool // only a turn that cannot be answered is looked for
	won                connect.Move
	cells              [maxThreatCells]threatCell
	ncells             int
	nactive            int                  // the first cells are those where one stone threatens
	filled             bool                 // all empty points of the rows are among the cells
	index              [connect.Cells]uint8 // of a cell in cells, plus one
	lines              []threatLine         // by their stones; as many as a power of two
	asked              uint32               // a number for each position
	rows               [connect.Directions * 64]threatRow
	nrows              int
	rowOf              [connect.Directions][64]uint8 // of a line in rows, plus one
	thinBoth, firmBoth int32                         // windows through both stones of a turn that lacked two stones, and one
	worths             [2]*connect.Worth
	gaps               [2*maxGaps + connect.Row]gap
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
	l.n, l.cut = 0, false
	if g.worths[0] == nil {
		g.worths = threatWorths()
	}
	if pos.Due() < 2 {
		return g.won, false
	}
	pos.Answer(g.me, &g.defence)
	if g.defence.Need > 2 {
		return g.won, false
	}
	if g.asked++; g.asked == 0 {
		g.asked = 1 // 0 is that of lines never asked for
	}
	if !g.survey() && g.defence.Need == 0 {
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
	g.forget()
	return g.won, g.won != connect.NoMove
}

// any considers all pairs that can threaten twice: two points of one window with
// two stones too few, two points that each make a window hot, and a point that
// threatens twice by itself with any other.
func (g *generator) any() {
	for i := range g.nrows {
		g.inside(&g.rows[i])
		if g.won != connect.NoMove {
			return
		}
	}
	for i := range g.cells[:g.nactive] {
		a := &g.cells[i]
		for j := range g.cells[:i] {
			g.consider(a, &g.cells[j])
			if g.won != connect.NoMove {
				return
			}
		}
		if a.need < 2 {
			continue
		}
		g.fill()
		for j := range g.ncells {
			if b := &g.cells[j]; b.need == 0 {
				g.consider(a, b)
			}
		}
	}
}

// inside considers the pairs of points of a line's windows that two stones make
// hot, unless [generator.any] comes upon them anyhow.
func (g *generator) inside(r *threatRow) {
	if g.final && r.active == 0 {
		return // what two quiet stones do takes two points to answer
	}
	l := r.line
	for i := range l.pairs[:l.npairs] {
		p := &l.pairs[i]
		if r.active>>p.lo&1 == 0 && r.active>>p.hi&1 == 0 {
			if p.need > 0 && !g.final {
				g.quiet(r, p)
			}
		} else if a, b := g.cell(r.cell(p.lo)), g.cell(r.cell(p.hi)); a != nil && b != nil && a.need < 2 && b.need < 2 && a.need+b.need == 1 {
			g.along(a, b, g.rowOf[r.dir&3][r.number&63], l, r.zero, r.step, int(p.lo), int(p.hi))
		}
		if g.won != connect.NoMove {
			return
		}
	}
}

// quiet adds the turn on two points neither of which threatens anything alone.
func (g *generator) quiet(r *threatRow, p *linePair) {
	a, b := g.cell(r.cell(p.lo)), g.cell(r.cell(p.hi))
	if a == nil || b == nil {
		return
	}
	g.lay(a, b, p, r.zero, r.step)
}

// lay adds the turn on two points, which is p on its line.
func (g *generator) lay(a, b *threatCell, p *linePair, zero, step connect.Cell) {
	var pairs [4]gap
	for i, q := range p.answers[:p.n&7] {
		pairs[i&3] = gap{zero + connect.Cell(q[0])*step, zero + connect.Cell(q[1])*step}
	}
	g.thinBoth, g.firmBoth = int32(p.thin), int32(p.firm)
	g.settle(a, b, int(p.need), int(p.n), &pairs)
}

// shut is what keeps windows of a line from the attacker.
func (g *generator) shut(d, line int) uint32 { return g.theirs[d][line] | g.pos.Walls()[d][line] }

// block considers the points that meet the opponent's threats alone, each with
// any other.
func (g *generator) block() {
	d := &g.defence
	g.fill()
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
	if d >= 0 && distance < connect.Row {
		line, lo := connect.LineBit(d, a.at)
		step := connect.Step[d&3]
		row, l := g.rowOf[d&3][line&63], (*threatLine)(nil)
		if row > 0 {
			l = g.rows[row-1].line
		} else {
			l = g.line(g.mine[d&3][line&63], g.shut(d&3, line&63))
		}
		g.along(a, b, row, l, a.at-connect.Cell(lo)*step, step, lo, lo+distance)
		return
	}
	switch {
	case a.need == 1 && (b.need == 0 || b.need == 1 && (a.common.has(b.common[0]) || a.common.has(b.common[1]))) || a.need == 0 && b.need < 2:
		return // one point is enough
	case g.final && a.need+b.need < 3:
		return
	}
	g.thinBoth, g.firmBoth = 0, 0
	switch {
	case b.need == 0:
		g.settle(a, b, int(a.need), int(a.n), &a.pairs)
	case a.need == 0:
		g.settle(a, b, int(b.need), int(b.n), &b.pairs)
	default:
		g.judge(a, b, g.single(a, b))
	}
}

// along is consider for two points of a line that windows hold together: its
// lo-th cell, which is a, and its hi-th. zero and step say where its cells lie,
// row is its place in rows, plus one.
func (g *generator) along(a, b *threatCell, row uint8, l *threatLine, zero, step connect.Cell, lo, hi int) {
	if row > 0 && (a.row == row || a.row == 0) && (b.row == row || b.row == 0) {
		if p := g.together(l, uint8(lo), uint8(hi)); p.need > 0 {
			g.lay(a, b, p, zero, step)
		}
		return
	}
	var gaps []gap
	gaps, g.thinBoth, g.firmBoth = l.through(g.single(a, b), lo, hi, zero, step)
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
	g.settle(a, b, g.answers.need, g.answers.n, &g.answers.pairs)
}

// settle adds the turn on two points that need points answer, with need 2 the
// first n of pairs.
func (g *generator) settle(a, b *threatCell, need, n int, pairs *[4]gap) {
	m := connect.Pair(connect.PointOf(a.at), connect.PointOf(b.at))
	switch {
	case need == 3:
		g.won = m
	case need == 2 && !g.final:
		if r := g.rank(a, b, n); !g.list.refuse(r) {
			g.list.insert(m, pairs, n, r+g.cede(pairs[:n]))
		}
	}
}
