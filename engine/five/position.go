package five

import (
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/linenet"
	"stonehand/engine/lines"
	"stonehand/engine/renju"
)

// Position is a board on which every empty point knows what a stone of either
// colour would make there. The zero Position has no board; see [NewPosition].
type Position struct {
	size    board.Size
	rules   game.Row
	book    *codebook
	sights  *sights
	weights [2]*weights
	cells   [board.Cells + 2*margin]cell
	lines   lines.Set
	count   int
	free    mask // empty points of the board
	close   mask // points at most three away from a stone in a line, or next to one
	sums    [2]worth
	tally   [2][kindCount]int16 // empty points of a kind
	points  [2][kindCount]mask  // which they are
	key     board.Key
	fouls   *renju.Board // at Renju
	moves   []board.Point
	around  []mask // by the index of a point: those that a stone there makes close
	past    []state
	changes []change      // of all stones on the board
	network *linenet.Sums // that is asked; nil where none is
	shown   int           // how many stones it began with
}

// cell is a point of the board, or of the margin around it, which is never empty.
// Sides are numbered from 0, Black's.
type cell struct {
	codes   codes
	numbers [2]uint16 // of the codes
	kinds   [2]Kind
	stone   board.Color
}

// codes are what a stone of either side makes on a point: Black's code in the low
// half.
type codes uint32

// of returns the code of a side.
func (c codes) of(side int) code { return code(c >> (16 * (side & 1))) }

// state is what a stone put down changes and cannot be worked out backwards in
// fewer steps than it takes to write it down.
type state struct {
	sums    [2]worth
	tally   [2][kindCount]int16
	close   mask
	changed int // how many changes there were
}

// change is a cell as it was before a stone that it sees was put down.
type change struct {
	cell int32
	was  cell
}

// margin is how many cells lie before the first point, and behind the last: what is
// seen from the board is never outside of the array.
const margin = reach*stride + reach

const stride = board.Cells / board.MaxSide

// outside stands on the cells that are not on the board.
const outside board.Color = 3

// NewPosition returns an empty board of that size.
func NewPosition(size board.Size, rules game.Row) *Position {
	return newPosition(size, rules, defaultWeights[rules%3]())
}

