package calib

import (
	"fmt"

	"stonehand/hw"
)

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
		return hw.Errorf("a device cannot be turned by %d quarters; use 0 to 3", o.Quarters)
	case !o.fits(cols, rows):
		return hw.Errorf("a board of %d columns and %d rows cannot be turned by %d quarters; use 0 or 2", cols, rows, o.Quarters)
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
