package influence

import (
	"math"

	"stonehand/engine/board"
)

// Direction is where a force travels to.
type Direction uint8

// The directions, in the report's order: F0 to F3.
const (
	Up Direction = iota
	Right
	Down
	Left
)

// Forces is the mechanical model: four forces on every point. It decides
// territory, for its forces come back from the edge: a point between a stone and
// the edge can have four of one sign.
type Forces struct {
	size  board.Size
	taken [board.Cells]bool
	force [board.Cells][4]int32 // by direction, in halves [A8]
	// step is what a wave adds when it leaves a point [A10], of the board and of its
	// mirror images behind the edges, as far as images reach.
	step [side * side]int8
}

// side is the extent of the board with its images.
const side = board.MaxSide + 2*reach

// index is the place in step of a point at column x and row y, both from -reach.
func index(x, y int) int { return (y+reach)*side + x + reach }

// Set works the forces out for the stones on a board.
func (f *Forces) Set(size board.Size, stones *Stones) {
	*f = Forces{size: size}
	for y := -reach; y < size.Rows+reach; y++ {
		for x := -reach; x < size.Cols+reach; x++ {
			f.step[index(x, y)] = 1
			if p := board.At(fold(x, size.Cols-1), fold(y, size.Rows-1)); stones[p] != board.Empty {
				f.step[index(x, y)] += passing
				f.taken[p] = true
			}
		}
	}
	top, right := 2*(size.Rows-1), 2*(size.Cols-1)
	for p := range size.Points {
		s := sign(stones[p])
		if s == 0 {
			continue
		}
		x, y := p.X(), p.Y()
		f.wave(x, y, s)
		// The images behind the four edges [A11].
		f.wave(x, -y, s)
		f.wave(x, top-y, s)
		f.wave(-x, y, s)
		f.wave(right-x, y, s)
	}
}

// fold returns the place on a line of the board whose mirror image lies at x; a place
// from 0 to last is its own. On a board too small for the image it is the nearest.
func fold(x, last int) int {
	if x = abs(x); x > last {
		x = 2*last - x
	}
	return max(x, 0)
}

// wave adds the forces of a stone at column x and row y, or of its image there, off the
// board or on its first line.
func (f *Forces) wave(x, y int, s int32) {
	left, right, down, up := x, f.size.Cols-1-x, y, f.size.Rows-1-y
	if min(left, right, down, up) < -reach {
		return
	}
	f.quarter(x, y, 1, 1, min(right, reach), min(up, reach), s)
	f.quarter(x, y, -1, 1, min(left, reach), min(up, reach), s)
	f.quarter(x, y, 1, -1, min(right, reach), min(down, reach), s)
	f.quarter(x, y, -1, -1, min(left, reach), min(down, reach), s)
}

// quarter carries a wave from its source into the quarter of the plane that lies in the
// directions sx and sy, over so many columns and rows. The axes are added with the
// upper and the right quarters.
func (f *Forces) quarter(x, y, sx, sy, columns, rows int, s int32) {
	vertical, horizontal := Up, Right
	if sy < 0 {
		vertical = Down
	}
	if sx < 0 {
		horizontal = Left
	}
	var next [reach + 1]int8 // by column: distance of the point beyond the last row's
	for dy := 0; dy <= rows; dy++ {
		beside := int8(reach + 1) // distance of the point beyond the last column's
		for dx := 0; dx <= min(columns, reach-dy); dx++ {
			px, py := x+sx*dx, y+sy*dy
			d := min(next[dx], beside)
			switch {
			case dx == 0 && dy == 0:
				next[0], beside, d = 1, 1, 0
			case dy == 0:
				d = beside
				fallthrough
			default:
				step := f.step[index(px, py)]
				next[dx], beside = d+step, d+step
			}
			if d > reach || px < 0 || py < 0 || px >= f.size.Cols || py >= f.size.Rows || dx == 0 && sx < 0 || dy == 0 && sy < 0 {
				continue
			}
			force, at := s<<(reach-d), &f.force[board.At(px, py)]
			switch {
			case dx == 0 && dy == 0:
				for i := range at {
					at[i] += force / 2
				}
			case dx == 0:
				at[vertical] += 2 * force
			case dy == 0:
				at[horizontal] += 2 * force
			default:
				at[vertical] += force
				at[horizontal] += force
			}
		}
	}
}

// At returns the total force on a point of the board, F = F0 + F1 + F2 + F3: above 0
// Black's, below 0 White's.
func (f *Forces) At(p board.Point) int {
	return int(f.force[p][Up]+f.force[p][Right]+f.force[p][Down]+f.force[p][Left]) / 2
}

// Owner returns whose territory an empty point is: Black's if all four forces are
// above 0 and their sum is above [Threshold], White's with the signs reversed, else
// nobody's; Empty too for a point with a stone [A12].
func (f *Forces) Owner(p board.Point) board.Color {
	if f.taken[p] {
		return board.Empty
	}
	low, high := int32(math.MaxInt32), int32(math.MinInt32)
	for _, force := range f.force[p] {
		low, high = min(low, force), max(high, force)
	}
	switch total := f.At(p); {
	case low > 0 && total > Threshold:
		return board.Black
	case high < 0 && total < -Threshold:
		return board.White
	}
	return board.Empty
}

// Balance says who is ahead and by how much: the sum of the total force on all
// points, above 0 if Black is ahead.
func (f *Forces) Balance() (sum int) {
	for i := range f.size.Count() {
		sum += f.At(f.size.Point(i))
	}
	return sum
}
