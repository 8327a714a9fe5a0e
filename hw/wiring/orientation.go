package wiring

import (
	"fmt"
	"hash/fnv"
)

// Orientation is how a board lies before its players: turned, or wired as seen
// from below. The zero Orientation changes nothing.
type Orientation struct {
	Rotate int  // degrees clockwise: 0, 90, 180 or 270
	Mirror bool // left and right change, before the board is turned
}

// Check says what is wrong with o, as an [Error], or nil.
func (o Orientation) Check() error {
	switch o.Rotate {
	case 0, 90, 180, 270:
		return nil
	}
	return wrong("rotate", "is %d; it can be 0, 90, 180 or 270", o.Rotate)
}

// Size returns the columns and rows that a board has as it is wired, where it
// has the given ones as it lies.
func (o Orientation) Size(cols, rows int) (wiredCols, wiredRows int) {
	if o.Rotate%180 != 0 {
		return rows, cols
	}
	return cols, rows
}

// Points returns, for each point of the board as it is wired, the point that it
// is as the board lies, there with the given columns and rows. An Orientation
// that Check refuses counts as not turned.
func (o Orientation) Points(cols, rows int) []int {
	c, r := o.Size(cols, rows)
	table := make([]int, c*r)
	for i := range table {
		x, y := i%c, i/c
		if o.Mirror {
			x = c - 1 - x
		}
		switch o.Rotate {
		case 90:
			x, y = y, c-1-x
		case 180:
			x, y = c-1-x, r-1-y
		case 270:
			x, y = r-1-y, x
		}
		table[i] = y*cols + x
	}
	return table
}

// Then returns the orientation of a board that is oriented by o and after that
// by p.
func (o Orientation) Then(p Orientation) Orientation {
	rotate := o.Rotate
	if p.Mirror {
		rotate = -rotate // a mirror turns the way round
	}
	return Orientation{(rotate + p.Rotate + 360) % 360, o.Mirror != p.Mirror}
}

// Inverse returns the orientation that takes o back.
func (o Orientation) Inverse() Orientation {
	if o.Mirror {
		return o // a mirror image turned is its own way back
	}
	return Orientation{(360 - o.Rotate) % 360, false}
}

// Identity tells one wiring from another: by which place serves which point. What
// was found out through one says nothing of the other, and bare chips and LEDs do
// not say which board they are on.
func Identity(chain []int) string {
	h := fnv.New64a()
	for _, p := range chain {
		fmt.Fprintf(h, "%d,", p)
	}
	return fmt.Sprintf("wired-%016x", h.Sum64())
}
