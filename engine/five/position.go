package five

import (
	"stonehand/engine/board"
	"stonehand/engine/renju"
)

// Position is a board on which every empty point knows what a stone of either
// colour would make there. The zero Position has no board; see [NewPosition].
type Position struct {
	size    board.Size
	rules   Rules
	sights  [2]*sights
	weights [2]*weights
	book    *codebook
	cells   [board.Cells + 2*margin]cell
	count   int
	free    mask // empty points of the board
	close   mask // points at most three away from a stone in a line, or next to one
	sums    [2]worth
	tally   [2][kindCount]int16 // empty points of a kind
	points  [2][kindCount]mask  // which they are
	key     board.Key
	fouls   *renju.Board // at Renju
	moves   []board.Point
}

// cell is a point of the board, or of the margin around it, which is never empty.
// Sides are numbered from 0, Black's.
type cell struct {
	views [4][2]uint16 // by direction
	codes [2]code
	kinds [2]Kind
	stone board.Color
	near  uint8 // stones that make it close
}

// margin is how many cells lie before the first point, and behind the last: what is
// seen from the board is never outside of the array.
const margin = reach*stride + reach

const stride = board.Cells / board.MaxSide

// outside stands on the cells that are not on the board.
const outside board.Color = 3

// steps are the directions as distances of cells.
var steps = [4]int{1, stride, stride + 1, 1 - stride}

// NewPosition returns an empty board of that size.
func NewPosition(size board.Size, rules Rules) *Position {
	return newPosition(size, rules, defaultWeights[rules%3]())
}

func newPosition(size board.Size, rules Rules, w [2]*weights) *Position {
	p := &Position{size: size, rules: rules, weights: w, book: codebookOnce(), moves: make([]board.Point, 0, size.Count())}
	if rules == Renju {
		p.fouls = renju.New(size)
	}
	for side, c := range colours {
		p.sights[side] = rules.sights(c)
	}
	for i := range p.cells {
		p.cells[i].stone = outside
	}
	for i := range size.Count() {
		at := size.Point(i)
		q := p.cell(at)
		q.stone = board.Empty
		for d, step := range directions {
			view := uint16(0)
			for n := -reach; n <= reach; n++ {
				x, y := at.X()+n*step[0], at.Y()+n*step[1]
				if n != 0 && (x < 0 || y < 0 || x >= size.Cols || y >= size.Rows) {
					view += isClosed * power[slot(n)]
				}
			}
			q.views[d] = [2]uint16{view, view}
		}
		p.free.add(at)
		p.enlist(at, q)
	}
	return p
}

var colours = [2]board.Color{board.Black, board.White}

// side numbers the colours.
func side(c board.Color) int { return int(c-board.Black) & 1 }

func (p *Position) cell(at board.Point) *cell { return &p.cells[int(at)+margin] }

// Size returns the extent of the board.
func (p *Position) Size() board.Size { return p.size }

// At returns what stands on a point.
func (p *Position) At(at board.Point) board.Color { return p.cell(at).stone }

// Count returns how many stones there are.
func (p *Position) Count() int { return p.count }

// Kind returns what a stone of colour c on an empty point makes.
func (p *Position) Kind(at board.Point, c board.Color) Kind { return p.cell(at).kinds[side(c)] }

// code returns the same for each direction.
func (p *Position) code(at board.Point, c board.Color) code { return p.cell(at).codes[side(c)] }

// enlist works out what an empty point is to both sides, and counts it.
func (p *Position) enlist(at board.Point, q *cell) {
	for s := range colours {
		var x code
		for d := range directions {
			x |= code(p.sights[s][q.views[d][s]]) << (4 * d)
		}
		k := p.book.kinds[x]
		q.codes[s], q.kinds[s] = x, k
		p.sums[s].add(p.weights[s].worths[x])
		p.tally[s][k]++
		p.points[s][k].add(at)
	}
}

// Put puts a stone of colour c on an empty point of the board.
func (p *Position) Put(at board.Point, c board.Color) {
	q := p.cell(at)
	for s := range colours {
		k := q.kinds[s]
		p.sums[s].sub(p.weights[s].worths[q.codes[s]])
		p.tally[s][k]--
		p.points[s][k].drop(at)
	}
	q.stone = c
	p.free.drop(at)
	p.count++
	p.key ^= board.StoneKey(c, at)
	if p.fouls != nil {
		p.fouls.Put(at, c)
	}
	p.moves = append(p.moves, at)
	p.look(at, side(c), 1)
}

