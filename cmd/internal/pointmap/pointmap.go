// Package pointmap brings the points of devices to the points of a game, and back.
package pointmap

import (
	"slices"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Map brings the points of a board's devices to those of a game. The game is played in
// the middle, where the board has more points than the game; what lies beyond is no part
// of it. Where sensors or lamps are turned or mirrored, [Map.Lie] says how. It is not safe
// for concurrent use.
type Map struct {
	Board board.Size // that devices number their points by
	Game  board.Size

	sensor []int // by point of the board: the point of the sensors; nil: the same
	lamp   []int // by point of the lamps: the point of the board; nil: the same
	frame  []hw.State
}

// Lie says how the board's devices lie; nil: as they are numbered.
func (m *Map) Lie(c *calib.Calibration) {
	m.sensor, m.lamp = nil, nil
	if c == nil {
		return
	}
	cols, rows := c.Board.Cols, c.Board.Rows
	if c.Sensors != (calib.Orientation{}) {
		m.sensor = make([]int, cols*rows)
		for p := range m.sensor {
			m.sensor[c.Sensors.Board(p, cols, rows)] = p
		}
	}
	if c.Lamps != (calib.Orientation{}) {
		m.lamp = make([]int, cols*rows)
		for p := range m.lamp {
			m.lamp[p] = c.Lamps.Board(p, cols, rows)
		}
	}
}

// Fits reports whether the board has room for the game.
func (m *Map) Fits() bool { return m.Game.Cols <= m.Board.Cols && m.Game.Rows <= m.Board.Rows }

// Whole reports whether the game takes the whole board.
func (m *Map) Whole() bool { return m.Game == m.Board }

// Corner is where on the board the game's lower left point lies.
func (m *Map) Corner() (x, y int) {
	return (m.Board.Cols - m.Game.Cols) / 2, (m.Board.Rows - m.Game.Rows) / 2
}

// Index returns the board's number of a point of the game.
func (m *Map) Index(p board.Point) int {
	x, y := m.Corner()
	return m.Board.Index(board.At(p.X()+x, p.Y()+y))
}

// Point returns the game's point with a number of the board's; Nowhere if it lies
// beyond.
func (m *Map) Point(index int) board.Point {
	if index < 0 || index >= m.Board.Count() {
		return board.Nowhere
	}
	p := m.Board.Point(index)
	left, bottom := m.Corner()
	x, y := p.X()-left, p.Y()-bottom
	if x < 0 || y < 0 || x >= m.Game.Cols || y >= m.Game.Rows {
		return board.Nowhere
	}
	return board.At(x, y)
}

// Inside lists, by the game's numbers, those of the board's points that belong to
// the game.
func (m *Map) Inside(points []int) []int {
	var list []int
	for _, n := range points {
		if p := m.Point(n); p != board.Nowhere {
			list = append(list, m.Game.Index(p))
		}
	}
	return list
}

// Frame returns what the game's points show of all that the sensors do. What it returns
// holds until the next call. Points that the frame lacks are Unknown.
func (m *Map) Frame(points []hw.State) []hw.State {
	if m.sensor == nil && m.Whole() {
		return points
	}
	m.frame = m.frame[:0]
	for n := range m.Game.Count() {
		at, s := m.Index(m.Game.Point(n)), hw.Unknown
		if m.sensor != nil {
			at = m.sensor[at]
		}
		if at < len(points) {
			s = points[at]
		}
		m.frame = append(m.frame, s)
	}
	return m.frame
}

// Fields brings measured fields to the game, as [Map.Frame] does frames.
func (m *Map) Fields(strength []int8) []int8 {
	out := make([]int8, m.Game.Count())
	for n := range out {
		at := m.Index(m.Game.Point(n))
		if m.sensor != nil {
			at = m.sensor[at]
		}
		if at < len(strength) {
			out[n] = strength[at]
		}
	}
	return out
}

// Levels returns levels of the board's points by the sensors' numbers.
func (m *Map) Levels(levels []hw.Level) []hw.Level {
	if m.sensor == nil || len(levels) != len(m.sensor) {
		return levels
	}
	out := make([]hw.Level, len(levels))
	for p, at := range m.sensor {
		out[at] = levels[p]
	}
	return out
}

// Picture makes a picture for the lamps from one of the game.
func (m *Map) Picture(p hw.Picture) hw.Picture {
	p = m.spread(p)
	if m.lamp == nil {
		return p
	}
	out := hw.Picture{Points: make([]hw.Signal, len(m.lamp)), Edge: p.Edge}
	for at, q := range m.lamp {
		if q < len(p.Points) {
			out.Points[at] = p.Points[q]
		}
	}
	return out
}

// spread makes a picture of the board from one of the game. Dim lights beyond its
// corners show where the game lies.
func (m *Map) spread(p hw.Picture) hw.Picture {
	if m.Whole() || !m.Fits() || len(p.Points) != m.Game.Count() {
		return p
	}
	all := hw.Picture{Points: make([]hw.Signal, m.Board.Count()), Edge: p.Edge}
	for n, s := range p.Points {
		all.Points[m.Index(m.Game.Point(n))] = s
	}
	dark := p.Edge == hw.Off && !slices.ContainsFunc(p.Points, func(s hw.Signal) bool { return s != hw.Off })
	if dark {
		return all
	}
	left, bottom := m.Corner()
	right, top := left+m.Game.Cols, bottom+m.Game.Rows
	for _, at := range [4][2]int{{left - 1, bottom - 1}, {left - 1, top}, {right, bottom - 1}, {right, top}} {
		if at[0] >= 0 && at[1] >= 0 && at[0] < m.Board.Cols && at[1] < m.Board.Rows {
			all.Points[m.Board.Index(board.At(at[0], at[1]))] = hw.LastMove
		}
	}
	return all
}
