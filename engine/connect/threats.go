package connect

import (
	"math/bits"

	"stonehand/engine/board"
)

// Hot returns how many windows the next turn of colour c could fill.
func (p *Position) Hot(c board.Color) int { return int(p.nhot[(c-1)&1]) }

// Window is one window: where it lies and the empty cells that fill it.
type Window struct {
	Dir   int
	Start Cell
	Empty [2]Cell // the first N are set
	N     int
}

// window reads the empty cells of a hot window.
func (p *Position) hotWindow(d int, start Cell) Window {
	w := Window{Dir: d, Start: start}
	for i, at := 0, start; i < p.rules.K; i++ {
		if p.stone[at&(Cells-1)] == board.Empty && w.N < 2 {
			w.Empty[w.N] = at
			w.N++
		}
		at += Step[d]
	}
	return w
}

// WinNow returns a turn of the side to move that completes k in a row with the
// stones it has left, if there is one. It places as many stones as are due: a
// second stone that is not needed goes next to the first.
func (p *Position) WinNow() (Move, bool) {
	side := (p.toMove - 1) & 1
	if p.nhot[side] == 0 {
		return NoMove, false
	}
	set := &p.hot[side]
	due := p.Due()
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			w := p.hotWindow(i/(Cells/64), Cell(i%(Cells/64)*64+bits.TrailingZeros64(word)))
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
// turn cannot complete k in a row.
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
	them := (me.Other() - 1) & 1
	n := int(p.nhot[them])
	if n == 0 {
		return
	}
	if p.nfull[them] > 0 {
		def.Need = 3
		return
	}
	set := &p.hot[them]
	first, ok := p.firstOpen(set, noCell, noCell)
	if !ok {
		return
	}
	for _, a := range first.Empty[:first.N] {
		second, open := p.firstOpen(set, a, noCell)
		if !open {
			def.Singles[def.NSingle] = a
			def.NSingle++
			continue
		}
		for _, b := range second.Empty[:second.N] {
			if _, open := p.firstOpen(set, a, b); !open {
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

const noCell Cell = 0xFFFF

// firstOpen returns the first window of the set that holds neither a nor b.
func (p *Position) firstOpen(set *Set, a, b Cell) (Window, bool) {
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			d := i / (Cells / 64)
			start := Cell(i%(Cells/64)*64 + bits.TrailingZeros64(word))
			if p.inWindow(d, start, a) || p.inWindow(d, start, b) {
				continue
			}
			return p.hotWindow(d, start), true
		}
	}
	return Window{}, false
}

// inWindow reports whether cell c is one of the window's k cells.
func (p *Position) inWindow(d int, start, c Cell) bool {
	at := start
	for range p.rules.K {
		if at == c {
			return true
		}
		at += Step[d]
	}
	return false
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
	them := (me.Other() - 1) & 1
	if p.nhot[them] == 0 {
		return true
	}
	a, b := noCell, noCell
	if m.A != board.Nowhere {
		a = CellOf(m.A)
	}
	if m.B != board.Nowhere {
		b = CellOf(m.B)
	}
	_, open := p.firstOpen(&p.hot[them], a, b)
	return !open
}

// EachHot calls visit for the hot windows of colour c until it returns false.
func (p *Position) EachHot(c board.Color, visit func(Window) bool) {
	if p.nhot[(c-1)&1] == 0 {
		return
	}
	for i, word := range &p.hot[(c-1)&1] {
		for ; word != 0; word &= word - 1 {
			if !visit(p.hotWindow(i/(Cells/64), Cell(i%(Cells/64)*64+bits.TrailingZeros64(word)))) {
				return
			}
		}
	}
}

// EachWarm calls visit for the windows of colour c that two turns fill, with
// their direction, lowest cell and number of stones.
func (p *Position) EachWarm(c board.Color, visit func(d int, start Cell, stones int)) {
	shift := (c - 1) & 1 * 3
	for i, word := range &p.warm[(c-1)&1] {
		for ; word != 0; word &= word - 1 {
			d := i / (Cells / 64)
			start := Cell(i%(Cells/64)*64 + bits.TrailingZeros64(word))
			visit(d, start, int(p.window[d&3][start&(Cells-1)]>>shift&7))
		}
	}
}

// EmptyCells writes the empty cells of a window into dst and returns how many
// there are.
func (p *Position) EmptyCells(d int, start Cell, dst *[MaxK]Cell) int {
	n := 0
	for at, i := start, 0; i < p.rules.K; i++ {
		if p.stone[at&(Cells-1)] == board.Empty {
			dst[n] = at
			n++
		}
		at += Step[d&3]
	}
	return n
}

// Alive returns how many stones of colour c the window of direction d with the
// given lowest cell holds, and whether it lies on the board and holds none of
// the other colour.
func (p *Position) Alive(c board.Color, d int, start Cell) (stones int, alive bool) {
	s := p.window[d&3][start&(Cells-1)]
	black, white := content(s)
	if c == board.White {
		black, white = white, black
	}
	return black, white == 0 && s&off == 0
}

// HotLine calls visit for the windows of direction d, through cell a or b or
// both, that stones of colour c on both cells would make hot, with the empty
// cells that would be left. a and b may be the same; else they lie on one line
// of that direction, a below b.
func (p *Position) HotLine(c board.Color, d int, a, b Cell, visit func(free [2]Cell, n int)) {
	alive := &p.tables.alive[(c-1)&1]
	window := &p.window[d&3]
	k := p.rules.K
	step := Step[d&3]
	far := Cell(k-1) * step
	for start := a - far; ; start += step {
		if start > a && start+far < b {
			start = b - far // between the cells, through neither
		}
		n := int(alive[window[start&(Cells-1)]&(states-1)])
		if n >= 0 {
			if start <= a && a <= start+far {
				n++
			}
			if b != a && start+far >= b {
				n++
			}
			if n >= k-p.rules.P {
				var free [2]Cell
				m := 0
				for at, i := start, 0; i < k && m < 2; i++ {
					if p.stone[at&(Cells-1)] == board.Empty && at != a && at != b {
						free[m] = at
						m++
					}
					at += step
				}
				visit(free, m)
			}
		}
		if start == b {
			return
		}
	}
}