// Take takes the stone off that was put down last.
func (p *Position) Take() {
	at := p.moves[len(p.moves)-1]
	q := p.cell(at)
	c := q.stone
	p.moves = p.moves[:len(p.moves)-1]
	p.look(at, side(c), ^uint16(0)) // times -1
	if p.fouls != nil {
		p.fouls.Take(at, c)
	}
	p.key ^= board.StoneKey(c, at)
	p.count--
	p.free.add(at)
	q.stone = board.Empty
	p.enlist(at, q)
}

// seen is how far from a stone points are close to it.
const seen = 3

// look tells the points that see a stone of it, or that it has gone.
func (p *Position) look(at board.Point, own int, by uint16) {
	for d, step := range steps {
		i, j := int(at)+margin, int(at)+margin
		for n := 1; n <= reach; n++ {
			// Seen from there the stone lies the other way.
			i, j = i+step, j-step
			p.see(i, d, own, by*power[slot(-n)])
			p.see(j, d, own, by*power[slot(n)])
		}
	}
	for _, far := range closeBy {
		q := &p.cells[int(at)+margin+far]
		q.near += uint8(by)
		if by == 1 && q.near == 1 {
			if q.stone != outside {
				p.close.add(board.Point(int(at) + far))
			}
		} else if q.near == 0 && q.stone != outside {
			p.close.drop(board.Point(int(at) + far))
		}
	}
}

// closeBy are the distances of the cells that a stone makes close.
var closeBy = func() (all []int) {
	for y := -seen; y <= seen; y++ {
		for x := -seen; x <= seen; x++ {
			a, b := max(x, -x), max(y, -y)
			if (x != 0 || y != 0) && (a <= 2 && b <= 2 || a == b || a == 0 || b == 0) {
				all = append(all, y*stride+x)
			}
		}
	}
	return all
}()

// see tells one cell of a stone of side own, in a direction.
func (p *Position) see(i, d, own int, weight uint16) {
	q := &p.cells[i]
	v := &q.views[d]
	v[own&1] += isOwn * weight
	v[1-own&1] += isClosed * weight
	if q.stone != board.Empty {
		return
	}
	shift := 4 * d & 15
	for s := range v {
		x := q.codes[s]
		y := x&^(0xF<<shift) | code(p.sights[s][v[s]])<<shift
		if x == y {
			continue
		}
		q.codes[s] = y
		p.sums[s].move(p.weights[s].worths[x], p.weights[s].worths[y])
		if k, l := q.kinds[s], p.book.kinds[y]; k != l {
			q.kinds[s] = l
			at := board.Point(i - margin)
			p.tally[s][k]--
			p.tally[s][l]++
			p.points[s][k].drop(at)
			p.points[s][l].add(at)
		}
	}
}

// Has returns how many empty points are of that kind to c.
func (p *Position) Has(c board.Color, k Kind) int { return int(p.tally[side(c)][k]) }

// of returns which they are.
func (p *Position) of(c board.Color, k Kind) *mask { return &p.points[side(c)][k] }

// least returns the empty points of at least that kind to c.
func (p *Position) least(c board.Color, k Kind) mask {
	s := side(c)
	all := p.points[s][Wins]
	for k := k; k < Wins; k++ {
		if p.tally[s][k] > 0 {
			all.join(&p.points[s][k])
		}
	}
	return all
}

// only returns the first empty point of that kind to c.
func (p *Position) only(c board.Color, k Kind) board.Point {
	if p.Has(c, k) == 0 {
		return board.Nowhere
	}
	return p.of(c, k).first()
}

// Allowed reports whether c may play on an empty point.
func (p *Position) Allowed(at board.Point, c board.Color) bool {
	return p.fouls == nil || c != board.Black || !p.book.suspects[p.cell(at).codes[0]] || p.fouls.Foul(at) == renju.None
}

// straight returns a point where c makes a straight four, or two fours, and may.
func (p *Position) straight(c board.Color) board.Point {
	if p.Has(c, Straight) == 0 {
		return board.Nowhere
	}
	if p.fouls == nil || c != board.Black {
		return p.of(c, Straight).first()
	}
	rest := *p.of(c, Straight)
	for at, ok := rest.pop(); ok; at, ok = rest.pop() {
		if p.Allowed(at, c) {
			return at
		}
	}
	return board.Nowhere
}

// Number returns the number of the code of an empty point, 0 to [Codes]-1: what a
// stone of colour c makes there, whichever the directions.
func (p *Position) Number(at board.Point, c board.Color) uint16 { return p.book.number[p.code(at, c)] }

// Near reports whether an empty point is close enough to a stone to be tried.
func (p *Position) Near(at board.Point) bool { return p.close.has(at) }
