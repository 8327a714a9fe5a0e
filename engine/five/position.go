package five

import (
	"stonehand/engine/board"
	"stonehand/engine/renju"
)

// Position is a board on which every empty point knows what a stone of either
// colour would make there. The zero Position has no board; see [NewPosition].
type Position struct {
	size   board.Size
	rules  Rules
	tables [3][]Shape // by colour
	stones [board.Cells]board.Color
	count  int
	near   [board.Cells]uint8 // stones at most two points away in a line
	views  [3][board.Cells][4]uint16
	made   [3][board.Cells][4]Shape
	kinds  [3][board.Cells]Kind
	worth  [3][board.Cells]int16
	sums   [3]int32            // of the worths of empty points
	tally  [3][kindCount]int16 // empty points of a kind
	key    board.Key
	fouls  *renju.Board
	moves  []board.Point
}

// worths are what a shape adds to a point's worth to the side that makes it.
var worths = [shapeCount]int16{SleepingTwo: 2, Two: 8, SleepingThree: 10, Three: 36, Four: 44, StraightFour: 400, Five: 1000}

// NewPosition returns an empty board of that size.
func NewPosition(size board.Size, rules Rules) *Position {
	p := &Position{size: size, rules: rules, fouls: renju.New(size), moves: make([]board.Point, 0, size.Count())}
	for _, c := range [2]board.Color{board.Black, board.White} {
		p.tables[c] = rules.table(c)
	}
	for i := range size.Count() {
		at := size.Point(i)
		for d, step := range directions {
			view := uint16(0)
			for n := -reach; n <= reach; n++ {
				x, y := at.X()+n*step[0], at.Y()+n*step[1]
				if n != 0 && (x < 0 || y < 0 || x >= size.Cols || y >= size.Rows) {
					view += isClosed * power[slot(n)]
				}
			}
			for _, c := range [2]board.Color{board.Black, board.White} {
				p.views[c][at][d] = view
				p.made[c][at][d] = p.tables[c][view]
			}
		}
		p.rate(at)
		p.enlist(at, 1)
	}
	return p
}

// Size returns the extent of the board.
func (p *Position) Size() board.Size { return p.size }

// At returns what stands on a point.
func (p *Position) At(at board.Point) board.Color { return p.stones[at] }

// Count returns how many stones there are.
func (p *Position) Count() int { return p.count }

// Kind returns what a stone of colour c on an empty point makes.
func (p *Position) Kind(at board.Point, c board.Color) Kind { return p.kinds[c][at] }

// rate works out kind and worth of a point from its shapes.
func (p *Position) rate(at board.Point) {
	for _, c := range [2]board.Color{board.Black, board.White} {
		made := &p.made[c][at]
		p.kinds[c][at] = kindOf(made)
		w := int16(0)
		for _, s := range made {
			w += worths[s]
		}
		p.worth[c][at] = w
	}
}

// enlist counts an empty point among its kind, or no more.
func (p *Position) enlist(at board.Point, by int16) {
	for _, c := range [2]board.Color{board.Black, board.White} {
		p.tally[c][p.kinds[c][at]] += by
		p.sums[c] += int32(by) * int32(p.worth[c][at])
	}
}

// Put puts a stone of colour c on an empty point of the board.
func (p *Position) Put(at board.Point, c board.Color) {
	p.enlist(at, -1)
	p.stones[at] = c
	p.count++
	p.key ^= board.StoneKey(c, at)
	p.fouls.Put(at, c)
	p.moves = append(p.moves, at)
	p.look(at, c, 1)
}

// Take takes the stone off that was put down last.
func (p *Position) Take() {
	at := p.moves[len(p.moves)-1]
	c := p.stones[at]
	p.moves = p.moves[:len(p.moves)-1]
	p.look(at, c, ^uint16(0)) // times -1
	p.fouls.Take(at, c)
	p.key ^= board.StoneKey(c, at)
	p.count--
	p.stones[at] = board.Empty
	p.rate(at)
	p.enlist(at, 1)
}

// look tells the points that see a stone of it, or that it has gone.
func (p *Position) look(at board.Point, c board.Color, by uint16) {
	o := c.Other()
	own, theirs := p.tables[c], p.tables[o]
	x0, y0 := at.X(), at.Y()
	for d, step := range directions {
		for n := -reach; n <= reach; n++ {
			x, y := x0+n*step[0], y0+n*step[1]
			if n == 0 || x < 0 || y < 0 || x >= p.size.Cols || y >= p.size.Rows {
				continue
			}
			q := board.At(x, y)
			// Seen from there the stone lies the other way.
			weight := by * power[slot(-n)]
			p.views[c][q][d] += isOwn * weight
			p.views[o][q][d] += isClosed * weight
			if n >= -2 && n <= 2 {
				p.near[q] += uint8(by)
			}
			a, b := own[p.views[c][q][d]], theirs[p.views[o][q][d]]
			if a == p.made[c][q][d] && b == p.made[o][q][d] {
				continue
			}
			empty := p.stones[q] == board.Empty
			if empty {
				p.enlist(q, -1)
			}
			p.made[c][q][d], p.made[o][q][d] = a, b
			if empty {
				p.rate(q)
				p.enlist(q, 1)
			}
		}
	}
}

// Has returns how many empty points are of that kind to c.
func (p *Position) Has(c board.Color, k Kind) int { return int(p.tally[c][k]) }

// Allowed reports whether c may play on an empty point.
func (p *Position) Allowed(at board.Point, c board.Color) bool {
	return p.rules != Renju || c != board.Black || p.fouls.Foul(at) == renju.None
}

// Value returns what a quiet position is worth to c, who is to move.
func (p *Position) Value(c board.Color) int { return int(p.sums[c] - p.sums[c.Other()]) }

// each calls f for the empty points of at least that kind to c, in reading order,
// until it returns false.
func (p *Position) each(c board.Color, least Kind, f func(board.Point) bool) {
	left := 0
	for k := least; k < kindCount; k++ {
		left += p.Has(c, k)
	}
	for y := 0; y < p.size.Rows && left > 0; y++ {
		for x := range p.size.Cols {
			at := board.At(x, y)
			if p.kinds[c][at] < least || p.stones[at] != board.Empty {
				continue
			}
			left--
			if !f(at) {
				return
			}
		}
	}
}

// only returns the first empty point of that kind to c.
func (p *Position) only(c board.Color, k Kind) board.Point {
	found := board.Nowhere
	p.each(c, k, func(at board.Point) bool {
		if p.kinds[c][at] == k {
			found = at
			return false
		}
		return true
	})
	return found
}
