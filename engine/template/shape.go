// Package template plays Gomoku and Renju by templates, after the series
// "五子棋AI循序渐进" (Gomoku AI step by step) by the author of 清月连珠
// (Qingyue Renju): each of the lines on which five can stand is matched against
// shapes, the highest first, and a match also yields the points that matter to
// it: where the shape is completed, and where it is stopped. What a position is
// worth is decided by cases over the shapes of all lines rather than by a sum,
// and where a shape forces, its points are all the moves there are to look at.
package template

import "math/bits"

// Shape is the highest shape of one side in one line.
type Shape uint8

// The shapes, in the order of their worth.
const (
	Nothing       Shape = iota
	LiveTwo             // one stone makes a live three of it
	SleepingThree       // one stone makes a four of it
	LiveThree           // one stone makes a live four of it
	Four                // one stone makes a five of it
	LiveFour            // either of two stones does
	Five
	Overline // six or more
)

// String names the shape.
func (s Shape) String() string {
	return [...]string{"nothing", "live two", "sleeping three", "live three", "four", "live four", "five", "overline"}[s&7]
}

// Match is what a line holds for one side: its highest shape, and as bits of the
// line the points that matter to it.
type Match struct {
	Shape Shape
	// Make are the empty points where the side that has the shape takes it to the
	// next one: a five of fours, a live four of a live three, a four of a sleeping
	// three, a live three of a live two.
	Make uint32
	// Stop are the empty points where the other side keeps a four from becoming a
	// five, or a live three from becoming a live four.
	Stop uint32
}

// template is a row of cells: stones, cells that have to be empty, and of those
// the ones where the shape is made and stopped. Bit 0 is its first cell.
type template struct {
	n                        int
	stones, empty, make_, by uint32
}

// parse reads a template: X a stone, + an empty cell where it is made and
// stopped, - one where it is stopped only, . any empty cell.
func parse(text string) template {
	t := template{n: len(text)}
	for i, c := range text {
		bit := uint32(1) << i
		switch c {
		case 'X':
			t.stones |= bit
			continue
		case '+':
			t.make_ |= bit
			t.by |= bit
		case '-':
			t.by |= bit
		}
		t.empty |= bit
	}
	return t
}

func parseAll(texts ...string) []template {
	var list []template
	for _, s := range texts {
		list = append(list, parse(s))
	}
	return list
}

// The templates below five and overline, of which a five is read from the row's
// length. A live four and two fours in one line are both read from the fours.
// Of a live three the outer cells are empty too, so that the four it becomes has
// room on both sides.
var (
	fours      = parseAll("XXXX+", "XXX+X", "XX+XX", "X+XXX", "+XXXX")
	liveThrees = parseAll("-XXX+-", "-+XXX-", "-XX+X-", "-X+XX-")
	threes     = parseAll("XXX++", "XX+X+", "XX++X", "X+XX+", "X+X+X", "X++XX", "+XXX+", "+XX+X", "+X+XX", "++XXX")
	liveTwos   = parseAll("..XX+.", ".+XX..", ".+XX+.", ".+.XX.", ".XX.+.", ".X+X..", "..X+X.", ".X.X+.", ".+X.X.", ".X++X.")
)

// match finds a side's highest shape in a line of n points: own are its stones,
// empty the empty points, bit 0 the line's first point. exact says that six are
// no five for this side, and that what could only become six is nothing.
func match(own, empty uint32, n int, exact bool) Match {
	if own == 0 {
		return Match{}
	}
	if m := longest(own); m >= 5 {
		if m > 5 {
			return Match{Shape: Overline}
		}
		return Match{Shape: Five}
	}
	m := Match{}
	for _, t := range fours {
		m.collect(t, own, empty, n, exact)
	}
	switch bits.OnesCount32(m.Make) {
	case 0:
	case 1:
		m.Shape = Four
		return m
	default:
		m.Shape = LiveFour
		return m
	}
	for _, step := range []struct {
		shape Shape
		list  []template
	}{{LiveThree, liveThrees}, {SleepingThree, threes}, {LiveTwo, liveTwos}} {
		for _, t := range step.list {
			m.collect(t, own, empty, n, exact)
		}
		if m.Make != 0 {
			m.Shape = step.shape
			return m
		}
	}
	return Match{}
}

// collect adds what a template yields wherever it fits into a line.
func (m *Match) collect(t template, own, empty uint32, n int, exact bool) {
	for at := 0; at+t.n <= n; at++ {
		if own>>at&t.stones != t.stones || empty>>at&t.empty != t.empty {
			continue
		}
		if exact && t.n == 5 && (at > 0 && own>>(at-1)&1 != 0 || own>>(at+5)&1 != 0) {
			continue // five of these cells would be six
		}
		if exact && t.n > 5 && (at > 0 && own>>(at-1)&1 != 0 || own>>(at+t.n)&1 != 0) {
			continue
		}
		m.Make |= t.make_ << at
		m.Stop |= t.by << at
	}
}

// longest is the length of the longest row of stones.
func longest(own uint32) int {
	n := 0
	for ; own != 0; n++ {
		own &= own << 1
	}
	return n
}
