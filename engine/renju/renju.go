// Package renju says which points Renju forbids to Black, after the rules of
// the Renju International Federation (RIF, "The International Rules of Renju",
// section 9, https://www.renju.net/rules/):
//
//   - A five is an unbroken row of exactly five. It wins, and outranks every
//     foul.
//   - An overline is an unbroken row of six or more.
//   - A four is a row of four that one stone more makes a five. It is straight
//     when it is unbroken and two different stones do that.
//   - A three is a row of three that one stone more makes a straight four,
//     provided that Black may put that stone: it makes no five elsewhere and is
//     no foul itself, by these same rules.
//   - Black may not make an overline, nor two fours or two threes with one
//     stone. Two fours may lie in one line.
//
// White may do everything.
//
// Where programs differ, the wording of the rules decides:
//
//   - Section 3 wants of a three that its straight four comes about "without at
//     the same time a five in a row is made". A stone that makes a five in
//     another line is allowed, and wins, but the three that would lead to it is
//     none. Some programs count it.
//   - Section 9.3 names what keeps a straight four from being made in two
//     paragraphs, a) overlines and double fours, b) double threes that are
//     forbidden themselves. They are read together: a three counts if one of its
//     straight fours is barred by neither.
//   - Whether the stone of a straight four is forbidden is asked of the board
//     with the stones that were put before it in the mind, as deep as that goes.
//   - What is looked for are rows with the stone that is judged: fives, overlines
//     and fours that stood before make no foul of it.
//
// The judgement recurs, but for most stones not at all: it asks only if there are
// two lines that look like threes, and stops as soon as the answer is clear.
package renju

import (
	"math/bits"

	"stonehand/engine/board"
)

// Foul is why a point is forbidden.
type Foul uint8

// The fouls. A stone that makes several is named after the first of these.
const (
	None Foul = iota
	Overline
	DoubleFour
	DoubleThree
)

// String names the foul: "none", "overline", "double four", "double three".
func (f Foul) String() string {
	return [...]string{"none", "overline", "double four", "double three"}[f&3]
}

// Board is what the rules need of a board: Black's stones and the empty points,
// as bits of lines. The zero Board has no points; see [New].
type Board struct {
	size  board.Size
	black [directions][lines]uint32
	empty [directions][lines]uint32
}

const (
	directions = len(board.Directions)
	lines      = 2*board.MaxSide - 1
	// margin is how many bits of a line lie below its first point, so that what
	// is beyond the edge can be asked for: neither black nor empty.
	margin = 2
)

// New returns an empty board.
func New(size board.Size) *Board {
	b := &Board{size: size}
	for i := range size.Count() {
		b.toggle(&b.empty, size.Point(i))
	}
	return b
}

// Size returns the extent of the board.
func (b *Board) Size() board.Size { return b.size }

// place is where a point lies: its line of direction d, and its bit there.
func place(p board.Point, d int) (line, bit int) {
	x, y := p.X(), p.Y()
	switch d {
	case 0:
		return y, x + margin
	case 1:
		return x, y + margin
	case 2:
		return x - y + board.MaxSide - 1, x + margin
	}
	return x + y, x + margin
}

func (b *Board) toggle(set *[directions][lines]uint32, p board.Point) {
	for d := range directions {
		line, bit := place(p, d)
		set[d][line] ^= 1 << bit
	}
}

// Put puts a stone on an empty point of the board.
func (b *Board) Put(p board.Point, c board.Color) {
	b.toggle(&b.empty, p)
	if c == board.Black {
		b.toggle(&b.black, p)
	}
}

// Take takes a stone of that colour off a point where one stands.
func (b *Board) Take(p board.Point, c board.Color) { b.Put(p, c) }

// Empty reports whether p is an empty point of the board.
func (b *Board) Empty(p board.Point) bool {
	line, bit := place(p, 0)
	return b.size.Has(p) && b.empty[0][line]>>bit&1 != 0
}

// Foul returns why Black may not play on p; None if nothing is against it. The
// board is left as it was.
func (b *Board) Foul(p board.Point) Foul {
	if !b.Empty(p) {
		return None
	}
	b.Put(p, board.Black)
	five, foul := b.judge(p)
	b.Take(p, board.Black)
	if five {
		return None
	}
	return foul
}

// Forbidden lists the points that are forbidden to Black, in reading order.
func (b *Board) Forbidden() []board.Point {
	var list []board.Point
	for p := range b.size.Points {
		if b.Foul(p) != None {
			list = append(list, p)
		}
	}
	return list
}

// judge says what Black's stone on p, which stands there, makes.
func (b *Board) judge(p board.Point) (five bool, foul Foul) {
	var rows [directions]row
	fours := 0
	for d := range directions {
		line, bit := place(p, d)
		r := &rows[d]
		*r = rowAt(b.black[d][line], b.empty[d][line], bit)
		switch n := r.length(); {
		case n == 5:
			return true, None
		case n > 5:
			foul = Overline
		}
		fours += r.fours()
	}
	switch {
	case foul != None:
		return false, foul
	case fours > 1:
		return false, DoubleFour
	}
	// What looks like a three costs a judgement of another point to be sure of;
	// most stones make one such line at most, and need none.
	var shapes [directions]int
	n := 0
	for d := range directions {
		r := &rows[d]
		if r.straightens(r.low-1) || r.straightens(r.high+1) {
			shapes[n] = d
			n++
		}
	}
	threes := 0
	for i := 0; i < n && threes+n-i > 1; i++ {
		if b.three(p, shapes[i], &rows[shapes[i]]) {
			if threes++; threes > 1 {
				return false, DoubleThree
			}
		}
	}
	return false, None
}

// three reports whether the stone on p makes a three in direction d, where its
// row is r.
func (b *Board) three(p board.Point, d int, r *row) bool {
	_, bit := place(p, d)
	for _, at := range [2]int{r.low - 1, r.high + 1} {
		if !r.straightens(at) {
			continue
		}
		n := at - bit
		e := board.At(p.X()+n*board.Directions[d][0], p.Y()+n*board.Directions[d][1])
		b.Put(e, board.Black)
		five, foul := b.judge(e)
		b.Take(e, board.Black)
		if !five && foul == None {
			return true
		}
	}
	return false
}

// row is an unbroken row of black stones in a line.
type row struct {
	black, empty uint32 // the line
	low, high    int    // its first and last bit
}

// rowAt is the row that the stone at a bit belongs to.
func rowAt(black, empty uint32, bit int) row {
	above := bits.TrailingZeros32(^(black >> bit))
	below := bits.LeadingZeros32(^(black << (31 - bit)))
	return row{black, empty, bit - below + 1, bit + above - 1}
}

func (r *row) length() int { return r.high - r.low + 1 }

// five reports whether a stone at a bit next to the row makes five of it.
func (r *row) five(at int) bool {
	if r.empty>>at&1 == 0 {
		return false
	}
	n := rowAt(r.black|1<<at, r.empty, at)
	return n.length() == 5
}

// fours is how many fours the row is part of.
func (r *row) fours() int {
	below, above := r.five(r.low-1), r.five(r.high+1)
	switch {
	case below && above && r.length() < 4:
		return 2
	case below || above:
		return 1
	}
	return 0
}

// straightens reports whether a stone at a bit next to the row makes a straight
// four of it.
func (r *row) straightens(at int) bool {
	if r.empty>>at&1 == 0 {
		return false
	}
	n := rowAt(r.black|1<<at, r.empty, at)
	return n.length() == 4 && n.five(n.low-1) && n.five(n.high+1)
}
