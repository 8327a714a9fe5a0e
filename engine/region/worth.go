// Package region plays Gomoku by a static table and minimax, as a Chinese
// diploma thesis on a networked Gomoku program does (its chapters 2.5.4 and
// 2.5.5): without pruning, with alpha-beta, and with alpha-beta within a region
// that grows with the game and is searched from the stones outwards. It exists
// to compare the three; see [Player.Search].
package region

import "stonehand/engine/board"

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
