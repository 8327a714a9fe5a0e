package connect

import "encoding/binary"

// each is a byte of 1 for each of the six windows of a word.
const each = 0x0101_0101_0101

// reach6 is more than how far up the cells of a line reach that windows share.
const reach6 = 10*(rowLen+1) + 1

// update6 is update for k = 6, because a stone of Connect6 is what the product's
// time goes into. It is written out for each direction: six windows are one
// word, and with the steps from cell to cell as constants nothing remains to be
// worked out or checked.
func (p *Position) update6(c Cell, table *changes, one int) {
	x, y := int(c&(rowLen-1)), int(c/rowLen)
	s0, e0 := p.across6(c, y, x-5, table, one)
	s1, e1 := p.up6(c, x, y-5, table, one)
	s2, e2 := p.rise6(c, y-x, x-5, table, one)
	s3, e3 := p.fall6(c, y+x, y-5, table, one)
	p.sum += s0 + s1 + s2 + s3
	if (e0|e1|e2|e3)&(lanes<<full) != 0 {
		p.fill(e0, one)
		p.fill(e1, one)
		p.fill(e2, one)
		p.fill(e3, one)
	}
}

// across6 adds one to six windows of a line, of which bit is the first. Cell i of
// the eleven around c lies in windows i-5 to i. It returns the sum of the
// changes' rests.
func (p *Position) across6(c Cell, line, bit int, t *changes, one int) (rest int64, enter uint64) {
	at := (line*rowLen + bit) & (windowsLen - 1)
	windows := p.window[Horizontal][at : at+8]
	word := binary.LittleEndian.Uint64(windows)
	binary.LittleEndian.PutUint64(windows, word+uint64(one)*each)
	s := word >> 40 & (states - 1)
	g5 := t.gain[s]
	rest, enter = t.rest[s], t.sets[s]
	s = word >> 32 & (states - 1)
	g4 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 24 & (states - 1)
	g3 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 16 & (states - 1)
	g2 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 8 & (states - 1)
	g1 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word & (states - 1)
	g0 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	low := int(c-5) & (Cells - 1)
	cell := (*[11]uint64)(p.gain[low : low+11])
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
	run += g5
	cell[5] += run
	run -= g0
	cell[6] += run
	run -= g1
	cell[7] += run
	run -= g2
	cell[8] += run
	run -= g3
	cell[9] += run
	cell[10] += g5
	p.flip(Horizontal, line, bit, enter)
	return rest, enter
}

// up6 is across6 along a column.
func (p *Position) up6(c Cell, line, bit int, t *changes, one int) (rest int64, enter uint64) {
	at := (line*rowLen + bit) & (windowsLen - 1)
	windows := p.window[Vertical][at : at+8]
	word := binary.LittleEndian.Uint64(windows)
	binary.LittleEndian.PutUint64(windows, word+uint64(one)*each)
	s := word >> 40 & (states - 1)
	g5 := t.gain[s]
	rest, enter = t.rest[s], t.sets[s]
	s = word >> 32 & (states - 1)
	g4 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 24 & (states - 1)
	g3 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 16 & (states - 1)
	g2 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 8 & (states - 1)
	g1 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word & (states - 1)
	g0 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
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
	run += g5
	cell[160] += run
	run -= g0
	cell[192] += run
	run -= g1
	cell[224] += run
	run -= g2
	cell[256] += run
	run -= g3
	cell[288] += run
	cell[320] += g5
	p.flip(Vertical, line, bit, enter)
	return rest, enter
}

// rise6 is across6 along a line up to the right.
func (p *Position) rise6(c Cell, line, bit int, t *changes, one int) (rest int64, enter uint64) {
	at := (line*rowLen + bit) & (windowsLen - 1)
	windows := p.window[Rising][at : at+8]
	word := binary.LittleEndian.Uint64(windows)
	binary.LittleEndian.PutUint64(windows, word+uint64(one)*each)
	s := word >> 40 & (states - 1)
	g5 := t.gain[s]
	rest, enter = t.rest[s], t.sets[s]
	s = word >> 32 & (states - 1)
	g4 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 24 & (states - 1)
	g3 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 16 & (states - 1)
	g2 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 8 & (states - 1)
	g1 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word & (states - 1)
	g0 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
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
	run += g5
	cell[165] += run
	run -= g0
	cell[198] += run
	run -= g1
	cell[231] += run
	run -= g2
	cell[264] += run
	run -= g3
	cell[297] += run
	cell[330] += g5
	p.flip(Rising, line, bit, enter)
	return rest, enter
}

// fall6 is across6 along a line up to the left.
func (p *Position) fall6(c Cell, line, bit int, t *changes, one int) (rest int64, enter uint64) {
	at := (line*rowLen + bit) & (windowsLen - 1)
	windows := p.window[Falling][at : at+8]
	word := binary.LittleEndian.Uint64(windows)
	binary.LittleEndian.PutUint64(windows, word+uint64(one)*each)
	s := word >> 40 & (states - 1)
	g5 := t.gain[s]
	rest, enter = t.rest[s], t.sets[s]
	s = word >> 32 & (states - 1)
	g4 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 24 & (states - 1)
	g3 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 16 & (states - 1)
	g2 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word >> 8 & (states - 1)
	g1 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
	s = word & (states - 1)
	g0 := t.gain[s]
	rest, enter = rest+t.rest[s], enter<<1|t.sets[s]
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
	run += g5
	cell[155] += run
	run -= g0
	cell[186] += run
	run -= g1
	cell[217] += run
	run -= g2
	cell[248] += run
	run -= g3
	cell[279] += run
	cell[310] += g5
	p.flip(Falling, line, bit, enter)
	return rest, enter
}
