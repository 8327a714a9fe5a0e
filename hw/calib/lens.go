package calib

import (
	"fmt"

	"stonehand/hw"
)

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

// Orientation is how a device lies on the board: its own grid, mirrored left to
// right if Mirror says so, and then turned clockwise, as seen from above, by so
// many quarters. The zero Orientation is that of a device whose numbers are the
// board's.
type Orientation struct {
	Quarters int  `json:"quarters"` // clockwise, 0 to 3; on a board that is not square 0 or 2
	Mirror   bool `json:"mirror,omitempty"`
}

// orientations lists those that fit a board of so many columns and rows, the
// most likely first.
func orientations(cols, rows int) []Orientation {
	var all []Orientation
	for _, mirror := range []bool{false, true} {
		for quarters := range 4 {
			if o := (Orientation{quarters, mirror}); o.fits(cols, rows) {
				all = append(all, o)
			}
		}
	}
	return all
}

// fits reports whether a board of so many columns and rows has the orientation.
func (o Orientation) fits(cols, rows int) bool {
	return o.Quarters >= 0 && o.Quarters <= 3 && (cols == rows || o.Quarters%2 == 0)
}

// Check says what is wrong with o on a board of so many columns and rows, as a
// sentence, or returns nil.
func (o Orientation) Check(cols, rows int) error {
	switch {
	case o.Quarters < 0 || o.Quarters > 3:
		return fmt.Errorf("a device cannot be turned by %d quarters; use 0 to 3", o.Quarters)
	case !o.fits(cols, rows):
		return fmt.Errorf("a board of %d columns and %d rows cannot be turned by %d quarters; use 0 or 2", cols, rows, o.Quarters)
	}
	return nil
}

// Board returns which point of a board of so many columns and rows the device's
// point p is.
func (o Orientation) Board(p, cols, rows int) int {
	x, y := p%cols, p/cols
	if o.Mirror {
		x = cols - 1 - x
	}
	for range o.Quarters % 4 {
		if cols != rows { // two quarters at a time
			x, y = cols-1-x, rows-1-y
			break
		}
		x, y = y, cols-1-x
	}
	return y*cols + x
}

// String says the orientation for a log line.
func (o Orientation) String() string {
	switch {
	case o == Orientation{}:
		return "as numbered"
	case !o.Mirror:
		return fmt.Sprintf("turned by %d degrees", 90*o.Quarters)
	case o.Quarters == 0:
		return "mirrored"
	}
	return fmt.Sprintf("mirrored and turned by %d degrees", 90*o.Quarters)
}
