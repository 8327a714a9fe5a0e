package connect

import (
	"math/bits"

	"stonehand/engine/board"
)

// A stone put down and a stone lifted are the same update with another table.
// For each direction it walks the k windows through the cell from the lowest to
// the highest. A window's change of gain applies to each of its k cells, so the
// change of a cell is the sum over the windows that hold it: a sum that slides
// along the line, one addition and one subtraction a step, over 2k-1 cells.

func (p *Position) put(c Cell, color board.Color) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = color
	p.stamp(c, color)
	p.count++
	p.update(c, &p.tables.place[side], oneBlack<<(side*3))
}

func (p *Position) lift(c Cell, color board.Color) {
	side := (color - 1) & 1
	p.stone[c&(Cells-1)] = board.Empty
	p.stamp(c, color)
	p.count--
	p.update(c, &p.tables.take[side], -(oneBlack << (side * 3)))
}

// stamp flips the stone in the lines and in the key.
func (p *Position) stamp(c Cell, color board.Color) {
	p.lines[(color-1)&1].flip(c)
	p.key ^= board.StoneKey(color, PointOf(c))
}

// update adds one to the content of every window through c and does what the
// table says of each.
func (p *Position) update(c Cell, table *[states]change, one uint8) {
	k := p.rules.K
	if k == MaxK {
		p.update6(c, table, one)
		return
	}
	for d, step := range Step {
		at := c - Cell(k-1)*step
		window := &p.window[d]
		var change [MaxK]uint64
		run := uint64(0)
		for i := range k {
			s := window[at&(Cells-1)]
			window[at&(Cells-1)] = s + one
			row := &table[s&(states-1)]
			change[i] = row.gain
			p.value += row.value
			if row.event != 0 {
				p.flip(d, at, row.event)
			}
			run += row.gain
			p.gain[at&(Cells-1)] += run
			at += step
		}
		for i := range k - 1 {
			run -= change[i]
			p.gain[at&(Cells-1)] += run
			at += step
		}
	}
}

// update6 is update for k = 6, written out, because a stone of Connect6 is what
// the product's time goes into.
func (p *Position) update6(c Cell, table *[states]change, one uint8) {
	gain := &p.gain
	value := p.value
	for d := range Directions {
		step := Step[d]
		window := &p.window[d]

		at := c - 5*step
		s := window[at&(Cells-1)]
		window[at&(Cells-1)] = s + one
		w := &table[s&(states-1)]
		g0 := w.gain
		run := g0
		gain[at&(Cells-1)] += run
		value += w.value
		events := uint64(w.event)

		at += step
		s = window[at&(Cells-1)]
		window[at&(Cells-1)] = s + one
		w = &table[s&(states-1)]
		g1 := w.gain
		run += g1
		gain[at&(Cells-1)] += run
		value += w.value
		events |= uint64(w.event) << 8

		at += step
		s = window[at&(Cells-1)]
		window[at&(Cells-1)] = s + one
		w = &table[s&(states-1)]
		g2 := w.gain
		run += g2
		gain[at&(Cells-1)] += run
		value += w.value
		events |= uint64(w.event) << 16

		at += step
		s = window[at&(Cells-1)]
		window[at&(Cells-1)] = s + one
		w = &table[s&(states-1)]
		g3 := w.gain
		run += g3
		gain[at&(Cells-1)] += run
		value += w.value
		events |= uint64(w.event) << 24

		at += step
		s = window[at&(Cells-1)]
		window[at&(Cells-1)] = s + one
		w = &table[s&(states-1)]
		g4 := w.gain
		run += g4
		gain[at&(Cells-1)] += run
		value += w.value
		events |= uint64(w.event) << 32

		at += step
		s = window[at&(Cells-1)]
		window[at&(Cells-1)] = s + one
		w = &table[s&(states-1)]
		g5 := w.gain
		run += g5
		gain[at&(Cells-1)] += run
		value += w.value
		events |= uint64(w.event) << 40

		at += step
		run -= g0
		gain[at&(Cells-1)] += run
		at += step
		run -= g1
		gain[at&(Cells-1)] += run
		at += step
		run -= g2
		gain[at&(Cells-1)] += run
		at += step
		run -= g3
		gain[at&(Cells-1)] += run
		at += step
		gain[at&(Cells-1)] += run - g4

		// Few windows begin or end to be a threat; the lowest comes first.
		for low := c - 5*step; events != 0; {
			i := bits.TrailingZeros64(events) / 8
			p.flip(d, low+Cell(i)*step, uint8(events>>(8*i)))
			events &^= 0xff << (8 * i)
		}
	}
	p.value = value
}

// flip moves the window of direction d that starts at cell into or out of the
// sets named by event.
func (p *Position) flip(d int, cell Cell, event uint8) {
	word := (d*(Cells/64) + int(cell&(Cells-1))/64) & 63
	bit := uint64(1) << (cell & 63)
	for side := range p.hot {
		if event&hotBlack != 0 {
			p.hot[side][word] ^= bit
			p.nhot[side] += sign(p.hot[side][word]&bit != 0)
		}
		if event&warmBlack != 0 {
			p.warm[side][word] ^= bit
		}
		if event&fullBlack != 0 {
			p.full[side][word] ^= bit
			p.nfull[side] += sign(p.full[side][word]&bit != 0)
		}
		event >>= 1
	}
}

func sign(up bool) int16 {
	if up {
		return 1
	}
	return -1
}
