package threat

import (
	"math/bits"

	"stonehand/engine/board"
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

// The order in which threat turns are tried, and what they cost, is that of a
// conditional logit model of which turns win, fitted to 1,400 positions of human
// games in each of which the turns of the solver's list were tried to their end.
// Logarithms of odds are in eighths of a bit.
//
// A window is open to a colour if it holds none of the other's stones; what it
// lacks are the stones to fill it.
const (
	lack5, lack4, lack3 = 4, 7, -8 // an open window of the attacker through his stone
	deny4, deny3        = 1, 6     // of the defender
	lose5, lose4        = -2, -4   // an open window of the attacker through an answer
	give4, give3        = -1, -42  // of the defender: his answer threatens in its turn
	thinPair, firmPair  = -16, 19  // a window through both stones that lacked 4, and 3
	apartness           = -5       // for each step between the stones, at most farthest
	farthest            = 8
)

// answerCount is what the number of answers says.
var answerCount = [5]int32{0, -11, -1, 23, -9}

// threatWorths are the worths of windows to a turn of Black and White: what a
// stone of the attacker says in the upper half, what an answer says in the lower
// half.
func threatWorths() (w [2]*connect.Worth) {
	for side := range w {
		w[side] = connect.NewWorth(func(black, white int) int64 {
			mine, theirs := black, white
			if side == 1 {
				mine, theirs = white, black
			}
			stone, answer := int64(0), int64(0)
			if theirs == 0 && mine > 0 {
				switch connect.Row - mine {
				case 5:
					stone, answer = lack5, lose5
				case 4:
					stone, answer = lack4, lose4
				case 3:
					stone = lack3
				}
			}
			if mine == 0 && theirs > 0 {
				switch connect.Row - theirs {
				case 4:
					stone, answer = deny4, give4
				case 3:
					stone, answer = deny3, give3
				}
			}
			return stone<<32 + answer
		})
	}
	return w
}

// rank is what speaks for a turn that n pairs answer, but for the answers.
func (g *generator) rank(a, b *threatCell, n int) int32 {
	g.look(a)
	g.look(b)
	pa, pb := connect.PointOf(a.at), connect.PointOf(b.at)
	dx, dy := pa.X()-pb.X(), pa.Y()-pb.Y()
	return int32(a.rank) + int32(b.rank) + answerCount[n] + thinPair*g.thinBoth + firmPair*g.firmBoth +
		apartness*int32(min(max(dx, -dx, dy, -dy), farthest))
}

// cede is what the answers to a turn say for it: nothing good.
func (g *generator) cede(pairs []gap) (r int32) {
	for i, q := range pairs {
		for j, c := range q {
			if fresh(pairs[:i], c) && (j == 0 || c != q[0]) {
				if t := g.cell(c); t != nil {
					g.look(t)
					r += int32(t.answer)
				}
			}
		}
	}
	return r
}

// fresh reports whether a cell is in none of the pairs.
func fresh(pairs []gap, c connect.Cell) bool {
	for _, p := range pairs {
		if p.has(c) {
			return false
		}
	}
	return true
}

// look fills in what a cell's windows say.
func (g *generator) look(t *threatCell) {
	if t.ranked {
		return
	}
	sum := g.pos.Around(t.at, g.worths[(g.me-board.Black)&1])
	answer := int32(sum)
	t.ranked, t.answer, t.rank = true, int16(answer), int16((sum-int64(answer))>>32)
}

// sort puts the answer first that takes most from the attacker and gives the
// defender most. The turn has been played.
func (t *threatTurn) sort(pos *connect.Position) {
	if t.n < 2 {
		return
	}
	me := pos.ToMove()
	var worth [4]int32
	for i, q := range t.pairs[:t.n] {
		for _, c := range q {
			worth[i] += pos.Gain(me, c) + pos.Gain(me.Other(), c)
		}
		for j := i; j > 0 && worth[j-1] < worth[j]; j-- {
			worth[j], worth[j-1] = worth[j-1], worth[j]
			t.pairs[j], t.pairs[j-1] = t.pairs[j-1], t.pairs[j]
		}
	}
}
