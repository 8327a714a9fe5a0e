// Package board holds what every game on the table shares: points, colours,
// sizes, the names people and protocols give to points, the symmetries of the
// board and the random keys that positions are hashed with.
//
// It knows no rules and does no I/O.
package board

import (
	"fmt"
	"strconv"
	"strings"

	"stonehand/engine/problem"
)

// MaxSide is the longest side of a board that the product handles, in points.
const MaxSide = 20

// Cells is the length of an array that is indexed by [Point]: every point of
// every board up to MaxSide a side is below it.
const Cells = MaxSide * stride

// stride is the distance between the indices of two points one row apart. It
// does not depend on the board's size, so that a Point means the same place
// everywhere and needs no size to be taken apart.
const stride = 32

// Point is a crossing of the board: column from the left, row from the bottom,
// both counted from 0. The zero Point is the lower left corner.
type Point uint16

// Nowhere is the Point that is no point: the missing second stone of Black's
// first turn, an unknown place, a pass.
const Nowhere Point = 0xFFFF

// At returns the point in column x (from the left) and row y (from the bottom),
// both from 0 to MaxSide-1.
func At(x, y int) Point { return Point(y*stride + x) }

// X returns the column of p, 0 at the left.
func (p Point) X() int { return int(p) % stride }

// Y returns the row of p, 0 at the bottom.
func (p Point) Y() int { return int(p) / stride }

// Distance returns how many steps of a chess king lead from p to q.
func (p Point) Distance(q Point) int {
	dx, dy := p.X()-q.X(), p.Y()-q.Y()
	return max(dx, -dx, dy, -dy)
}

// Directions are the four lines through a point, as steps in column and row: right,
// up, up-right, down-right.
var Directions = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// Color is what stands on a point.
type Color uint8

// The colours. Empty is the zero Color.
const (
	Empty Color = iota
	Black
	White
)

// Other returns the opponent's colour; Empty stays Empty.
func (c Color) Other() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String returns "black", "white" or "empty": the words of the HTTP contract.
func (c Color) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "empty"
}

// ParseColor reads "black" or "white", in any case, also as "b" and "w".
func ParseColor(s string) (Color, bool) {
	switch s {
	case "black", "Black", "BLACK", "b", "B":
		return Black, true
	case "white", "White", "WHITE", "w", "W":
		return White, true
	}
	return Empty, false
}

// Size is the extent of a board in points, each side from 1 to MaxSide.
type Size struct {
	Cols, Rows int
}

// Valid reports whether both sides lie between 1 and MaxSide.
func (s Size) Valid() bool {
	return s.Cols >= 1 && s.Cols <= MaxSide && s.Rows >= 1 && s.Rows <= MaxSide
}

// Count returns the number of points.
func (s Size) Count() int { return s.Cols * s.Rows }

// Has reports whether p lies on the board.
func (s Size) Has(p Point) bool {
	return p != Nowhere && p.X() < s.Cols && p.Y() < s.Rows
}

// Index returns the rank of p in reading order from the lower left corner, row
// by row: the order in which devices number their points.
func (s Size) Index(p Point) int { return p.Y()*s.Cols + p.X() }

// Point is the inverse of [Size.Index].
func (s Size) Point(i int) Point { return At(i%s.Cols, i/s.Cols) }

// Points goes through all points, in the order of [Size.Index].
func (s Size) Points(yield func(Point) bool) {
	for i := range s.Count() {
		if !yield(s.Point(i)) {
			return
		}
	}
}

// Center returns the middle point; of an even side, the one below or left of
// the middle.
func (s Size) Center() Point { return At((s.Cols-1)/2, (s.Rows-1)/2) }

// Notation is a way to write a point. This file is the only place that knows
// them.
type Notation uint8

// The notations.
const (
	// Algebraic is column letter from the left, I included, and row number
	// from the bottom: J10 is the centre of 19x19. Connect6 and Gomoku people
	// use it, and it is the form of the HTTP contract.
	Algebraic Notation = iota
	// GTP is like Algebraic, but skips the letter I as Go players do: K10 is
	// the centre of 19x19 (Go Text Protocol 2, section 2.11).
	GTP
	// Pair is two letters A-T, column then row, the row counted from the
	// bottom: JJ is the centre of 19x19 (Connect6 contest protocol; NCTU SGF).
	Pair
	// SGF is two lower-case letters, column from the left, row from the top:
	// aa is the upper left corner (SGF FF[4], "Point" of a board game).
	SGF
)

const (
	letters    = "ABCDEFGHIJKLMNOPQRST"
	lettersGTP = "ABCDEFGHJKLMNOPQRSTU"
)

