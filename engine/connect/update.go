package connect

import (
	"encoding/binary"
	"math/bits"

	"stonehand/engine/board"
)

// Through a cell go six windows of each direction, side by side, so that one
// addition to a word counts a stone in all of them. A window's change of gain
// applies to each of its six cells, so the change of a cell is the sum over the
// windows that hold it: a sum that slides along the line, one addition and one
// subtraction a step, over eleven cells. A stone is what the product's time goes
// into: with the steps from cell to cell as constants nothing remains to be worked
// out or checked. Lifting a stone takes from the past what putting it down worked
// out.

func (p *Position) put(c Cell, color board.Color, l *placed) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = color
	p.stamp(c, color)
	p.count++
	one := oneBlack << (side * 3)
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
	p.sum = l.sum
	p.take6(c, &p.tables.place[side], one, &l.enter)
	p.fill6(&l.enter, -one)
}

// stamp flips the stone in the lines and in the key.
func (p *Position) stamp(c Cell, color board.Color) {
	p.lines[(color-1)&1].flip(c)
	p.key ^= board.StoneKey(color, PointOf(c))
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

// sixOnes is a byte of 1 for each of the six windows of a word.
const sixOnes = 0x0101_0101_0101

// reach6 is more than how far up the cells of a line reach that windows share.
const reach6 = 10*(rowLen+1) + 1

// put6 counts a stone that comes and spreads what it changes. It writes to enter
// which sets the windows of each direction enter or leave.
func (p *Position) put6(c Cell, t *changes, one int, enter *[Directions]uint64) {
	x, y := int(c&(rowLen-1)), int(c/rowLen)
	sum := p.sum
	{
		g0, g1, g2, g3, g4, g5, rest, e := t.look(p.count6(Horizontal, y, x-5, one))
		p.across6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Horizontal, y, x-5, e)
		sum += rest
		enter[0] = e
	}
	{
		g0, g1, g2, g3, g4, g5, rest, e := t.look(p.count6(Vertical, x, y-5, one))
		p.up6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Vertical, x, y-5, e)
		sum += rest
		enter[1] = e
	}
	{
		g0, g1, g2, g3, g4, g5, rest, e := t.look(p.count6(Rising, y-x, x-5, one))
		p.rise6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Rising, y-x, x-5, e)
		sum += rest
		enter[2] = e
	}
	{
		g0, g1, g2, g3, g4, g5, rest, e := t.look(p.count6(Falling, y+x, y-5, one))
		p.fall6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Falling, y+x, y-5, e)
		sum += rest
		enter[3] = e
	}
	p.sum = sum
}

// take6 is put6 backwards: the stone goes, for which t is the table that it came
// by and enter what put6 wrote. The sum is the caller's to restore.
func (p *Position) take6(c Cell, t *changes, one int, enter *[Directions]uint64) {
	before := -uint64(one) * sixOnes
	x, y := int(c&(rowLen-1)), int(c/rowLen)
	{
		g0, g1, g2, g3, g4, g5 := t.back(p.count6(Horizontal, y, x-5, -one) + before)
		p.across6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Horizontal, y, x-5, enter[0])
	}
	{
		g0, g1, g2, g3, g4, g5 := t.back(p.count6(Vertical, x, y-5, -one) + before)
		p.up6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Vertical, x, y-5, enter[1])
	}
	{
		g0, g1, g2, g3, g4, g5 := t.back(p.count6(Rising, y-x, x-5, -one) + before)
		p.rise6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Rising, y-x, x-5, enter[2])
	}
	{
		g0, g1, g2, g3, g4, g5 := t.back(p.count6(Falling, y+x, y-5, -one) + before)
		p.fall6(c, g0, g1, g2, g3, g4, g5)
		p.flip(Falling, y+x, y-5, enter[3])
	}
}

// count6 adds one to six windows of a line, of which bit is the first, and
// returns what they held.
func (p *Position) count6(d, line, bit, one int) uint64 {
	at := (line*rowLen + bit) & (windowsLen - 1)
	windows := p.window[d][at : at+8]
	word := binary.LittleEndian.Uint64(windows)
	binary.LittleEndian.PutUint64(windows, word+uint64(one)*sixOnes)
	return word
}

