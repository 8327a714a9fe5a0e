package connect

import (
	"math/bits"

	"stonehand/engine/board"
)

// A stone put down and a stone lifted are the same update with another table;
// with k = 6 lifting it takes from the past what putting it down worked out.
// For each direction the k windows through the cell lie side by side, so that
// one addition to a word counts the stone in all of them. A window's change of
// gain applies to each of its k cells, so the change of a cell is the sum over
// the windows that hold it: a sum that slides along the line, one addition and
// one subtraction a step, over 2k-1 cells.

func (p *Position) put(c Cell, color board.Color, l *placed) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = color
	p.stamp(c, color)
	p.count++
	one := oneBlack << (side * 3)
	if p.rules.K != MaxK {
		p.update(c, &p.tables.place[side], one)
		return
	}
	l.sum = p.sum
	p.put6(c, &p.tables.place[side], one, &l.enter)
	p.fill6(&l.enter, one)
}

// lift undoes put, with what that left in l.
func (p *Position) lift(c Cell, color board.Color, l *placed) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = board.Empty
	p.stamp(c, color)
	p.count--
	one := oneBlack << (side * 3)
	if p.rules.K != MaxK {
		p.update(c, &p.tables.take[side], -one)
		return
	}
	p.sum = l.sum
	p.take6(c, &p.tables.place[side], one, &l.enter)
	p.fill6(&l.enter, -one)
}

// stamp flips the stone in the lines and in the key.
func (p *Position) stamp(c Cell, color board.Color) {
	p.lines[(color-1)&1].flip(c)
	p.key ^= board.StoneKey(color, PointOf(c))
}

// update adds one to the content of every window through c and does what the
// table says of each.
func (p *Position) update(c Cell, table *changes, one int) {
	k := p.rules.K
	for d, step := range Step {
		at := c - Cell(k-1)*step
		line, bit := LineBit(d, at)
		windows := p.window[d][windowAt(d, at):][:k]
		var change [MaxK]uint64
		run, enter := uint64(0), uint64(0)
		for i, s := range windows {
			windows[i] = s + uint8(one)
			s &= states - 1
			change[i] = table[s].gain
			p.sum += table[s].rest
			enter |= table[s].sets << i
			run += change[i]
			p.gain[at&(Cells-1)] += run
			at += step
		}
		for i := range k - 1 {
			run -= change[i]
			p.gain[at&(Cells-1)] += run
			at += step
		}
		p.flip(d, line, bit, enter)
		p.fill(enter, one)
	}
}

// flip moves windows of a line, of which bit is the first, into or out of the
// sets as their changes say together. It has no branch that a game takes, which
// no processor could foresee.
func (p *Position) flip(d, line, bit int, enter uint64) {
	bit &= 31
	p.warm[d&3][line&63] ^= enter & lanes << bit
	p.hot[d&3][line&63] ^= enter >> hot & lanes << bit
}

// fill counts windows that a stone has filled or, if one is negative, emptied.
func (p *Position) fill(enter uint64, one int) {
	for side := range p.nfull {
		n := int16(bits.OnesCount64(enter >> full & lanes >> (side * whites) & (1<<setBits - 1)))
		if one < 0 {
			n = -n
		}
		p.nfull[side] += n
	}
}

// fill6 is fill for all directions; hardly a stone fills a window.
func (p *Position) fill6(enter *[Directions]uint64, one int) {
	if (enter[0]|enter[1]|enter[2]|enter[3])&(lanes<<full) == 0 {
		return
	}
	for _, e := range enter {
		p.fill(e, one)
	}
}
