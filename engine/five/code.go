package five

import (
	"sync"

	"stonehand/engine/board"
)

// code is what a stone on a point makes in all of its lines: a class for every
// direction, four bits each.
type code uint16

// in returns the class in one direction.
func (c code) in(d int) class { return class(c >> (4 * d) & 0xF) }

// count returns how many fours and threes a stone makes, and whether it makes a five
// and an overline.
func (c code) count() (fours, threes int, five, long bool) {
	for d := range board.Directions {
		switch x := c.in(d); {
		case x == wins:
			five = true
		case x == over:
			long = true
		case x == straightFour:
			fours += 2
		case x == four:
			fours++
		case shapeOf[x] == Three:
			threes++
		}
	}
	return fours, threes, five, long
}

// kind joins the shapes of four lines.
func (c code) kind() Kind {
	switch fours, threes, five, _ := c.count(); {
	case five:
		return Wins
	case fours > 1:
		return Straight
	case fours == 1 && threes > 0:
		return FourThree
	case fours == 1:
		return MakesFour
	case threes > 1:
		return DoubleThree
	case threes == 1:
		return MakesThree
	}
	return Quiet
}

// suspect reports whether a stone may be a foul of Renju.
func (c code) suspect() bool {
	fours, threes, five, long := c.count()
	return !five && (long || fours > 1 || threes > 1)
}

// Codes is how many codes there are when it does not matter which class is in which
// direction: four of sixteen, with repetition.
const Codes = 3876

// codebook is what is known of every code.
type codebook struct {
	kinds    [1 << 16]Kind
	suspects [1 << 16]bool
	shaped   [1 << 16]int16
	number   [1 << 16]uint16 // 0 to Codes-1, the same for the same classes in other directions
	some     [Codes]code     // one code of that number
}

// codebookOnce makes the codebook when it is wanted first.
var codebookOnce = sync.OnceValue(func() *codebook {
	b, n := &codebook{}, uint16(0)
	for i := range b.kinds {
		x := code(i)
		a, c, d, e := x.in(0), x.in(1), x.in(2), x.in(3)
		if a >= c && c >= d && d >= e {
			b.number[i], b.some[n] = n, x
			n++
		}
	}
	for i := range b.kinds {
		x := code(i)
		b.kinds[i], b.suspects[i], b.shaped[i] = x.kind(), x.suspect(), x.shaped()
		b.number[i] = b.number[x.sorted()]
	}
	return b
})

// sorted is the code of the same classes, the highest in the first direction.
func (c code) sorted() code {
	var n [classCount]int
	for d := range board.Directions {
		n[c.in(d)]++
	}
	x := code(0)
	for k := range n {
		for range n[k] {
			x = x<<4 | code(k)
		}
	}
	return x
}

// ClassesOf returns the classes in the four directions of a code by its number, 0 to
// [Codes]-1; each is below [Classes].
func ClassesOf(number uint16) (all [4]uint8) {
	x := codebookOnce().some[number]
	for d := range all {
		all[d] = uint8(x.in(d))
	}
	return all
}

// Classes is how many classes of shapes there are in one direction.
const Classes = int(classCount)

// Speaks reports whether a class is a shape, and not only room for one.
func Speaks(c uint8) bool { return shapeOf[c%uint8(classCount)] != Nothing }
