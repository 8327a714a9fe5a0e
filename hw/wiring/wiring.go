// Package wiring says which place of a chain serves which point of a board: the
// bits of a chain of shift registers, the inputs of a row of expanders, the
// LEDs of a strip. It is pure: what a builder writes into the configuration goes
// in, a table of point numbers comes out.
//
// A [Layout] that is not set at all goes along the rows from the lower left corner,
// every row from the left, as points are numbered (package hw).
package wiring

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"stonehand/hw"
)

// Unused is what a place that serves no point has in a table of points.
const Unused = -1

// MaxPlaces is the most places that a chain can have, and MaxSide the most columns
// or rows of a board.
const (
	MaxPlaces = 1 << 14
	MaxSide   = 64
)

// Corners of a board, for [Layout.Start], as the player called Black sees them.
const (
	LowerLeft  = "lower-left"
	LowerRight = "lower-right"
	UpperLeft  = "upper-left"
	UpperRight = "upper-right"
)

// Directions of a chain's lines, for [Layout.Along].
const (
	Rows    = "rows"
	Columns = "columns"
)

// Presets, for [Layout.Preset].
const (
	Straight   = "straight"   // row by row from the lower left corner, every row from the left
	Serpentine = "serpentine" // as Straight, with every second row from the right: a strip laid to and fro
	Bytes      = "bytes"      // as Straight, with every row beginning on a chip of 8 bits of its own
)

// Layout is how a chain runs over a board. Its keys are those of the
// configuration.
type Layout struct {
	Preset     string `toml:"preset"`     // a layout by its name; empty: the five keys that follow say it
	Start      string `toml:"start"`      // the corner of the chain's first point; empty: LowerLeft
	Along      string `toml:"along"`      // Rows or Columns: the lines that the chain follows; empty: Rows
	Serpentine bool   `toml:"serpentine"` // every second line runs the other way
	Between    int    `toml:"between"`    // unused places between two neighbours on a line, 0 to 64
	Spare      int    `toml:"spare"`      // unused places after every line but the last, 0 to 1024
	Rotate     int    `toml:"rotate"`     // how far the wired board is turned clockwise: 0, 90, 180 or 270 degrees
	Mirror     bool   `toml:"mirror"`     // the board is wired as seen from below: left and right change before it is turned
	Skip       []int  `toml:"skip"`       // further places that serve no point, from 0
	List       []int  `toml:"list"`       // the point of each place, -1 for none, in place of all keys but rotate and mirror
}

// Error is what is wrong with one key of a layout.
type Error struct {
	Key  string // as in the configuration, "start"
	What error  // a sentence without the key: what it is, what it can be
}

// Error writes the key and the sentence.
func (e *Error) Error() string { return "wiring." + e.Key + " " + e.What.Error() }

func wrong(key, format string, args ...any) error {
	return &Error{Key: key, What: hw.Errorf(format, args...)}
}

// Points returns, for each place of the chain, the point that it serves on a
// board of so many columns and rows, or [Unused]. Every point is there exactly
// once. What is wrong with the layout is told as an [Error].
func (l Layout) Points(cols, rows int) ([]int, error) {
	if cols < 1 || rows < 1 || cols > MaxSide || rows > MaxSide {
		return nil, hw.Errorf("no board has %d columns and %d rows; both can be 1 to %d", cols, rows, MaxSide)
	}
	if !slices.Contains([]int{0, 90, 180, 270}, l.Rotate) {
		return nil, wrong("rotate", "is %d; it can be 0, 90, 180 or 270", l.Rotate)
	}
	if len(l.List) > 0 {
		return l.listed(cols, rows)
	}
	l, err := l.plain(cols, rows)
	if err != nil {
		return nil, err
	}
	chain, err := l.skipped(l.walk(l.wired(cols, rows)))
	if err != nil {
		return nil, err
	}
	return l.turned(chain, cols, rows), nil
}

// wired returns the columns and rows that a board has as it is wired, where it has the
// given ones as it lies.
func (l Layout) wired(cols, rows int) (wiredCols, wiredRows int) {
	if l.Rotate%180 != 0 {
		return rows, cols
	}
	return cols, rows
}

