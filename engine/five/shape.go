// Package five is the product's strong player of Gomoku and Renju: principal
// variation search over points that are ranked by the shapes that a stone makes
// there, with a solver for wins by continuous fours and by fours and threes.
//
// Shapes are named after the rules of the Renju International Federation: a
// four is one stone short of five, a straight four is so in two ways, a three is
// one stone short of a straight four.
package five

import (
	"sync"

	"stonehand/engine/board"
)

// Shape is what a stone makes in one line.
type Shape uint8

// The shapes, in the order of their worth.
const (
	Nothing Shape = iota
	SleepingTwo
	Two
	SleepingThree // one stone short of a four
	Three
	Four
	StraightFour // or two fours in one line: two different stones make five
	Five
	shapeCount
)

// String names the shape.
func (s Shape) String() string {
	return [...]string{"nothing", "sleeping two", "two", "sleeping three", "three", "four", "straight four", "five"}[s&7]
}

// A stone sees reach points each way along a line: as far as a row of six with it
// can go. What it sees is a number of base three, the point farthest back being
// its lowest digit: empty, own, or closed by the other side or the edge.
const (
	reach = 5
	views = 59_049 // 3^10
)

const (
	isEmpty = iota
	isOwn
	isClosed
)

// power is what a stone of one's own weighs in a view: places -5 to -1 are 0 to 4,
// places 1 to 5 are 5 to 9.
var power = func() (p [2 * reach]uint16) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = 3 * p[i-1]
	}
	return p
}()

// slot is where a view keeps the point n places on, n from -reach to reach but 0.
func slot(n int) int {
	if n < 0 {
		return n + reach
	}
	return n + reach - 1
}

// shapes returns the shapes of all views, for rules by which exactly five win, or
// five or more. They are worked out when they are wanted first.
func shapes(exact bool) []Shape {
	if exact {
		return exactShapes()
	}
	return freeShapes()
}

var (
	freeShapes  = sync.OnceValue(func() []Shape { return allShapes(false) })
	exactShapes = sync.OnceValue(func() []Shape { return allShapes(true) })
)

// sight is a view taken apart, the stone itself in the middle.
type sight [2*reach + 1]uint8

func allShapes(exact bool) []Shape {
	const unknown = 0xFF
	table := make([]Shape, views)
	for i := range table {
		table[i] = unknown
	}
	var find func(view int) Shape
	find = func(view int) Shape {
		if table[view] != unknown {
			return table[view]
		}
		var cells sight
		rest := view
		for n := -reach; n <= reach; n++ {
			if n == 0 {
				cells[reach] = isOwn
				continue
			}
			cells[n+reach] = uint8(rest % 3)
			rest /= 3
		}
		table[view] = cells.shape(exact, func(n int) Shape { return find(view + int(power[slot(n)])) })
		return table[view]
	}
	for view := range table {
		find(view)
	}
	return table
}

// run is the length of the row of own stones through the middle.
func (c *sight) run() int {
	n := 1
	for i := reach - 1; i >= 0 && c[i] == isOwn; i-- {
		n++
	}
	for i := reach + 1; i < len(c) && c[i] == isOwn; i++ {
		n++
	}
	return n
}

// shape works out a shape; after says what shape the middle stone has with
// another stone n places on.
func (c *sight) shape(exact bool, after func(n int) Shape) Shape {
	switch n := c.run(); {
	case n == 5 || n > 5 && !exact:
		return Five
	case n > 5:
		return Nothing
	}
	fives, best := 0, Nothing
	for n := -reach + 1; n < reach; n++ {
		if n == 0 || c[n+reach] != isEmpty {
			continue
		}
		s := after(n)
		if s == Five {
			fives++
		}
		best = max(best, s)
	}
	switch {
	case fives > 1:
		return StraightFour
	case fives == 1:
		return Four
	}
	switch best {
	case StraightFour:
		return Three
	case Four:
		return SleepingThree
	case Three:
		return Two
	case SleepingThree:
		return SleepingTwo
	}
	return Nothing
}

// Kind is what a stone on a point makes in all of its lines together.
type Kind uint8

// The kinds, in the order in which they force.
const (
	Quiet       Kind = iota
	MakesThree       // one three
	DoubleThree      // two or more
	MakesFour        // one four, and no three
	FourThree        // a four and a three
	Straight         // a straight four, or two fours
	Wins             // five
	kindCount
)

// kindOf joins the shapes of four lines.
func kindOf(s *[4]Shape) Kind {
	fours, threes := 0, 0
	for _, x := range s {
		switch x {
		case Five:
			return Wins
		case StraightFour:
			fours += 2
		case Four:
			fours++
		case Three:
			threes++
		}
	}
	switch {
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

// directions are the steps along the four lines through a point.
var directions = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// Rules are what five in a row is played by.
type Rules uint8

// The rules.
const (
	Freestyle Rules = iota // five or more win
	Standard               // exactly five wins
	Renju                  // Black: exactly five, and no fouls
)

// table returns the shapes that hold for a side.
func (r Rules) table(c board.Color) []Shape {
	return shapes(r == Standard || r == Renju && c == board.Black)
}

// String names the kind.
func (k Kind) String() string {
	return [...]string{"quiet", "a three", "two threes", "a four", "a four and a three", "straight", "five"}[k%kindCount]
}
