package template

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/renju"
	"stonehand/engine/tuple"
)

// line is a line on which five can stand: its points, what stands on them, and
// what that holds for either side.
type line struct {
	points  []board.Point
	stones  [3]uint32 // by colour; Empty: the empty points
	matches [3]Match  // by colour
	changed bool      // since matches were found
}

// on says that a point is the bit-th of a line.
type on struct {
	line int
	bit  int
}

// Position is a board with its lines. The zero Position has none; see [New].
type Position struct {
	size    board.Size
	rules   game.Row
	stones  [board.Cells]board.Color
	count   int
	lines   []line
	through [board.Cells][]on // the lines of every point
	key     board.Key
	tuples  *tuple.Player // orders what is to be tried
	fouls   *renju.Board
}

// New returns an empty board of that size.
func New(size board.Size, rules game.Row) *Position {
	p := &Position{size: size, rules: rules, tuples: tuple.New(size), fouls: renju.New(size)}
	for _, d := range board.Directions {
		for i := range size.Count() {
			first := size.Point(i)
			if x, y := first.X()-d[0], first.Y()-d[1]; x >= 0 && y >= 0 && x < size.Cols && y < size.Rows {
				continue // a line begins before
			}
			var points []board.Point
			for x, y := first.X(), first.Y(); x < size.Cols && y >= 0 && y < size.Rows; x, y = x+d[0], y+d[1] {
				points = append(points, board.At(x, y))
			}
			if len(points) < 5 {
				continue
			}
			for bit, at := range points {
				p.through[at] = append(p.through[at], on{len(p.lines), bit})
			}
			p.lines = append(p.lines, line{points: points, stones: [3]uint32{board.Empty: 1<<len(points) - 1}})
		}
	}
	return p
}

// Put puts a stone of colour c on an empty point of the board. Of the lines only
// the point's own, four at most, are looked at again.
func (p *Position) Put(at board.Point, c board.Color) {
	p.stones[at] = c
	p.count++
	p.flip(at, c)
	p.tuples.Put(at, c)
	p.fouls.Put(at, c)
}

// Take takes the stone off a point.
func (p *Position) Take(at board.Point) {
	c := p.stones[at]
	p.stones[at] = board.Empty
	p.count--
	p.flip(at, c)
	p.tuples.Take(at)
	p.fouls.Take(at, c)
}

func (p *Position) flip(at board.Point, c board.Color) {
	p.key ^= board.StoneKey(c, at)
	for _, o := range p.through[at] {
		l := &p.lines[o.line]
		l.stones[c] ^= 1 << o.bit
		l.stones[board.Empty] ^= 1 << o.bit
		l.changed = true
	}
}

// Allowed reports whether c may play on an empty point.
func (p *Position) Allowed(at board.Point, c board.Color) bool {
	return p.rules != game.RenjuFive || c != board.Black || p.fouls.Foul(at) == renju.None
}

// Match returns what the line-th line holds for c.
func (p *Position) Match(line int, c board.Color) Match {
	l := &p.lines[line]
	if l.changed {
		l.changed = false
		for _, c := range [2]board.Color{board.Black, board.White} {
			l.matches[c] = match(l.stones[c], l.stones[board.Empty], len(l.points), p.rules.Exact(c))
		}
	}
	return l.matches[c]
}

// points lists the points of some bits of a line.
func (l *line) list(set uint32, into []board.Point) []board.Point {
	for ; set != 0; set &= set - 1 {
		into = append(into, l.points[bits.TrailingZeros32(set)])
	}
	return into
}
