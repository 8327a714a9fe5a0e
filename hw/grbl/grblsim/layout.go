package grblsim

import (
	"fmt"
	"math"

	"stonehand/hw"
)

// Point is a place in the plane, true coordinates in mm.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point, k float64) Point { return Point{p.X + k*q.X, p.Y + k*q.Y} }

func (p Point) to(q Point) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }

// Grip is the output that makes the gripper hold.
type Grip uint8

// The outputs.
const (
	GripSpindle Grip = iota // M3 with a speed of at least Layout.GripSpeed: magnet, vacuum pump, servo
	GripCoolant             // M8
)

// Tray is where stones are fetched from: one spot, to which the next stone moves
// when one is taken. A tray of many places is many trays of one stone.
type Tray struct {
	At    Point
	Top   float64  // the height at which its stones are reached; 0: Layout.GripZ
	Stone hw.State // hw.Black or hw.White
	Count int      // stones in it
	Slot  bool     // it takes a stone of its colour back when it is empty; a tube takes none
}

// TrayGrid returns a tray of cols by rows slots, a stone in each.
func TrayGrid(s hw.State, at, col, row Point, cols, rows int) []Tray {
	var list []Tray
	for r := range rows {
		for c := range cols {
			list = append(list, Tray{At: at.plus(col, float64(c)).plus(row, float64(r)), Stone: s, Count: 1, Slot: true})
		}
	}
	return list
}

// Layout is what stands behind the controller, true coordinates in mm.
type Layout struct {
	Travel     Vec // between the switches of an axis: from 0 down to -Travel
	Overtravel float64
	StepsPerMM Vec  // what the motors really need, whatever $100 to $102 say
	Pull       Vec  // the speeds, in mm/s, above which a motor falls out of step, until it is slower than half of them; 0: none
	OneSwitch  bool // an axis has no second switch, at its lower end
	Start      Vec  // where the machine stands when it is made

	Cols, Rows int     // of the board
	Origin     Point   // its point 0: column 0, row 0
	Col, Row   Point   // from one column, from one row, to the next
	Capture    float64 // a stone within this distance of a point stands on it

	GripZ     float64 // at this height and below the gripper reaches stones on the board, and the probe touches
	Floor     float64 // lower than this it cannot get; over trays it is as far below their stones
	Reach     float64 // how far beside the gripper a stone may lie
	Grip      Grip
	GripSpeed float64 // of the spindle output from which on it holds, rpm
	Brake     float64 // of a machine whose motors have let go, mm/s²
	Trays     []Tray
	Bins      []Point // stones let go within binWidth of one, from whatever height, are in it
}

// DefaultLayout is an arm of 500 x 500 x 60 mm over a 19x19 board with points 22
// mm apart, with a tray of each colour beside it.
func DefaultLayout() Layout {
	return Layout{
		Travel: Vec{502, 502, 62}, Overtravel: 4, StepsPerMM: Vec{80, 80, 400}, Pull: Vec{250, 250, 50}, Start: Vec{-230, -180, -15},
		Cols: 19, Rows: 19, Origin: Point{-448, -448}, Col: Point{22, 0}, Row: Point{0, 22}, Capture: 6,
		GripZ: -50, Floor: -55, Reach: 3, GripSpeed: 1, Brake: 4000,
		Trays: []Tray{
			{At: Point{-480, -250}, Stone: hw.Black, Count: 181},
			{At: Point{-20, -250}, Stone: hw.White, Count: 180},
		},
	}
}

// check says what of a layout cannot be.
func (l *Layout) check() error {
	for a := range axes {
		switch {
		case !(l.Travel[a] > 0 && l.Travel[a] < 1e5):
			return fmt.Errorf("grblsim: a travel of %v mm along %c cannot be; use more than 0", l.Travel[a], axisNames[a])
		case !(l.StepsPerMM[a] > 0 && l.StepsPerMM[a] < 1e6):
			return fmt.Errorf("grblsim: %v steps a millimetre along %c cannot be; use more than 0", l.StepsPerMM[a], axisNames[a])
		case !(l.Pull[a] >= 0):
			return fmt.Errorf("grblsim: a motor of %c that falls out of step at %v mm/s cannot be; use 0 or more", axisNames[a], l.Pull[a])
		case !(l.Start[a] >= -l.Travel[a]-l.Overtravel && l.Start[a] <= l.Overtravel):
			return fmt.Errorf("grblsim: a start at %v mm along %c lies outside the travel; use %v to 0", l.Start[a], axisNames[a], -l.Travel[a])
		}
	}
	switch {
	case !(l.Overtravel >= 0 && l.Overtravel < 1e5):
		return fmt.Errorf("grblsim: an overtravel of %v mm cannot be; use 0 or more", l.Overtravel)
	case l.Cols < 0 || l.Rows < 0 || l.Cols > 64 || l.Rows > 64:
		return fmt.Errorf("grblsim: a board of %d columns and %d rows cannot be; use 0 to 64", l.Cols, l.Rows)
	case !(l.Brake > 0):
		return fmt.Errorf("grblsim: a braking of %v mm/s² cannot be; use more than 0", l.Brake)
	case !(l.Floor <= l.GripZ):
		return fmt.Errorf("grblsim: the floor at %v mm lies over the stones at %v; put it lower", l.Floor, l.GripZ)
	}
	for i, t := range l.Trays {
		if !(t.Top <= 0 && t.Top > -1e5) {
			return fmt.Errorf("grblsim: tray %d has its stones at %v mm; use heights below 0, where the axis ends", i+1, t.Top)
		}
		if t.Stone != hw.Black && t.Stone != hw.White || t.Count < 0 {
			return fmt.Errorf("grblsim: tray %d holds %d stones, %s; use 0 or more, black or white", i+1, t.Count, t.Stone)
		}
	}
	return nil
}

// Over returns where a point of the board lies.
func (l *Layout) Over(point int) Point {
	if l.Cols == 0 {
		return l.Origin
	}
	return l.Origin.plus(l.Col, float64(point%l.Cols)).plus(l.Row, float64(point/l.Cols))
}

// top returns the height at which the gripper reaches stones at p: those of a
// tray within trayWidth, else those on the board.
func (l *Layout) top(p Point) float64 {
	best, top := trayWidth, l.GripZ
	for _, t := range l.Trays {
		if d := t.At.to(p); d <= best && t.Top != 0 {
			best, top = d, t.Top
		}
	}
	return top
}

// binWidth is how far from a bin's place stones still fall into it, mm.
const binWidth = 15.0

// trayWidth is how far around a tray its own height counts, mm.
const trayWidth = 8.0

// point returns the point of the board that a stone at p stands on, or -1.
func (l *Layout) point(p Point) int {
	best, at := l.Capture, -1
	for i := range l.Cols * l.Rows {
		if d := p.to(l.Over(i)); d <= best {
			best, at = d, i
		}
	}
	return at
}
