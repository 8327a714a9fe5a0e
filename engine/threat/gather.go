package threat

import (
	"math/bits"

	"stonehand/engine/connect"
)

// survey collects the lines with windows that two turns fill and reports whether
// they threaten anything: if neither a stone nor two of one line do, no turn
// does.
func (g *generator) survey() (any bool) {
	g.nrows = 0
	for l := range g.pos.WarmRows(g.me) {
		d, line := l.Direction&3, l.Number&63
		row := &g.rows[g.nrows]
		row.dir, row.number, row.active = uint8(d), uint8(line), 0
		row.line = g.line(g.mine[d][line], g.shut(d, line))
		row.zero, row.step = l.Zero(), connect.Step[d]
		g.nrows++
		any = any || row.line.ngaps > 0 || row.line.quiet && !g.final
	}
	return any
}

// gather collects the points of the surveyed windows where one stone threatens,
// and what.
func (g *generator) gather() {
	g.ncells, g.filled = 0, false
	for i := range g.rows[:g.nrows] {
		row := &g.rows[i]
		g.rowOf[row.dir&3][row.number&63] = uint8(i + 1)
		for _, x := range row.line.gaps[:row.line.ngaps] {
			if t := g.cell(row.cell(x.at)); t != nil && t.ngaps < maxGaps {
				t.gaps[t.ngaps] = gap{row.cell(x.x), row.cell(x.y)}
				t.ngaps++
				if t.row == 0 {
					t.row = uint8(i + 1)
				} else if t.row != uint8(i+1) {
					t.row = manyRows
				}
			}
		}
	}
	g.nactive = g.ncells
	for i := range g.cells[:g.nactive] {
		t := &g.cells[i]
		g.weigh(t)
		g.mark(t.at)
	}
}

// manyRows is no place of a row.
const manyRows = 255

// fill collects the other empty points of the surveyed windows.
func (g *generator) fill() {
	if g.filled {
		return
	}
	g.filled = true
	for i := range g.rows[:g.nrows] {
		row := &g.rows[i]
		for free := row.line.free; free != 0; free &= free - 1 {
			g.place(row.cell(uint8(bits.TrailingZeros32(free))))
		}
	}
}

// mark notes in the lines through a cell that one stone on it threatens.
func (g *generator) mark(c connect.Cell) {
	for d := range connect.Directions {
		line, bit := connect.LineBit(d, c)
		if i := g.rowOf[d&3][line&63]; i > 0 {
			g.rows[i-1].active |= 1 << bit
		}
	}
}

// forget makes ready for another position.
func (g *generator) forget() {
	for i := range g.ncells {
		g.index[g.cells[i].at&(connect.Cells-1)] = 0
	}
	for i := range g.nrows {
		r := &g.rows[i]
		g.rowOf[r.dir&3][r.number&63] = 0
	}
}

// weigh works out how many points answer one stone on a cell.
func (g *generator) weigh(t *threatCell) {
	gaps := t.gaps[:t.ngaps]
	g.answers.meet(gaps)
	t.need = int8(g.answers.need)
	t.n, t.pairs = int8(g.answers.n), g.answers.pairs
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

// cell returns what is kept of a point, from now on if it is new; nil if there
// is no room.
func (g *generator) cell(c connect.Cell) *threatCell {
	if i := g.place(c); i > 0 {
		return &g.cells[i-1]
	}
	return nil
}

// place is where a point is kept in the list, plus one, from now on if it is
// new; 0 if there is no room, and then turns are missing in the list of turns.
func (g *generator) place(c connect.Cell) uint8 {
	i := g.index[c&(connect.Cells-1)]
	if i == 0 && g.ncells == maxThreatCells {
		g.list.cut = true
		return 0
	}
	if i == 0 {
		t := &g.cells[g.ncells]
		t.at, t.need, t.ngaps, t.ranked, t.row = c, 0, 0, false, 0
		g.ncells++
		i = uint8(g.ncells)
		g.index[c&(connect.Cells-1)] = i
	}
	return i
}
