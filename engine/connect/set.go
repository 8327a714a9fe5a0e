package connect

import (
	"iter"
	"math/bits"

	"stonehand/engine/board"
)

// sets are a set of windows of each colour: by direction and line a row of bits,
// one for each window of the line, where its lowest cell has its bit, see
// [LineBit]. Black's are in the low half of a row.
type sets [Directions][64]uint64

// through are the windows that hold the bit-th cell of their line.
func through(bit int) uint32 { return uint32(uint64(1<<Row-1) << bit >> (Row - 1)) }

// span is the lines of direction d that the box meets: the lowest, which may be
// negative, and the highest.
func (b box) span(d int) (from, to int) {
	const m = margin
	x0, y0, x1, y1 := int(b&0xFF)+m, int(b>>8&0xFF)+m, int(b>>16&0xFF)+m-1, int(b>>24)+m-1
	switch d {
	case Horizontal:
		return y0, y1
	case Vertical:
		return x0, x1
	case Rising:
		return y0 - x1, y1 - x0
	}
	return y0 + x0, y1 + x1
}

// rows yields the lines that hold windows of colour c in the set, and those
// windows as bits.
func (p *Position) rows(s *sets, c board.Color) iter.Seq2[Line, uint32] {
	return func(yield func(Line, uint32) bool) {
		// Most rows are empty: all that is done for those is to look.
		shift := uint(c-1) & 1 * 32
		mine := uint64(1<<32-1) << shift
		for d := range s {
			rows := &s[d]
			for line, to := p.box.span(d); line <= to; line++ {
				if row := rows[line&63] & mine; row != 0 && !yield(Line{d, line & 63}, uint32(row>>shift)) {
					return
				}
			}
		}
	}
}

// hotRow is a line with hot windows of a colour, and those as bits.
type hotRow struct {
	line Line
	row  uint32
}

// hotRows are the first lines with hot windows of a colour. Two points lie on
// eight lines, so that of nine with a hot window some stays open whatever a turn
// takes: more need not be looked at.
type hotRows struct {
	rows [2*Directions + 1]hotRow
	n    int
}

// hotRows collects the lines with hot windows of colour c.
func (p *Position) hotRows(c board.Color, h *hotRows) {
	h.n = 0
	for l, row := range p.rows(&p.hot, c) {
		if h.n == len(h.rows) {
			return
		}
		h.rows[h.n] = hotRow{l, row}
		h.n++
	}
}

// open returns the first hot window that holds neither a nor b, by its line and
// lowest bit.
func (h *hotRows) open(a, b Cell) (l Line, bit int, ok bool) {
	for i := range h.rows[:h.n] {
		l, row := h.rows[i].line, h.rows[i].row
		for _, cell := range [2]Cell{a, b} {
			if line, bit := LineBit(l.Direction, cell); line == l.Number {
				row &^= through(bit)
			}
		}
		if row != 0 {
			return l, bits.TrailingZeros32(row), true
		}
	}
	return Line{}, 0, false
}

// hotWindows yields the hot windows of colour c by line and lowest bit.
func (p *Position) hotWindows(c board.Color) iter.Seq2[Line, int] {
	return func(yield func(Line, int) bool) {
		for l, row := range p.rows(&p.hot, c) {
			for ; row != 0; row &= row - 1 {
				if !yield(l, bits.TrailingZeros32(row)) {
					return
				}
			}
		}
	}
}
