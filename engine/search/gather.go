package search

import (
	"math/bits"

	"stonehand/engine/connect"
)

// gather collects the empty points of the windows that two turns fill, and what
// a stone on each would threaten.
func (g *generator) gather() {
	g.ncells, g.nthin = 0, 0
	for l, row := range g.pos.WarmRows(g.me) {
		d, line := l.Direction, l.Number
		stones := g.mine[d&3][line&63] | g.theirs[d&3][line&63]
		zero := l.Zero()
		for ; row != 0; row &= row - 1 {
			bit := bits.TrailingZeros32(row)
			g.warm(d, line, bit, ^stones>>bit&(1<<g.k-1), zero)
		}
	}
	g.nactive = 0
	for i := range g.ncells {
		if t := &g.cells[i]; t.ngaps > 0 {
			g.weigh(t)
			g.active[g.nactive] = uint8(i)
			g.nactive++
		}
	}
}

// warm takes in a window: where its lowest cell lies, which of its cells are
// empty, the lowest first, and the cell of bit 0 of its line.
func (g *generator) warm(d, line, bit int, open uint32, zero connect.Cell) {
	step := connect.Step[d&3]
	if bits.OnesCount32(open) == 2*g.p {
		if g.nthin == maxThin {
			return
		}
		w := &g.thin[g.nthin]
		g.nthin++
		w.dir, w.line, w.bit, w.n = uint8(d), uint8(line), uint8(bit), 0
		for ; open != 0; open &= open - 1 {
			at := bit + bits.TrailingZeros32(open)
			w.free[w.n], w.cell[w.n] = uint8(at), g.place(zero+connect.Cell(at)*step)
			w.n++
		}
		return
	}
	for rest := open; rest != 0; rest &= rest - 1 {
		t := g.cell(zero + connect.Cell(bit+bits.TrailingZeros32(rest))*step)
		if t == nil || t.ngaps == maxGaps {
			continue
		}
		left := open &^ (rest & -rest)
		if left == 0 {
			continue
		}
		x, y := bit+bits.TrailingZeros32(left), bit+bits.Len32(left)-1
		t.gaps[t.ngaps] = gap{zero + connect.Cell(x)*step, zero + connect.Cell(y)*step}
		t.ngaps++
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

// cell returns what is kept of a point, from now on if it is new; nil if there
// is no room.
func (g *generator) cell(c connect.Cell) *threatCell {
	if i := g.place(c); i > 0 {
		return &g.cells[i-1]
	}
	return nil
}

// place is where a point is kept in the list, plus one, from now on if it is
// new; 0 if there is no room.
func (g *generator) place(c connect.Cell) uint8 {
	i := g.index[c&(connect.Cells-1)]
	if i == 0 && g.ncells < maxThreatCells {
		t := &g.cells[g.ncells]
		t.at, t.need, t.ngaps, t.ranked = c, 0, 0, false
		g.ncells++
		i = uint8(g.ncells)
		g.index[c&(connect.Cells-1)] = i
	}
	return i
}
