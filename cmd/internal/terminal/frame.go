package terminal

import "stonehand/engine/board"

// frame is where everything is in a window.
type frame struct {
	size       board.Size
	left, top  int // of the board: where its first column and its highest row are drawn
	pitch      int // columns of the window for a column of the board: 2, or 1 where it is narrow
	cols, rows int // points that fit
	x0, y1     int // the first column, and the highest row, that are drawn

	panel, panelWidth int // where what is beside the board begins; 0 wide: nothing is
	below             int // first line under the board
	hot               []hot
}

// hot is a place that can be clicked.
type hot struct {
	x, y, width int
	do          func(*model) task
}

// What a window needs beside the board, in columns and lines.
const (
	leastWidth, leastHeight = 24, 12
	margin                  = 3  // row numbers
	leastPanel              = 28 // beside the board
	leastPanelHeight        = 21
	head                    = 1 // who is to move
	letters                 = 1 // names of the columns
)

// newFrame lays a board out in a window. A window that is too small for the whole board
// shows the part around the cursor.
func newFrame(width, height int, size board.Size, cursor board.Point) frame {
	f := frame{size: size, left: margin, top: head, pitch: 2}
	below := 3
	if width >= margin+2*size.Cols+leastPanel {
		f.panel = margin + 2*size.Cols + 1
		f.panelWidth = width - f.panel
	} else {
		below += 2 // what can be chosen
		if width < margin+2*size.Cols {
			f.pitch = 1
		}
	}
	f.cols = min(size.Cols, (width-margin)/f.pitch)
	f.rows = min(size.Rows, height-head-letters-below)
	f.x0 = window(size.Cols, f.cols, cursor.X())
	f.y1 = window(size.Rows, f.rows, cursor.Y()) + f.rows - 1
	f.below = f.top + f.rows + letters
	if f.panelWidth > 0 { // beside a small board there is much to say too
		f.below = max(f.below, min(height-below, leastPanelHeight))
	}
	return f
}

// window is the first of so many lines around one of them, of all.
func window(all, shown, around int) int {
	return max(0, min(all-shown, around-shown/2))
}

// at is where a point is drawn; ok is false where it is not.
func (f *frame) at(p board.Point) (x, y int, ok bool) {
	i, j := p.X()-f.x0, f.y1-p.Y()
	return f.left + i*f.pitch, f.top + j, i >= 0 && i < f.cols && j >= 0 && j < f.rows
}

// point is the point that is drawn at a place. The column right of a point is its own.
func (f *frame) point(x, y int) (board.Point, bool) {
	i, j := x-f.left, y-f.top
	if f.pitch == 0 || i < 0 || j < 0 || i >= f.cols*f.pitch || j >= f.rows {
		return board.Nowhere, false
	}
	return board.At(f.x0+i/f.pitch, f.y1-j), true
}
