// Package region plays Gomoku by a static table and minimax, as a Chinese
// diploma thesis on a networked Gomoku program does (its chapters 2.5.4 and
// 2.5.5): without pruning, with alpha-beta, and with alpha-beta within a region
// that grows with the game and is searched from the stones outwards. It exists
// to compare the three; see [Player.Search].
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
	for at := range p.size.Points {
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
func (p *Player) ring(at board.Point) int { return at.Distance(p.size.Center()) }

// near is how many points a point lies from the nearest stone.
func (p *Player) near(at board.Point) int {
	best := board.MaxSide
	for s := range p.size.Points {
		if isStone(p.cells[cell(s)]) {
			best = min(best, at.Distance(s))
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

// What a row of stones in one line is worth to its side, by how many of its two
// ends are free: neither, one, both. An opponent's stone and the edge stand in
// the way. Five and more are worth the same whatever is beside them.
var worths = [6][3]int32{
	1: {10, 10, 50},
	2: {10, 100, 1000},
	3: {10, 500, 3600},
	4: {10, 50_000, 500_000},
	5: {1_000_000, 1_000_000, 1_000_000},
}

// grid is a board with an edge around it, which no stone is on.
type grid struct {
	size  board.Size
	cells [(board.MaxSide + 2) * stride]board.Color
	value int32 // of all rows, Black's less White's
}

const (
	stride = board.MaxSide + 2
	edge   = board.Color(0xFF)
)

// cell is where a point lies in a grid.
func cell(p board.Point) int { return (p.Y()+1)*stride + p.X() + 1 }

func newGrid(size board.Size) *grid {
	g := &grid{size: size}
	for i := range g.cells {
		g.cells[i] = edge
	}
	for i := range size.Count() {
		g.cells[cell(size.Point(i))] = board.Empty
	}
	return g
}

// row is what the row that the stone on c belongs to is worth in a direction of
// that step, Black's less White's, and the cells beyond its ends.
func (g *grid) row(c, step int) (worth int32, low, high int) {
	color := g.cells[c]
	low, high = c-step, c+step
	for g.cells[low] == color {
		low -= step
	}
	for g.cells[high] == color {
		high += step
	}
	free := 0
	if g.cells[low] == board.Empty {
		free++
	}
	if g.cells[high] == board.Empty {
		free++
	}
	n := min((high-low)/step-1, 5)
	worth = worths[n][free]
	if color == board.White {
		worth = -worth
	}
	return worth, low, high
}

// around is what the rows are worth that the point c can change: the one through
// it, or those that end at it.
func (g *grid) around(c int) int32 {
	sum := int32(0)
	for _, d := range board.Directions {
		step := d[1]*stride + d[0]
		if isStone(g.cells[c]) {
			v, low, high := g.row(c, step)
			sum += v
			for _, beyond := range [2]int{low, high} {
				// A neighbour of the other colour may end at this row; its own end is c
				// only when it touches c.
				if isStone(g.cells[beyond]) && (beyond == c-step || beyond == c+step) {
					v, _, _ := g.row(beyond, step)
					sum += v
				}
			}
			continue
		}
		for _, beyond := range [2]int{c - step, c + step} {
			if isStone(g.cells[beyond]) {
				v, _, _ := g.row(beyond, step)
				sum += v
			}
		}
	}
	return sum
}

func isStone(c board.Color) bool { return c == board.Black || c == board.White }

// set puts a stone on a cell, or takes it off.
func (g *grid) set(c int, color board.Color) {
	g.value -= g.around(c)
	g.cells[c] = color
	g.value += g.around(c)
}
