package influence

import "stonehand/engine/board"

// Map is the influence model: one number for every point.
//
// The distance of a point in another row or column is the sum of both distances; each
// stone strictly between two points of one row or column adds 2. On the first
// line the distance to that line does not count: 金角银边, corners and sides are
// easier to hold.
type Map struct {
	size  board.Size
	value [board.Cells]int32
}

// Set works the map out for the stones on a board.
func (m *Map) Set(size board.Size, stones *Stones) {
	*m = Map{size: size}
	for p := range size.Points {
		if s := sign(stones[p]); s != 0 {
			m.add(stones, p, s)
		}
	}
}

// Change brings the map from the stones before to those after, which differ on the
// changed points only. It is the same as Set, and quicker where these are few: other
// stones send out something else only where they pass a changed point.
func (m *Map) Change(before, after *Stones, changed []board.Point) {
	var seen [board.Cells]bool
	again := func(p board.Point) {
		if seen[p] {
			return
		}
		seen[p] = true
		if s := sign(before[p]); s != 0 {
			m.add(before, p, -s)
		}
		if s := sign(after[p]); s != 0 {
			m.add(after, p, s)
		}
	}
	for _, p := range changed {
		x, y := p.X(), p.Y()
		for col := max(x-reach, 0); col <= min(x+reach, m.size.Cols-1); col++ {
			again(board.At(col, y))
		}
		for row := max(y-reach, 0); row <= min(y+reach, m.size.Rows-1); row++ {
			again(board.At(x, row))
		}
	}
}

// add adds what one stone sends out.
func (m *Map) add(stones *Stones, at board.Point, s int32) {
	x, y := at.X(), at.Y()
	for row := max(y-reach, 0); row <= min(y+reach, m.size.Rows-1); row++ {
		for col := max(x-reach, 0); col <= min(x+reach, m.size.Cols-1); col++ {
			dx, dy := abs(col-x), abs(row-y)
			d := dx + dy
			if dx == 0 || dy == 0 {
				d += passing * between(stones, at, board.At(col, row), d)
			}
			if row == 0 || row == m.size.Rows-1 {
				d -= dy
			}
			if col == 0 || col == m.size.Cols-1 {
				d -= dx
			}
			if d <= reach {
				m.value[board.At(col, row)] += s << (reach - d)
			}
		}
	}
}

// between counts the stones strictly between two points of one row or column that
// lie d points apart.
func between(stones *Stones, a, b board.Point, d int) (n int) {
	if d < 2 {
		return 0
	}
	step := (int(b) - int(a)) / d
	for p := int(a) + step; p != int(b); p += step {
		if stones[p] != board.Empty {
			n++
		}
	}
	return n
}

// At returns the influence on a point of the board: above 0 Black's, below 0
// White's.
func (m *Map) At(p board.Point) int { return int(m.value[p]) }

// Owner returns whose the point is shown as: Black's above [Threshold], White's
// below its negative, else Empty.
func (m *Map) Owner(p board.Point) board.Color {
	switch v := m.value[p]; {
	case v > Threshold:
		return board.Black
	case v < -Threshold:
		return board.White
	}
	return board.Empty
}

// Balance says who is ahead and by how much: the sum of the influence on all points,
// above 0 if Black is ahead.
func (m *Map) Balance() (sum int) {
	for i := range m.size.Count() {
		sum += int(m.value[m.size.Point(i)])
	}
	return sum
}