func newPosition(size board.Size, rules game.Row, w [2]*weights) *Position {
	p := &Position{
		size: size, rules: rules, weights: w, book: codebookOnce(), sights: sightsOf(rules),
		moves: make([]board.Point, 0, size.Count()), around: make([]mask, board.Cells),
		past: make([]state, size.Count()), changes: make([]change, 0, size.Count()*4*2*reach),
	}
	if rules == game.RenjuFive {
		p.fouls = renju.New(size)
	}
	for i := range p.cells {
		p.cells[i].stone = outside
	}
	p.lines = lines.Of(size)
	for at := range size.Points {
		p.cell(at).stone = board.Empty
		p.free.add(at)
		for _, by := range closeBy {
			if to := board.At(at.X()+by[0], at.Y()+by[1]); at.X()+by[0] >= 0 && at.Y()+by[1] >= 0 && size.Has(to) {
				p.around[at].add(to)
			}
		}
	}
	for at := range size.Points {
		p.enlist(at)
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
func (p *Position) code(at board.Point, c board.Color) code { return p.cell(at).codes.of(side(c)) }

// enlist works out what an empty point of an empty board is to both sides, and
// counts it.
func (p *Position) enlist(at board.Point) {
	q := p.cell(at)
	for d := range p.lines {
		l, bit := lines.Place(at, d)
		q.codes |= p.sights.at(p.lines[d][l], bit) << (4 * d)
	}
	for s := range colours {
		n := p.book.number[q.codes.of(s)]
		w := &p.weights[s].points[n]
		q.numbers[s], q.kinds[s] = n, w.kind
		p.sums[s].moving += int32(w.moving)
		p.sums[s].waiting += int32(w.waiting)
		p.tally[s][w.kind]++
		p.points[s][w.kind].add(at)
	}
}

// Put puts a stone of colour c on an empty point of the board.
func (p *Position) Put(at board.Point, c board.Color) {
	p.down(at, c)
	for d := range p.lines {
		l, bit := lines.Place(at, d)
		p.see(at, d, p.lines[d][l], bit)
	}
}

// try puts a stone down as Put does, but leaves what points are worth as it was:
// [Position.Value] and numbers of codes hold no more until the stone is taken off.
// The solver asks for neither.
func (p *Position) try(at board.Point, c board.Color) {
	p.down(at, c)
	for d := range p.lines {
		l, bit := lines.Place(at, d)
		p.glance(at, d, p.lines[d][l], bit)
	}
}

// down puts a stone down, of which no other point knows yet.
func (p *Position) down(at board.Point, c board.Color) {
	was := &p.past[len(p.moves)]
	was.sums, was.tally, was.close = p.sums, p.tally, p.close
	was.changed = len(p.changes)
	q := p.cell(at)
	for s := range colours {
		w := &p.weights[s].points[q.numbers[s]]
		p.sums[s].moving -= int32(w.moving)
		p.sums[s].waiting -= int32(w.waiting)
		p.tally[s][q.kinds[s]]--
		p.points[s][q.kinds[s]].drop(at)
	}
	q.stone = c
	p.free.drop(at)
	p.close.join(&p.around[at])
	p.count++
	p.key ^= board.StoneKey(c, at)
	if p.fouls != nil {
		p.fouls.Put(at, c)
	}
	p.moves = append(p.moves, at)
	p.lines.Put(at, c)
}

// Take takes the stone off that was put down last.
func (p *Position) Take() {
	at := p.moves[len(p.moves)-1]
	p.moves = p.moves[:len(p.moves)-1]
	if p.network != nil {
		p.network.Keep(len(p.moves) - p.shown)
	}
	was := &p.past[len(p.moves)]
	q := p.cell(at)
	c := q.stone
	for i := len(p.changes) - 1; i >= was.changed; i-- {
		h := &p.changes[i]
		q := &p.cells[h.cell]
		if q.kinds != h.was.kinds {
			for s := range colours {
				if k, l := q.kinds[s], h.was.kinds[s]; k != l {
					p.points[s][k].drop(board.Point(h.cell - margin))
					p.points[s][l].add(board.Point(h.cell - margin))
				}
			}
		}
		*q = h.was
	}
	p.changes = p.changes[:was.changed]
	p.sums, p.tally, p.close = was.sums, was.tally, was.close
	p.lines.Take(at)
	if p.fouls != nil {
		p.fouls.Take(at, c)
	}
	p.key ^= board.StoneKey(c, at)
	p.count--
	p.free.add(at)
	q.stone = board.Empty
	for s := range colours {
		p.points[s][q.kinds[s]].add(at)
	}
}

// closeBy are the columns and rows from a stone to the points that it makes close.
var closeBy = func() (all [][2]int) {
	const seen = 3
	for y := -seen; y <= seen; y++ {
		for x := -seen; x <= seen; x++ {
			a, b := max(x, -x), max(y, -y)
			if (x != 0 || y != 0) && (a <= 2 && b <= 2 || a == b || a == 0 || b == 0) {
				all = append(all, [2]int{x, y})
			}
		}
	}
	return all
}()

// see tells the empty points that see a stone, in one direction: its line, and the
// stone's place there. Behind stones of both sides, or the edge, none does.
func (p *Position) see(at board.Point, d int, l lines.Line, bit int) {
	t, shift := p.sights, 4*d&15
	for step, by := lines.Steps[d], 2; ; step, by = -step, -2 {
		between := board.Empty
		for i, b, end := int(at)+margin+step, bit+by, bit+by*t.reach; ; i, b = i+step, b+by {
			q := &p.cells[i]
			if q.stone != board.Empty {
				if between |= q.stone; between == board.Black|board.White {
					break
				}
			} else if x := q.codes&^(bothSides<<shift) | t.at(l, b)<<shift; x != q.codes {
				p.rewrite(i, q, x)
			}
			if b == end {
				break
			}
		}
		if by < 0 {
			return
		}
	}
}

// glance is see for a stone that is only tried.
func (p *Position) glance(at board.Point, d int, l lines.Line, bit int) {
	t, kinds, shift := p.sights, &p.book.kinds, 4*d&15
	for step, by := lines.Steps[d], 2; ; step, by = -step, -2 {
		between := board.Empty
		for i, b, end := int(at)+margin+step, bit+by, bit+by*t.reach; ; i, b = i+step, b+by {
			q := &p.cells[i]
			if q.stone != board.Empty {
				if between |= q.stone; between == board.Black|board.White {
					break
				}
			} else if x := q.codes&^(bothSides<<shift) | t.at(l, b)<<shift; x != q.codes {
				p.changes = append(p.changes, change{int32(i), *q})
				q.codes = x
				if k := kinds[x.of(0)]; k != q.kinds[0] {
					p.rekind(i, q, 0, k)
				}
				if k := kinds[x.of(1)]; k != q.kinds[1] {
					p.rekind(i, q, 1, k)
				}
			}
			if b == end {
				break
			}
		}
		if by < 0 {
			return
		}
	}
}

// rewrite gives an empty cell new codes.
func (p *Position) rewrite(i int, q *cell, x codes) {
	p.changes = append(p.changes, change{int32(i), *q})
	if x.of(0) != q.codes.of(0) {
		p.reckon(i, q, 0, x.of(0))
	}
	if x.of(1) != q.codes.of(1) {
		p.reckon(i, q, 1, x.of(1))
	}
	q.codes = x
}

// reckon works out what a side's new code is worth.
func (p *Position) reckon(i int, q *cell, s int, x code) {
	w, n := &p.weights[s&1].points, p.book.number[x]
	a, b := &w[q.numbers[s&1]], &w[n]
	sum := &p.sums[s&1]
	sum.moving += int32(b.moving) - int32(a.moving)
	sum.waiting += int32(b.waiting) - int32(a.waiting)
	q.numbers[s&1] = n
	if a.kind != b.kind {
		p.rekind(i, q, s, b.kind)
	}
}

// rekind gives an empty cell another kind.
func (p *Position) rekind(i int, q *cell, s int, k Kind) {
	s &= 1
	at, was := board.Point(i-margin), q.kinds[s]
	q.kinds[s] = k
	p.tally[s][was]--
	p.tally[s][k]++
	p.points[s][was].drop(at)
	p.points[s][k].add(at)
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
	return p.fouls == nil || c != board.Black || !p.book.suspects[p.cell(at).codes.of(0)] || p.fouls.Foul(at) == renju.None
}

// mayPlay reports whether c may play anywhere. A side that may not ends the game.
func (p *Position) mayPlay(c board.Color) bool {
	for at := range p.size.Points {
		if p.At(at) == board.Empty && p.Allowed(at, c) {
			return true
		}
	}
	return false
}

// foulsTo reports whether there are points that the rules may forbid to c.
func (p *Position) foulsTo(c board.Color) bool { return p.fouls != nil && c == board.Black }

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
func (p *Position) Number(at board.Point, c board.Color) uint16 { return p.cell(at).numbers[side(c)] }

// Near reports whether an empty point is close enough to a stone to be tried.
func (p *Position) Near(at board.Point) bool { return p.close.has(at) }