// look returns what a stone does to six windows: to the gain of each one's
// cells, to the sum, and which sets they enter or leave.
func (t *changes) look(word uint64) (g0, g1, g2, g3, g4, g5 uint64, rest int64, enter uint64) {
	w0, w1, w2 := &t[word&(states-1)], &t[word>>8&(states-1)], &t[word>>16&(states-1)]
	w3, w4, w5 := &t[word>>24&(states-1)], &t[word>>32&(states-1)], &t[word>>40&(states-1)]
	rest = w0.rest + w1.rest + w2.rest + w3.rest + w4.rest + w5.rest
	enter = ((((w5.sets<<1|w4.sets)<<1|w3.sets)<<1|w2.sets)<<1|w1.sets)<<1 | w0.sets
	return w0.gain, w1.gain, w2.gain, w3.gain, w4.gain, w5.gain, rest, enter
}

// back is the gains of look with the other sign.
func (t *changes) back(word uint64) (g0, g1, g2, g3, g4, g5 uint64) {
	return -t[word&(states-1)].gain, -t[word>>8&(states-1)].gain, -t[word>>16&(states-1)].gain,
		-t[word>>24&(states-1)].gain, -t[word>>32&(states-1)].gain, -t[word>>40&(states-1)].gain
}

// across6 spreads the changes of six windows over the cells around c: cell i of
// the eleven lies in windows i-5 to i. It leaves c out, where the stone is: nobody
// asks what another one there would gain, and when it is lifted all is as before.
func (p *Position) across6(c Cell, g0, g1, g2, g3, g4, g5 uint64) {
	low := int(c-5) & (Cells - 1)
	cell := (*[10*1 + 1]uint64)(p.gain[low : low+10*1+1])
	run := g0
	cell[0] += run
	run += g1
	cell[1] += run
	run += g2
	cell[2] += run
	run += g3
	cell[3] += run
	run += g4
	cell[4] += run
	run += g5 - g0
	cell[6] += run
	run -= g1
	cell[7] += run
	run -= g2
	cell[8] += run
	run -= g3
	cell[9] += run
	cell[10] += g5
}

// up6 is across6 along a column.
func (p *Position) up6(c Cell, g0, g1, g2, g3, g4, g5 uint64) {
	low := int(c-5*rowLen) & (Cells - 1)
	cell := (*[10*rowLen + 1]uint64)(p.gain[low : low+10*rowLen+1])
	run := g0
	cell[0] += run
	run += g1
	cell[32] += run
	run += g2
	cell[64] += run
	run += g3
	cell[96] += run
	run += g4
	cell[128] += run
	run += g5 - g0
	cell[192] += run
	run -= g1
	cell[224] += run
	run -= g2
	cell[256] += run
	run -= g3
	cell[288] += run
	cell[320] += g5
}

// rise6 is across6 along a line up to the right.
func (p *Position) rise6(c Cell, g0, g1, g2, g3, g4, g5 uint64) {
	low := int(c-5*(rowLen+1)) & (Cells - 1)
	cell := (*[10*(rowLen+1) + 1]uint64)(p.gain[low : low+10*(rowLen+1)+1])
	run := g0
	cell[0] += run
	run += g1
	cell[33] += run
	run += g2
	cell[66] += run
	run += g3
	cell[99] += run
	run += g4
	cell[132] += run
	run += g5 - g0
	cell[198] += run
	run -= g1
	cell[231] += run
	run -= g2
	cell[264] += run
	run -= g3
	cell[297] += run
	cell[330] += g5
}

// fall6 is across6 along a line up to the left.
func (p *Position) fall6(c Cell, g0, g1, g2, g3, g4, g5 uint64) {
	low := int(c-5*(rowLen-1)) & (Cells - 1)
	cell := (*[10*(rowLen-1) + 1]uint64)(p.gain[low : low+10*(rowLen-1)+1])
	run := g0
	cell[0] += run
	run += g1
	cell[31] += run
	run += g2
	cell[62] += run
	run += g3
	cell[93] += run
	run += g4
	cell[124] += run
	run += g5 - g0
	cell[186] += run
	run -= g1
	cell[217] += run
	run -= g2
	cell[248] += run
	run -= g3
	cell[279] += run
	cell[310] += g5
}

