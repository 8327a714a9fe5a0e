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

// A stone sees reach points each way along a line: as far as a row of six with it
// can go. What it sees is a number of base three, the point farthest back being
// its lowest digit: empty, own, or closed by the other side or the edge.
const (
	reach     = 5
	viewCount = 59_049 // 3^10
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

// class is a shape told apart by how many ways lead on from it. It takes four bits.
type class uint8

const (
	dead    class = iota // no five can come of it
	one                  // one stone short of a sleeping two
	openOne              // one stone short of a two
	openOneWide
	sleepTwo     // few ways to a sleeping three
	sleepTwoWide // and many
	two
	twoWide
	sleepThree
	sleepThreeWide
	three // one point makes a straight four
	threeWide
	four
	straightFour
	wins
	over // a row of six or more where exactly five win
	classCount
)

// shapeOf is the shape of a class.
var shapeOf = [classCount]Shape{
	sleepTwo: SleepingTwo, sleepTwoWide: SleepingTwo, two: Two, twoWide: Two, sleepThree: SleepingThree, sleepThreeWide: SleepingThree,
	three: Three, threeWide: Three, four: Four, straightFour: StraightFour, wins: Five,
}

// views returns the classes of all views, for rules by which exactly five win, or
// five or more. They are worked out when they are wanted first.
func views(exact bool) *[viewCount]class {
	if exact {
		return exactViews()
	}
	return freeViews()
}

var (
	freeViews  = sync.OnceValue(func() *[viewCount]class { return allViews(false) })
	exactViews = sync.OnceValue(func() *[viewCount]class { return allViews(true) })
)

// sight is a view taken apart, the stone itself in the middle.
type sight [2*reach + 1]uint8

func allViews(exact bool) *[viewCount]class {
	const unknown = 0xFF
	table := &[viewCount]class{}
	for i := range table {
		table[i] = unknown
	}
	var find func(view int) class
	find = func(view int) class {
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
		table[view] = cells.class(exact, func(n int) class { return find(view + int(power[slot(n)])) })
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

// wide is how many ways are many, by the shape that they lead to.
var wide = [shapeCount]int{Two: 7, SleepingThree: 4, Three: 4, Four: 3, StraightFour: 2}

// class works out a class; after says what class the middle stone has with another
// stone n places on.
func (c *sight) class(exact bool, after func(n int) class) class {
	switch n := c.run(); {
	case n == 5 || n > 5 && !exact:
		return wins
	case n > 5:
		return over
	}
	fives, ways, best := 0, 0, Nothing
	for n := -reach + 1; n < reach; n++ {
		if n == 0 || c[n+reach] != isEmpty {
			continue
		}
		s := shapeOf[after(n)]
		if s == Five {
			fives++
		}
		if s > best {
			best, ways = s, 0
		}
		if s == best {
			ways++
		}
	}
	switch {
	case fives > 1:
		return straightFour
	case fives == 1:
		return four
	}
	wider := class(0)
	if ways >= wide[best] {
		wider = 1
	}
	switch best {
	case StraightFour:
		return three + wider
	case Four:
		return sleepThree + wider
	case Three:
		return two + wider
	case SleepingThree:
		return sleepTwo + wider
	case Two:
		return openOne + wider
	case SleepingTwo:
		return one
	}
	return dead
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

// String names the kind.
func (k Kind) String() string {
	return [...]string{"quiet", "a three", "two threes", "a four", "a four and a three", "straight", "five"}[k%kindCount]
}