// Name writes p in the given notation; Nowhere is written "@@" in Pair and
// "pass" otherwise.
func (s Size) Name(p Point, n Notation) string {
	if p == Nowhere {
		if n == Pair {
			return "@@"
		}
		return "pass"
	}
	x, y := p.X(), p.Y()
	switch n {
	case GTP:
		return lettersGTP[x:x+1] + strconv.Itoa(y+1)
	case Pair:
		return letters[x:x+1] + letters[y:y+1]
	case SGF:
		y = s.Rows - 1 - y
		return strings.ToLower(letters[x:x+1] + letters[y:y+1])
	}
	return letters[x:x+1] + strconv.Itoa(y+1)
}

// String writes p in Algebraic notation, whatever the board's size.
func (p Point) String() string { return Size{MaxSide, MaxSide}.Name(p, Algebraic) }

// Parse reads one point of this board in the given notation, in either case.
// The error says what is wrong with the text and what would be right.
func (s Size) Parse(text string, n Notation) (Point, error) {
	t := strings.ToUpper(strings.TrimSpace(text))
	alphabet := letters
	if n == GTP {
		alphabet = lettersGTP
	}
	if len(t) < 2 {
		return Nowhere, problem.New("%q is not a point: write one like %q", Clip(text), s.Name(s.Center(), n))
	}
	x := strings.IndexByte(alphabet, t[0])
	y := -1
	if n == Pair || n == SGF {
		if len(t) == 2 {
			y = strings.IndexByte(letters, t[1])
		}
		if n == SGF && y >= 0 {
			y = s.Rows - 1 - y
		}
	} else if v, err := strconv.Atoi(t[1:]); err == nil && t[1] != '+' && t[1] != '-' {
		y = v - 1
		if v < 1 {
			y = MaxSide
		}
	} else {
		x = -1
	}
	if x < 0 || (y < 0 && n != SGF) {
		return Nowhere, problem.New("%q is not a point: write one like %q", Clip(text), s.Name(s.Center(), n))
	}
	if x >= s.Cols || y < 0 || y >= s.Rows {
		return Nowhere, problem.New("%q is off the board: points go from %s to %s", Clip(text),
			s.Name(At(0, 0), n), s.Name(At(s.Cols-1, s.Rows-1), n))
	}
	return At(x, y), nil
}

// Clip shortens foreign text before it is quoted in a sentence.
func Clip[T ~string | ~[]byte](s T) string {
	if len(s) > 40 {
		return string(s[:40]) + "..."
	}
	return string(s)
}

// MarshalText writes p in [Algebraic] notation, "J10", and [Nowhere] as "". It
// implements [encoding.TextMarshaler].
func (p Point) MarshalText() ([]byte, error) {
	switch {
	case p == Nowhere:
		return nil, nil
	case !largest.Has(p):
		return nil, fmt.Errorf("point %d lies on no board", uint16(p))
	}
	return []byte(p.String()), nil
}

// largest is the board that has every point.
var largest = Size{Cols: MaxSide, Rows: MaxSide}

// UnmarshalText reads exactly what [Point.MarshalText] writes. It implements
// [encoding.TextUnmarshaler]. Whether the point lies on the board of the game at
// hand, [Size.Has] says.
func (p *Point) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Nowhere
		return nil
	}
	q, err := largest.Parse(string(text), Algebraic)
	if err != nil {
		return err
	}
	if q.String() != string(text) {
		return fmt.Errorf("%q is not how a point is written: write %q", Clip(text), q)
	}
	*p = q
	return nil
}

// MarshalText writes "black" or "white", and [Empty] as "". It implements
// [encoding.TextMarshaler].
func (c Color) MarshalText() ([]byte, error) {
	switch c {
	case Empty:
		return nil, nil
	case Black, White:
		return []byte(c.String()), nil
	}
	return nil, fmt.Errorf("there is no colour %d", uint8(c))
}

// UnmarshalText reads exactly what [Color.MarshalText] writes. It implements
// [encoding.TextUnmarshaler].
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "":
		*c = Empty
	case "black":
		*c = Black
	case "white":
		*c = White
	default:
		return fmt.Errorf("%q is not a colour: write \"black\" or \"white\"", Clip(text))
	}
	return nil
}

// String writes the size as "19x19".
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Cols, s.Rows) }

// MarshalText writes the size as [Size.String] does. It implements
// [encoding.TextMarshaler].
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads exactly what [Size.MarshalText] writes, of sizes that are
// [Size.Valid]. It implements [encoding.TextUnmarshaler].
func (s *Size) UnmarshalText(text []byte) error {
	var r Size
	if n, err := fmt.Sscanf(string(text), "%dx%d", &r.Cols, &r.Rows); n != 2 || err != nil || r.String() != string(text) || !r.Valid() {
		return problem.New("%q is not a size: write columns and rows from 1 to %d, like \"19x19\"", Clip(text), MaxSide)
	}
	*s = r
	return nil
}
