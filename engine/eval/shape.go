package eval

import "math/bits"

// Shape is what a stone makes of one line through it, as far as six in a row
// can reach: five points each way.
type Shape uint8

// The shapes, weakest first. The document names eleven and its tables two more
// (sleeping one and jump two); it draws none of them, so each is defined here by
// what it can become. A line is blocked by the opponent's stones and by the
// edge. "Answers" is the least number of stones the opponent needs to prevent
// six on this line in the next turn.
const (
	// Dead: no six can come about here.
	Dead Shape = iota
	// SleepingOne: one stone that can not become a live four with three more.
	SleepingOne
	// Single: one stone that can.
	Single
	// SleepingTwo: two stones that can not become a live four with two more.
	SleepingTwo
	// JumpTwo: two stones with a gap between them that can.
	JumpTwo
	// LiveTwo: two neighbouring stones that can.
	LiveTwo
	// SleepingThree: three stones; one more makes a sleeping four and two more a
	// sleeping five.
	SleepingThree
	// HazyThree: one more makes a sleeping four only, but two more a live five.
	HazyThree
	// LiveThree: one more makes a live four.
	LiveThree
	// SleepingFour: four stones that take one answer.
	SleepingFour
	// LiveFour: four stones that take two answers or more.
	LiveFour
	// SleepingFive: five stones that take one answer.
	SleepingFive
	// LiveFive: five stones that take two answers or more.
	LiveFive
	// Six: six or more in a row.
	Six
	Shapes = int(Six) + 1
)

// reach is how far a stone reads each way, and span the points it reads.
const (
	reach = 5
	span  = 2*reach + 1
	six   = 6
	own   = 1 << reach // the reading stone's own bit
)

// Patterns is how many ways the ten points around a stone on a line can be
// empty, the stone's colour, or blocked.
const Patterns = 59049 // 3^10

// ternary[half] is the base-3 number whose digits are the bits of half.
var ternary = func() (t [1 << reach]uint16) {
	for i := range t {
		for b := reach - 1; b >= 0; b-- {
			t[i] = t[i]*3 + uint16(i>>b&1)
		}
	}
	return t
}()

// Pattern numbers what a stone sees along a line, 0 to Patterns-1. The bits of
// mine and blocked are the eleven points around it, the stone itself at bit 5,
// whose bits do not matter; blocked holds the other colour's stones and what
// lies off the board.
func Pattern(mine, blocked uint32) uint16 {
	const half = 1<<reach - 1
	low := ternary[mine&half] + 2*ternary[blocked&half]
	high := ternary[mine>>(reach+1)&half] + 2*ternary[blocked>>(reach+1)&half]
	return low + 243*high
}

// shapes is the shape of every pattern.
var shapes = classify()

// Read returns the shape that a stone makes of a line. The bits of mine and
// blocked are the eleven points around it, the stone itself at bit 5; blocked
// holds the other colour's stones and what lies off the board.
func Read(mine, blocked uint32) Shape { return shapes[Pattern(mine, blocked)] }

// line is what one pattern can become.
type line struct {
	stones  uint8 // most stones of mine in one unblocked run of six
	answers uint8 // stones the opponent needs against six in the next turn
	toFour  uint8 // fewest more stones that make a live four; 9 = never
	toFive  uint8 // fewest more stones that make a live five
}

// classify works the shapes out from the definitions, patterns with more stones
// first, since a pattern's future is its successors' present. Every process does so
// as it starts, with nothing beside it; the race detector would make that most of the start.
//
//go:norace
func classify() (t [Patterns]Shape) {
	var lines [Patterns]line
	for mine := uint32(1<<span) - 1; ; mine-- {
		if mine&own != 0 {
			free := ^mine & (1<<span - 1)
			for blocked := free; ; blocked = (blocked - 1) & free { // every subset
				i := Pattern(mine, blocked)
				lines[i] = look(mine, blocked, &lines)
				t[i] = lines[i].shape(mine)
				if blocked == 0 {
					break
				}
			}
		}
		if mine == 0 {
			return t
		}
	}
}

//go:norace
func look(mine, blocked uint32, lines *[Patterns]line) (l line) {
	const run = 1<<six - 1
	var open [six]uint32 // empty points of the runs that four or more stones hold
	n := 0
	for start := range six {
		w := uint32(run) << start
		if blocked&w != 0 {
			continue
		}
		have := uint8(bits.OnesCount32(mine & w))
		l.stones = max(l.stones, have)
		if have >= 4 {
			open[n] = w &^ mine
			n++
		}
	}
	l.answers = answers(open[:n])
	l.toFour, l.toFive = 9, 9
	switch {
	case l.stones == 4 && l.answers >= 2:
		l.toFour = 0
	case l.stones == 5 && l.answers >= 2:
		l.toFive = 0
	}
	for free := ^(mine | blocked) & (1<<span - 1); free != 0; free &= free - 1 {
		next := &lines[Pattern(mine|free&-free, blocked)]
		l.toFour = min(l.toFour, next.toFour+1)
		l.toFive = min(l.toFive, next.toFive+1)
	}
	return l
}

// answers is the least number of points that meet every run; 3 stands for more
// than two, or for a run that is full already.
//
//go:norace
func answers(open []uint32) uint8 {
	if len(open) == 0 {
		return 0
	}
	all := ^uint32(0)
	for _, w := range open {
		if w == 0 {
			return 3
		}
		all &= w
	}
	if all != 0 {
		return 1
	}
	for a := open[0]; a != 0; a &= a - 1 {
		rest := ^uint32(0)
		for _, w := range open {
			if w&(a&-a) == 0 {
				rest &= w
			}
		}
		if rest != 0 {
			return 2
		}
	}
	return 3
}

//go:norace
func (l line) shape(mine uint32) Shape {
	switch l.stones {
	case 0:
		return Dead
	case 1:
		if l.toFour <= 3 {
			return Single
		}
		return SleepingOne
	case 2:
		switch {
		case l.toFour > 2:
			return SleepingTwo
		case mine&(own<<1|own>>1) == 0:
			return JumpTwo
		}
		return LiveTwo
	case 3:
		switch {
		case l.toFour <= 1:
			return LiveThree
		case l.toFive <= 2:
			return HazyThree
		}
		return SleepingThree
	case 4:
		if l.answers >= 2 {
			return LiveFour
		}
		return SleepingFour
	case 5:
		if l.answers >= 2 {
			return LiveFive
		}
		return SleepingFive
	}
	return Six
}