// plain replaces what is left to its default, and a preset, by the keys that they
// stand for.
func (l Layout) plain(cols, rows int) (Layout, error) {
	if l.Preset != "" && (l.Start != "" || l.Along != "" || l.Serpentine || l.Between != 0 || l.Spare != 0) {
		return l, wrong("preset", "is %q, and start, along, serpentine, between and spare are set by it; leave them out, or the preset", hw.Clip(l.Preset))
	}
	switch l.Preset {
	case "", Straight:
	case Serpentine:
		l.Serpentine = true
	case Bytes:
		cols, _ := l.wired(cols, rows)
		l.Spare = (8 - cols%8) % 8
	default:
		return l, wrong("preset", "is %q; it can be %s", hw.Clip(l.Preset), hw.Choice{Straight, Serpentine, Bytes})
	}
	l.Start = cmp.Or(l.Start, LowerLeft)
	l.Along = cmp.Or(l.Along, Rows)
	corners := []string{LowerLeft, LowerRight, UpperLeft, UpperRight}
	switch {
	case !slices.Contains(corners, l.Start):
		return l, wrong("start", "is %q; it can be %s", hw.Clip(l.Start), hw.Choice(corners))
	case l.Along != Rows && l.Along != Columns:
		return l, wrong("along", "is %q; it can be %s", hw.Clip(l.Along), hw.Choice{Rows, Columns})
	case l.Between < 0 || l.Between > 64:
		return l, wrong("between", "is %d; it can be 0 to 64", l.Between)
	case l.Spare < 0 || l.Spare > 1024:
		return l, wrong("spare", "is %d; it can be 0 to 1024", l.Spare)
	}
	return l, nil
}

// walk follows the chain over the board as it is wired, before anybody turned it.
func (l Layout) walk(cols, rows int) []int {
	lines, length := rows, cols
	if l.Along == Columns {
		lines, length = cols, rows
	}
	fromRight := l.Start == LowerRight || l.Start == UpperRight
	fromTop := l.Start == UpperLeft || l.Start == UpperRight
	var chain []int
	for line := range lines {
		for k := range length {
			i := k
			if l.Serpentine && line%2 == 1 {
				i = length - 1 - k
			}
			col, row := i, line
			if l.Along == Columns {
				col, row = line, i
			}
			if fromRight {
				col = cols - 1 - col
			}
			if fromTop {
				row = rows - 1 - row
			}
			chain = append(chain, row*cols+col)
			if k < length-1 {
				chain = append(chain, slices.Repeat([]int{Unused}, l.Between)...)
			}
		}
		if line < lines-1 {
			chain = append(chain, slices.Repeat([]int{Unused}, l.Spare)...)
		}
	}
	return chain
}

// skipped puts the further unused places into a chain.
func (l Layout) skipped(chain []int) ([]int, error) {
	skip := slices.Sorted(slices.Values(l.Skip))
	length := len(chain) + len(skip)
	if length > MaxPlaces {
		return nil, wrong("skip", "and the other keys make a chain of %d places; %d are the most", length, MaxPlaces)
	}
	for i, place := range skip {
		switch {
		case place < 0 || place >= length:
			return nil, wrong("skip", "names place %d; the chain's places go from 0 to %d", place, length-1)
		case i > 0 && skip[i-1] == place:
			return nil, wrong("skip", "names place %d twice; once is enough", place)
		}
		chain = slices.Insert(chain, place, Unused)
	}
	return chain, nil
}

// listed takes the chain as a builder wrote it down.
func (l Layout) listed(cols, rows int) ([]int, error) {
	if l.Preset != "" || l.Start != "" || l.Along != "" || l.Serpentine || l.Between != 0 || l.Spare != 0 || len(l.Skip) > 0 {
		return nil, wrong("list", "says where every point is; leave out the other keys but rotate and mirror")
	}
	if len(l.List) > MaxPlaces {
		return nil, wrong("list", "has %d places; %d are the most", len(l.List), MaxPlaces)
	}
	place := make([]int, cols*rows)
	for i, p := range l.List {
		switch {
		case p == Unused:
		case p < 0 || p >= len(place):
			return nil, wrong("list", "has point %d at place %d; points go from 0 to %d, and -1 stands for none", p, i, len(place)-1)
		case place[p] > 0:
			return nil, wrong("list", "has point %d at place %d and again at place %d; every point has one place", p, place[p]-1, i)
		default:
			place[p] = i + 1
		}
	}
	var missing []string
	for p, at := range place {
		if at == 0 {
			missing = append(missing, strconv.Itoa(p))
		}
	}
	if n := len(missing); n > 0 {
		if n > 5 {
			missing = append(missing[:5], "...")
		}
		return nil, wrong("list", "leaves out %d of the %d points of %d columns and %d rows: %s", n, len(place), cols, rows, strings.Join(missing, ", "))
	}
	return l.turned(l.List, cols, rows), nil
}

// turned returns the chain of a board that has been turned to lie as it does.
func (l Layout) turned(chain []int, cols, rows int) []int {
	c, r := l.wired(cols, rows)
	out := make([]int, len(chain))
	for i, p := range chain {
		if p == Unused {
			out[i] = Unused
			continue
		}
		x, y := p%c, p/c
		if l.Mirror {
			x = c - 1 - x
		}
		switch l.Rotate {
		case 90:
			x, y = y, c-1-x
		case 180:
			x, y = c-1-x, r-1-y
		case 270:
			x, y = r-1-y, x
		}
		out[i] = y*cols + x
	}
	return out
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
