package region

import (
	"cmp"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/player"
)

// Method is how a search goes about it.
type Method uint8

// The methods. The first two find the same value; the third does as far as its
// region holds what matters.
const (
	Minimax   Method = iota // every point, to the full depth
	AlphaBeta               // the same with the cuts of alpha-beta
	Growing                 // alpha-beta within the region, from the stones outwards
)

// String names the method.
func (m Method) String() string {
	return [...]string{"minimax", "alpha-beta", "growing region"}[m%3]
}

// Growth is how far the region reaches from the middle of the board, in points,
// by the number of stones on it; beyond the list as its last entry says. These
// are the thesis's increment3 and increment4. Without an entry for a depth the
// region is the whole board.
var Growth = map[int][]int{
	3: {2, 3, 3, 4, 4, 5, 5, 6, 6, 7},
	4: {2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 7},
}

// Player searches one board. The zero Player has none; see [New].
type Player struct {
	grid
	stones int
	nodes  uint64
	stop   func() bool
}

// New returns a player at an empty board.
func New(size board.Size) *Player { return &Player{grid: *newGrid(size)} }

// Put puts a stone on p, an empty point of the board.
func (p *Player) Put(at board.Point, c board.Color) {
	p.set(cell(at), c)
	p.stones++
}

// Value returns what the board is worth to c by the static table.
func (p *Player) Value(c board.Color) int32 {
	if c == board.White {
		return -p.value
	}
	return p.value
}

// Found is what a search has found; the move is Nowhere when there is no point to play
// on.
type Found = player.Found[board.Point]

// Search looks depth stones ahead for the side c. As in the thesis, a five ends
// no line: the table alone says what it is worth. Stop is asked now and then
// whether to give up; then what was found is of no use, and ok is false.
func (p *Player) Search(c board.Color, m Method, depth int, stop func() bool) (found Found, ok bool) {
	p.nodes, p.stop = 0, stop
	points := p.points(m, depth)
	found = Found{Move: board.Nowhere, Depth: depth}
	best, beta := int32(-limit), int32(limit)
	for _, at := range points {
		v, ok := p.child(at, c, m, depth, best, beta, points)
		if !ok {
			return found, false
		}
		if v > best {
			best, found.Move = v, at
		}
	}
	found.Score, found.Nodes = best, p.nodes
	if found.Move == board.Nowhere {
		found.Score = p.Value(c)
	}
	return found, true
}

// limit is above every value: 400 stones in four directions are 320 fives at most.
const limit = 1 << 30

// points lists the points that a search tries, in its order.
func (p *Player) points(m Method, depth int) []board.Point {
	var list []board.Point
	reach := max(p.size.Cols, p.size.Rows)
	if g := Growth[depth]; m == Growing && len(g) > 0 {
		reach = g[min(p.stones, len(g)-1)]
	}
	for i := range p.size.Count() {
		at := p.size.Point(i)
		if p.cells[cell(at)] == board.Empty && p.ring(at) <= reach {
			list = append(list, at)
		}
	}
	if m == Growing {
		near := map[board.Point]int{}
		for _, at := range list {
			near[at] = p.near(at)
		}
		slices.SortStableFunc(list, func(a, b board.Point) int {
			return cmp.Or(cmp.Compare(near[a], near[b]), cmp.Compare(p.ring(a), p.ring(b)))
		})
	}
	return list
}

// ring is how many points a point lies from the middle.
func (p *Player) ring(at board.Point) int {
	mid := p.size.Center()
	abs := func(n int) int { return max(n, -n) }
	return max(abs(at.X()-mid.X()), abs(at.Y()-mid.Y()))
}

// near is how many points a point lies from the nearest stone.
func (p *Player) near(at board.Point) int {
	best := board.MaxSide
	abs := func(n int) int { return max(n, -n) }
	for i := range p.size.Count() {
		if s := p.size.Point(i); isStone(p.cells[cell(s)]) {
			best = min(best, max(abs(at.X()-s.X()), abs(at.Y()-s.Y())))
		}
	}
	return best
}

// child is the value for c of playing on a point.
func (p *Player) child(at board.Point, c board.Color, m Method, depth int, alpha, beta int32, points []board.Point) (int32, bool) {
	p.set(cell(at), c)
	v, ok := p.search(c.Other(), m, depth-1, -beta, -alpha, points)
	p.set(cell(at), board.Empty)
	return -v, ok
}

func (p *Player) search(c board.Color, m Method, depth int, alpha, beta int32, points []board.Point) (int32, bool) {
	if p.nodes++; p.nodes&0xFFF == 0 && p.stop != nil && p.stop() {
		return 0, false
	}
	if depth == 0 {
		return p.Value(c), true
	}
	best, tried := alpha, false
	if m == Minimax {
		best = -limit
	}
	for _, at := range points {
		if p.cells[cell(at)] != board.Empty {
			continue
		}
		tried = true
		low := best
		if m == Minimax {
			low = -limit
		}
		v, ok := p.child(at, c, m, depth, low, beta, points)
		if !ok {
			return 0, false
		}
		if best = max(best, v); m != Minimax && best >= beta {
			return best, true
		}
	}
	if !tried {
		return p.Value(c), true
	}
	return best, true
}
