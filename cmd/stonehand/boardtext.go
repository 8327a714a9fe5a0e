package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// boardText is a board as text.
type boardText struct {
	size   board.Size
	points map[board.Point]string // one letter for each that is not empty
	utf8   bool
}

// newBoardText draws a position: X and O, or circles where the locale has them.
func newBoardText(pos *connect.Position) *boardText {
	size := pos.Size()
	d := &boardText{size: size, points: map[board.Point]string{}, utf8: utf8Locale()}
	for p := range size.Points {
		if pos.At(p) != board.Empty {
			d.stone(p, pos.At(p))
		}
	}
	return d
}

// stone draws a stone.
func (d *boardText) stone(p board.Point, c board.Color) {
	shapes := map[bool][2]string{true: {"●", "○"}, false: {"X", "O"}}[d.utf8]
	d.points[p] = shapes[0]
	if c == board.White {
		d.points[p] = shapes[1]
	}
}

// turns labels the empty points of turns; the first turn that plays on a point names it.
func (d *boardText) turns(list []connect.Move, label func(i int) byte) {
	for i, m := range list {
		for _, p := range m.Points(nil) {
			if d.size.Has(p) && d.points[p] == "" {
				d.points[p] = string(label(i))
			}
		}
	}
}

// mark draws a letter on the points of a turn.
func (d *boardText) mark(m connect.Move, letter string) {
	for _, p := range m.Points(nil) {
		if d.size.Has(p) {
			d.points[p] = letter
		}
	}
}

// write writes the board, each line behind an indent.
func (d *boardText) write(out io.Writer, indent string) {
	var b strings.Builder
	empty := map[bool]string{true: "·", false: "."}[d.utf8]
	columns := indent + "  "
	for x := range d.size.Cols {
		columns += " " + board.At(x, 0).String()[:1]
	}
	fmt.Fprintln(&b, columns)
	for y := d.size.Rows - 1; y >= 0; y-- {
		fmt.Fprintf(&b, "%s%2d", indent, y+1)
		for x := range d.size.Cols {
			b.WriteString(" " + cmp.Or(d.points[board.At(x, y)], empty))
		}
		fmt.Fprintf(&b, " %d\n", y+1)
	}
	fmt.Fprintf(&b, "%s\n\n", columns)
	fmt.Fprint(out, b.String())
}

// utf8Locale says whether text may have more than ASCII, as the locale says: the first of
// these variables that is set decides (POSIX, Base Definitions 8.2).
func utf8Locale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(os.Getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// drawTurns draws a position, and turns that may follow it.
func drawTurns(out io.Writer, pos *connect.Position, turns []connect.Move, label func(i int) byte) {
	d := newBoardText(pos)
	d.turns(turns, label)
	d.write(out, "")
}

// ordinal numbers the turns of a line: 1 the first, a the tenth.
func ordinal(i int) byte {
	const digits = "123456789"
	if i < len(digits) {
		return digits[i]
	}
	return label(i - len(digits))
}

// drawTurn draws the position before a turn that was judged: p is where it was played,
// b where a better one goes.
func (d *boardText) drawTurn(out io.Writer, j *lab.Judged) {
	marked := &boardText{d.size, maps.Clone(d.points), d.utf8}
	marked.mark(j.Played, "p")
	marked.mark(j.Better, "b")
	marked.write(out, "      ")
}
