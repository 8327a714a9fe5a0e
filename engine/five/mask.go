package five

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// mask is a set of points.
type mask [board.Cells / 64]uint64

func (m *mask) add(p board.Point)      { m[p>>6] |= 1 << (p & 63) }
func (m *mask) drop(p board.Point)     { m[p>>6] &^= 1 << (p & 63) }
func (m *mask) has(p board.Point) bool { return m[p>>6]>>(p&63)&1 != 0 }

// first returns the first point in reading order, Nowhere of an empty set.
func (m *mask) first() board.Point {
	for i, w := range m {
		if w != 0 {
			return board.Point(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return board.Nowhere
}

// pop takes the first point out in reading order; false when there is none.
func (m *mask) pop() (board.Point, bool) {
	for i, w := range m {
		if w != 0 {
			m[i] = w & (w - 1)
			return board.Point(i<<6 + bits.TrailingZeros64(w)), true
		}
	}
	return board.Nowhere, false
}

// join adds the points of another set.
func (m *mask) join(o *mask) {
	for i, w := range o {
		m[i] |= w
	}
}

// meet keeps the points that are in both.
func (m *mask) meet(o *mask) {
	for i, w := range o {
		m[i] &= w
	}
}

// line is what stands along a line of the board, two bits a point: empty, Black's,
// White's, or 3 beyond the edge. Its first point is at bit 2*reach, so that a view
// from there has room.
type line uint64

// beyond is a line of no points.
const beyond = ^line(0)

// lineSet are all lines of a board, by direction.
type lineSet [4][2*board.MaxSide - 1]line

// linesOf are the lines of an empty board.
func linesOf(size board.Size) (all lineSet) {
	for d := range all {
		for i := range all[d] {
			all[d][i] = beyond
		}
		for i := range size.Count() {
			l, bit := placeOf(size.Point(i), d)
			all[d][l] &^= 3 << bit
		}
	}
	return all
}

// placeOf returns which of the lines of direction d a point lies on, and its bit there.
func placeOf(at board.Point, d int) (l, bit int) {
	x, y := at.X(), at.Y()
	switch d {
	case 0:
		return y, 2 * (x + reach)
	case 1:
		return x, 2 * (y + reach)
	case 2:
		return x - y + board.MaxSide - 1, 2 * (x + reach)
	}
	return x + y, 2 * (x + reach)
}

// sights tell for both sides what a stone on a point makes in one direction, by what
// lies up to reach points each way, the point itself left out.
type sights struct {
	reach     int
	low, high line // the bits of what lies behind and ahead
	classes   []uint8
}

// bothSides has the bits of one class in the codes of both sides.
const bothSides codes = 0x000F_000F

// at returns the classes of the point at a bit of a line, as the codes of the first
// direction.
func (s *sights) at(l line, bit int) codes {
	v := l >> ((bit - 2*s.reach) & 63)
	both := codes(s.classes[v&s.low|v>>2&s.high])
	return both&0x0F | both&0xF0<<12
}

// sightsOf returns what lines mean by these rules.
func sightsOf(r game.Row) *sights { return allSights[r%3]() }

var allSights = [3]func() *sights{
	game.FiveOrMore: whileUsed(func() *sights { return newSights(false, false) }),
	game.ExactFive:  whileUsed(func() *sights { return newSights(true, true) }),
	game.RenjuFive:  whileUsed(func() *sights { return newSights(true, false) }),
}

// newSights joins the classes of both sides' views. Where five or more win, what lies
// farther away than four points changes nothing.
func newSights(black, white bool) *sights {
	far := reach - 1
	if black || white {
		far = reach
	}
	half := line(1)<<(2*far) - 1
	s := &sights{reach: far, low: half, high: half << (2 * far), classes: make([]uint8, 1<<(4*far))}
	// What either half of a line adds to a view.
	var back, ahead [2][1 << (2 * reach)]uint16
	for i := 0; i <= int(half); i++ {
		for n := range far {
			stone := i >> (2 * n) & 3
			for side, c := range colours {
				digit := uint16(isClosed)
				switch board.Color(stone) {
				case board.Empty:
					digit = isEmpty
				case c:
					digit = isOwn
				}
				back[side][i] += digit * power[slot(n-far)]
				ahead[side][i] += digit * power[slot(n+1)]
			}
		}
	}
	blacks, whites := views(black), views(white)
	for i := range s.classes {
		b, a := i&int(half), i>>(2*far)
		s.classes[i] = uint8(blacks[back[0][b]+ahead[0][a]] | whites[back[1][b]+ahead[1][a]]<<4)
	}
	return s
}
