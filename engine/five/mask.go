package five

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/lines"
	"stonehand/engine/used"
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

// sights tell for both sides what a stone on a point makes in one direction, by what
// lies up to reach points each way, the point itself left out.
type sights struct {
	reach     int
	low, high lines.Line // the bits of what lies behind and ahead
	classes   []uint8
}

// bothSides has the bits of one class in the codes of both sides.
const bothSides codes = 0x000F_000F

// at returns the classes of the point at a bit of a line, as the codes of the first
// direction.
func (s *sights) at(l lines.Line, bit int) codes {
	v := l >> ((bit - 2*s.reach) & 63)
	both := codes(s.classes[v&s.low|v>>2&s.high])
	return both&0x0F | both&0xF0<<12
}

// sightsOf returns what lines mean by these rules.
func sightsOf(r game.Row) *sights { return allSights[r%3]() }

var allSights = [3]func() *sights{
	game.FiveOrMore: used.While(func() *sights { return newSights(false, false) }),
	game.ExactFive:  used.While(func() *sights { return newSights(true, true) }),
	game.RenjuFive:  used.While(func() *sights { return newSights(true, false) }),
}

// newSights joins the classes of both sides' views. Where five or more win, what lies
// farther away than four points changes nothing.
func newSights(black, white bool) *sights {
	far := reach - 1
	if black || white {
		far = reach
	}
	half := lines.Line(1)<<(2*far) - 1
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