// A bare stone counts in the lines, the windows, the sets, the road score and the
// key, and not in the gains of cells, which take the greater part of an update.
// Until the bare stones are lifted again, in the order opposite to that in which
// they came, [Position.Gain] is of no use.

// PutBare is [Position.Put] of a bare stone.
func (p *Position) PutBare(pt board.Point, color board.Color) {
	c := CellOf(pt) & (Cells - 1)
	p.putBare(c, color, p.remember(c, color))
}

// TakeBare lifts the bare stone that was placed last and restores the turn as it
// was before it.
func (p *Position) TakeBare() {
	l := &p.past[(p.count-1)&(pastLen-1)]
	p.liftBare(l.cell&(Cells-1), l.color, l)
	p.toMove, p.left, p.box = l.toMove, l.left, l.box
}

// PlayMoveBare plays a whole turn of bare stones.
func (p *Position) PlayMoveBare(m Move) {
	p.playBare(m.A)
	if m.B != board.Nowhere {
		p.playBare(m.B)
	}
}

// TakeMoveBare undoes PlayMoveBare(m).
func (p *Position) TakeMoveBare(m Move) {
	if m.B != board.Nowhere {
		p.TakeBare()
	}
	p.TakeBare()
}

func (p *Position) playBare(pt board.Point) {
	p.PutBare(pt, p.toMove)
	p.pass()
}

func (p *Position) putBare(c Cell, color board.Color, l *placed) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = color
	p.stamp(c, color)
	p.count++
	l.sum = p.sum
	one := oneBlack << (side * 3)
	p.putBare6(c, &p.tables.place[side], one, &l.enter)
	p.fill6(&l.enter, one)
}

func (p *Position) liftBare(c Cell, color board.Color, l *placed) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = board.Empty
	p.stamp(c, color)
	p.count--
	p.sum = l.sum
	one := oneBlack << (side * 3)
	p.takeBare6(c, one, &l.enter)
	p.fill6(&l.enter, -one)
}

// putBare6 is put6 but for the gains.
func (p *Position) putBare6(c Cell, t *changes, one int, enter *[Directions]uint64) {
	x, y := int(c&(rowLen-1)), int(c/rowLen)
	rest0, e0 := t.bare(p.count6(Horizontal, y, x-5, one))
	p.flip(Horizontal, y, x-5, e0)
	rest1, e1 := t.bare(p.count6(Vertical, x, y-5, one))
	p.flip(Vertical, x, y-5, e1)
	rest2, e2 := t.bare(p.count6(Rising, y-x, x-5, one))
	p.flip(Rising, y-x, x-5, e2)
	rest3, e3 := t.bare(p.count6(Falling, y+x, y-5, one))
	p.flip(Falling, y+x, y-5, e3)
	enter[0], enter[1], enter[2], enter[3] = e0, e1, e2, e3
	p.sum += rest0 + rest1 + rest2 + rest3
}

// takeBare6 is putBare6 backwards.
func (p *Position) takeBare6(c Cell, one int, enter *[Directions]uint64) {
	x, y := int(c&(rowLen-1)), int(c/rowLen)
	p.count6(Horizontal, y, x-5, -one)
	p.flip(Horizontal, y, x-5, enter[0])
	p.count6(Vertical, x, y-5, -one)
	p.flip(Vertical, x, y-5, enter[1])
	p.count6(Rising, y-x, x-5, -one)
	p.flip(Rising, y-x, x-5, enter[2])
	p.count6(Falling, y+x, y-5, -one)
	p.flip(Falling, y+x, y-5, enter[3])
}

// bare is what a stone does to six windows but for the gains of their cells.
func (t *changes) bare(word uint64) (rest int64, enter uint64) {
	w0, w1, w2 := &t[word&(states-1)], &t[word>>8&(states-1)], &t[word>>16&(states-1)]
	w3, w4, w5 := &t[word>>24&(states-1)], &t[word>>32&(states-1)], &t[word>>40&(states-1)]
	return w0.rest + w1.rest + w2.rest + w3.rest + w4.rest + w5.rest,
		w0.sets | w1.sets<<1 | w2.sets<<2 | w3.sets<<3 | w4.sets<<4 | w5.sets<<5
}
