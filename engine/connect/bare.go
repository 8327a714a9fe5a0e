package connect

import "stonehand/engine/board"

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
