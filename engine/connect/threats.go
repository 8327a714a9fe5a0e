package connect

import (
	"iter"
	"math/bits"

	"stonehand/engine/board"
)

// Hot returns how many windows the next turn of colour c could fill.
func (p *Position) Hot(c board.Color) int {
	return int(p.sum >> ((c - 1) & 1 * hotWhite) & (1<<hotWhite - 1))
}

// Window is one window: where it lies and the empty cells that fill it.
type Window struct {
	Dir   int
	Start Cell
	Empty [2]Cell // the first N are set
	N     int
}

// hotWindow reads the empty cells of a hot window.
func (p *Position) hotWindow(l Line, bit int) Window {
	d := l.Direction & 3
	w := Window{Dir: d, Start: l.Zero() + Cell(bit)*Step[d]}
	stones := p.lines[0][d][l.Number&63] | p.lines[1][d][l.Number&63]
	for free := ^stones >> bit & (1<<Row - 1); free != 0 && w.N < 2; free &= free - 1 {
		w.Empty[w.N] = w.Start + Cell(bits.TrailingZeros32(free))*Step[d]
		w.N++
	}
	return w
}

// WinNow returns a turn of the side to move that completes six in a row with the
// stones it has left, if there is one. It places as many stones as are due: a
// second stone that is not needed goes next to the first.
func (p *Position) WinNow() (Move, bool) {
	if p.Hot(p.toMove) == 0 {
		return NoMove, false
	}
	due := p.Due()
	for l, bit := range p.hotWindows(p.toMove) {
		w := p.hotWindow(l, bit)
		if w.N == 0 || w.N > due {
			continue // filled already, or out of reach
		}
		m := Move{PointOf(w.Empty[0]), board.Nowhere}
		if w.N == 2 {
			m.B = PointOf(w.Empty[1])
		} else if due == 2 {
			m.B = p.anyFree(w.Empty[0])
		}
		return Pair(m.A, m.B), true
	}
	return NoMove, false
}

// anyFree returns an empty point other than that of cell c, the nearest in
// reading order after it; Nowhere on a board with no other.
func (p *Position) anyFree(c Cell) board.Point {
	for i := Cell(1); i < Cells; i++ {
		if at := (c + i) & (Cells - 1); p.stone[at] == board.Empty {
			return PointOf(at)
		}
	}
	return board.Nowhere
}

// Defence says what the side to move must occupy so that the other side's next
// turn cannot complete six in a row.
type Defence struct {
	// Need is the least number of points that meet every hot window of the
	// opponent: 0, 1, 2, or 3 for more than two.
	Need int
	// Singles are the points that meet all of them alone (Need 1).
	Singles [2]Cell
	NSingle int
	// Pairs are the pairs that meet all of them jointly while neither point
	// does alone, each once with the lower cell first. With Need 3 there are
	// none; with Need 1 they complete the Singles.
	Pairs [maxPairs][2]Cell
	NPair int
}

// maxPairs bounds the pairs that meet every hot window. A pair takes one point
// of the first window and one of the first that this leaves open, so there are
// at most four.
const maxPairs = 4

// Answer computes the defence of colour me against the other colour's hot
// windows, over all directions at once. It looks for the least hitting set
// exactly: some point of the first window must be taken; what that leaves open
// must be met by one more.
func (p *Position) Answer(me board.Color, def *Defence) {
	def.Need, def.NSingle, def.NPair = 0, 0, 0
	if p.Hot(me.Other()) == 0 {
		return
	}
	them := me.Other()
	if p.nfull[(them-1)&1] > 0 {
		def.Need = 3
		return
	}
	var hot hotRows
	p.hotRows(them, &hot)
	first, ok := p.firstOpen(&hot, noCell, noCell)
	if !ok {
		return
	}
	for _, a := range first.Empty[:first.N] {
		second, open := p.firstOpen(&hot, a, noCell)
		if !open {
			def.Singles[def.NSingle] = a
			def.NSingle++
			continue
		}
		for _, b := range second.Empty[:second.N] {
			if _, _, open := hot.open(a, b); !open {
				def.add(a, b)
			}
		}
	}
	switch {
	case def.NSingle > 0:
		def.Need = 1
		def.dropJoint()
	case def.NPair > 0:
		def.Need = 2
	default:
		def.Need = 3
	}
}

// noCell is a cell that no window on the board holds.
const noCell Cell = 0

// firstOpen returns the first of the hot windows that holds neither a nor b.
func (p *Position) firstOpen(hot *hotRows, a, b Cell) (Window, bool) {
	l, bit, ok := hot.open(a, b)
	if !ok {
		return Window{}, false
	}
	return p.hotWindow(l, bit), true
}

func (d *Defence) add(a, b Cell) {
	if b < a {
		a, b = b, a
	}
	for _, have := range d.Pairs[:d.NPair] {
		if have == [2]Cell{a, b} {
			return
		}
	}
	d.Pairs[d.NPair] = [2]Cell{a, b}
	d.NPair++
}

// dropJoint removes pairs that hold a point which suffices alone.
func (d *Defence) dropJoint() {
	n := 0
	for _, pair := range d.Pairs[:d.NPair] {
		alone := false
		for _, s := range d.Singles[:d.NSingle] {
			alone = alone || pair[0] == s || pair[1] == s
		}
		if !alone {
			d.Pairs[n] = pair
			n++
		}
	}
	d.NPair = n
}

// Meets reports whether the two points, either of which may be Nowhere, meet
// every hot window of the opponent of colour me.
func (p *Position) Meets(me board.Color, m Move) bool {
	if p.Hot(me.Other()) == 0 {
		return true
	}
	a, b := noCell, noCell
	if m.A != board.Nowhere {
		a = CellOf(m.A)
	}
	if m.B != board.Nowhere {
		b = CellOf(m.B)
	}
	var hot hotRows
	p.hotRows(me.Other(), &hot)
	_, _, open := hot.open(a, b)
	return !open
}

// EachHot calls visit for the hot windows of colour c until it returns false.
func (p *Position) EachHot(c board.Color, visit func(Window) bool) {
	if p.Hot(c) == 0 {
		return
	}
	for l, bit := range p.hotWindows(c) {
		if !visit(p.hotWindow(l, bit)) {
			return
		}
	}
}

// WarmRows yields the lines with windows of colour c that two turns fill, and
// those windows as bits, each where its lowest cell has its bit.
func (p *Position) WarmRows(c board.Color) iter.Seq2[Line, uint32] {
	return p.rows(&p.warm, c)
}

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
