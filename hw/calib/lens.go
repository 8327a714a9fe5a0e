package calib

import "stonehand/hw"

// Lens brings a device's frames to the board's numbers, and the board's pictures
// to the device's. The zero Lens changes nothing. It is not safe for concurrent
// use.
type Lens struct {
	device []int // by point of the board: the point of the sensors; nil: the same
	lamp   []int // by point of the lamps: the point of the board; nil: the same
	frame  []hw.State
}

// NewLens returns the lens for a board of c's.
func NewLens(c Calibration) Lens {
	cols, rows := c.Board.Cols, c.Board.Rows
	var l Lens
	if c.Sensors != (Orientation{}) {
		l.device = make([]int, cols*rows)
		l.frame = make([]hw.State, cols*rows)
		for p := range l.device {
			l.device[c.Sensors.Board(p, cols, rows)] = p
		}
	}
	if c.Lamps != (Orientation{}) {
		l.lamp = make([]int, cols*rows)
		for p := range l.lamp {
			l.lamp[p] = c.Lamps.Board(p, cols, rows)
		}
	}
	return l
}

// Frame returns a frame's points by the board's numbers. What it returns holds
// until the next call. Points that the frame lacks are Unknown.
func (l *Lens) Frame(points []hw.State) []hw.State {
	if l.device == nil {
		return points
	}
	for p, d := range l.device {
		l.frame[p] = hw.Unknown
		if d < len(points) {
			l.frame[p] = points[d]
		}
	}
	return l.frame
}

// Picture returns a picture by the lamps' numbers.
func (l *Lens) Picture(p hw.Picture) hw.Picture {
	if l.lamp == nil {
		return p
	}
	out := hw.Picture{Points: make([]hw.Signal, len(l.lamp)), Edge: p.Edge}
	for d, q := range l.lamp {
		if q < len(p.Points) {
			out.Points[d] = p.Points[q]
		}
	}
	return out
}

// Levels returns levels by the sensors' numbers.
func (l *Lens) Levels(levels []hw.Level) []hw.Level {
	if l.device == nil || len(levels) != len(l.device) {
		return levels
	}
	out := make([]hw.Level, len(levels))
	for p, d := range l.device {
		out[d] = levels[p]
	}
	return out
}
