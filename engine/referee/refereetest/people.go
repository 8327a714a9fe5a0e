// Package refereetest has clumsy but honest people who play whole games of Go at a
// board: they capture in any order, bump and sweep the board and put right what the
// lights say. They know the game that they mean to play and hold the record against it.
package refereetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
	"stonehand/engine/weiqi"
)

// Table is a table with its board, as people have it before them.
type Table interface {
	// Put, Lift, Push and Clear are what hands and sleeves do to stones.
	Put(p board.Point, c board.Color)
	Lift(p board.Point)
	Push(from, to board.Point)
	Clear()
	// Pass lets time pass.
	Pass(d time.Duration)
	// Turns are those on record.
	Turns() []game.Turn
	// Lights are the stones that the lights ask for, and those that they say to lift.
	Lights() []referee.Mark
	// Question is what is being asked, "" for nothing, and Answer answers it.
	Question() referee.QuestionKind
	Answer(a referee.Answer) error
	// Decide lets the machine choose its turn and returns it. A machine without a will
	// takes what choose returns.
	Decide(choose func() board.Point) board.Point
	// Trouble says what is wrong on the board, "" if it shows the game and nothing else.
	Trouble() string
}

// People are two people at a table, or one who plays against its machine.
type People struct {
	Table Table
	// Rand makes their choices.
	Rand *rand.Rand
	// Truth is the game that they mean to play.
	Truth *weiqi.Game
	// Machine is the colour that the table's machine plays, Empty if it plays neither.
	Machine board.Color
	// Done counts what they did, by name.
	Done map[string]int
	// Log is what they did, in order.
	Log []string

	passed time.Duration
	want   []weiqi.Move
	stones [board.Cells]board.Color      // that lie on the board
	gone   map[board.Point]time.Duration // when stones were lifted last
	placed int                           // of want, by number: whose stones have been placed
	turns  int                           // on record when they looked last
	undone int                           // turns that they mean to take back
	err    error
}

// hand is the least time in which a stone is lifted and another placed on its point.
const hand = 350 * time.Millisecond

// Captures are what [People] are counted to have done where stones are captured.
func Captures() []string {
	return []string{"captures", "of the stone just played", "ko taken back", "snapback", "lifted first", "both at once",
		"in two lifts", "left lying", "wrong chain", "taken back", "bumped", "swept", "answered at once", "answered and lifted at once"}
}

func (c *People) note(format string, args ...any) {
	c.Log = append(c.Log, fmt.Sprintf("%8.2f ", c.passed.Seconds())+fmt.Sprintf(format, args...))
}

func (c *People) chance(n int) bool { return c.Rand.IntN(n) == 0 }

// Choose returns a legal move for the side to move in g, rather one that captures than
// another and most likely one that captures the stone just played; Nowhere if there is
// none.
func Choose(g *weiqi.Game, rng *rand.Rand) board.Point {
	color, b := g.ToMove(), g.Board()
	var points []board.Point
	for i := range b.Size().Count() {
		p := b.Size().Point(i)
		if g.Check(color, p) != nil {
			continue
		}
		weight := 1
		for _, q := range b.Around(p, nil) {
			if b.At(q) != board.Empty && len(b.Liberties(q, nil)) == 2 {
				weight = 3 // an atari, or a throw-in
			}
		}
		if taken := b.Captures(color, p, nil); len(taken) > 0 {
			weight = 8
			if n := g.Len(); n > 0 && slices.Contains(taken, g.Move(n-1).Point) {
				weight = 24
			}
		}
		for range weight {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return board.Nowhere
	}
	return points[rng.IntN(len(points))]
}

func (c *People) choose() board.Point { return Choose(c.Truth, c.Rand) }

// Play plays a game of at most so many turns, and returns what is wrong with its record.
func (c *People) Play(turns int) error {
	for range turns {
		if c.err != nil {
			return c.err
		}
		if c.chance(4) {
			c.slip()
		}
		if c.chance(12) && c.takeBack() {
			continue
		}
		p := board.Nowhere
		if c.Truth.ToMove() == c.Machine {
			p = c.Table.Decide(c.choose)
		} else {
			p = c.choose()
		}
		if p == board.Nowhere {
			break
		}
		c.turn(p)
	}
	c.obey()
	c.pass(3 * time.Second)
	if c.err != nil {
		return c.err
	}
	if s := c.Table.Trouble(); s != "" {
		return fmt.Errorf("in the end the board does not agree with the game: %s", s)
	}
	if n := len(c.Table.Turns()); n != len(c.want) {
		return fmt.Errorf("%d turns recorded, %d meant", n, len(c.want))
	}
	for i := range c.size().Count() {
		if p := c.size().Point(i); c.stones[p] != c.Truth.Board().At(p) {
			return fmt.Errorf("%v is %v on the board and was meant to be %v", p, c.stones[p], c.Truth.Board().At(p))
		}
	}
	return nil
}

func (c *People) size() board.Size { return c.Truth.Board().Size() }

// mean makes a move the next that people mean to play, and returns what it captures.
func (c *People) mean(p board.Point) (taken []board.Point) {
	color, b := c.Truth.ToMove(), c.Truth.Board()
	taken = b.Captures(color, p, nil)
	n := len(c.want)
	switch {
	case len(taken) > 0 && b.At(taken[0]) == color:
		c.Done["suicide"]++
	case len(taken) > 0:
		c.Done["captures"]++
		if slices.Contains(taken, c.want[n-1].Point) {
			c.Done["of the stone just played"]++
		}
		if n > 1 && len(taken) > 1 && c.want[n-2].Point == p {
			c.Done["snapback"]++
		}
	}
	if _, err := c.Truth.Play(color, p); err != nil {
		c.fail("%v", err)
		return nil
	}
	if ko, _ := b.Ko(); ko != board.Nowhere && n > 3 && slices.Contains(c.want[:n-2], weiqi.Move{Color: color, Point: p}) {
		c.Done["ko taken back"]++
	}
	c.want = append(c.want, weiqi.Move{Color: color, Point: p})
	c.note("%v means to play %v and to capture %v", color, p, taken)
	return taken
}

// turn plays a stone on p, in one of the ways that people have.
func (c *People) turn(p board.Point) {
	taken := c.mean(p)
	c.look()
	n := len(c.want)
	for try := 0; c.turns < len(c.want) && c.err == nil; try++ {
		m := c.want[c.turns]
		if try > 16 {
			c.fail("nobody can play %v on %v: %s", m.Color, m.Point, c.Table.Trouble())
			return
		}
		if c.stones[m.Point] != board.Empty && c.placed <= c.turns {
			c.lift(m.Point) // a captive lies there
		}
		if gone, ok := c.gone[m.Point]; ok && c.passed-gone < hand {
			c.pass(hand - (c.passed - gone))
		}
		way := c.Rand.IntN(8)
		if try > 6 || c.turns >= n {
			way = 0
		}
		c.place(m, taken, way)
		if c.turns < len(c.want) {
			c.obey()
			c.long()
		}
	}
	switch left := c.captives(); {
	case len(left) == 0:
	case c.chance(3):
		c.Done["left lying"]++
		return
	case c.chance(2):
		c.Done["in two lifts"]++
		for _, q := range left[:(len(left)+1)/2] {
			c.lift(q)
		}
		c.long()
		c.obey()
	case c.chance(4):
		c.Done["wrong chain"]++
		c.wrongChain()
		c.obey()
	default:
		c.Rand.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		for _, q := range left {
			c.lift(q)
			if c.chance(2) {
				c.soon()
			}
		}
	}
	if !c.chance(4) {
		c.long()
	}
}

// place puts the stone down and lifts what it captures, one before the other.
func (c *People) place(m weiqi.Move, taken []board.Point, way int) {
	n, p, color := c.turns+1, m.Point, m.Color
	put := func() {
		if c.stones[p] == board.Empty && c.turns < n {
			c.put(p, color)
			c.placed = max(n, c.placed)
		}
	}
	lift := func(points []board.Point) {
		for _, q := range points {
			if c.stones[q] != board.Empty {
				c.lift(q)
				if c.chance(2) {
					c.soon()
				}
			}
		}
	}
	half := taken[:(len(taken)+1)/2]
	switch {
	case way == 1 && len(taken) > 0:
		c.Done["lifted first"]++
		lift(taken)
		if c.chance(2) {
			c.pass(time.Duration(300+c.Rand.IntN(3000)) * time.Millisecond)
		}
		put()
	case way == 2 && len(taken) > 0:
		c.Done["both at once"]++
		for _, q := range half {
			if c.stones[q] != board.Empty {
				c.lift(q)
			}
		}
		put()
	case way == 3 && len(taken) > 0:
		put()
		c.soon()
		lift(half)
	case way == 4 && color != c.Machine:
		// On a wrong point first, and seen at once.
		if q := c.any(true); q != board.Nowhere && q != p {
			c.put(q, color)
			c.soon()
			c.lift(q)
			c.soon()
		}
		put()
	case way == 5 && len(taken) > 0:
		// And one too many.
		lift(taken)
		if q := c.any(false); q != board.Nowhere {
			c.lift(q)
			c.soon()
		}
		put()
	case way == 6 && c.Machine == board.Empty && n == len(c.want):
		// The other side answers at once.
		put()
		c.soon()
		if q := c.choose(); q != board.Nowhere && c.stones[q] == board.Empty && c.err == nil {
			c.Done["answered at once"]++
			taken := c.mean(q)
			c.put(q, color.Other())
			c.placed = n + 1
			if len(taken) > 0 && c.chance(2) && !slices.Contains(taken, p) {
				c.Done["answered and lifted at once"]++
				lift(taken)
			}
		}
	default:
		put()
	}
	c.pass(700*time.Millisecond + time.Duration(c.Rand.IntN(600))*time.Millisecond)
}

// look holds the record against what was meant.
func (c *People) look() {
	turns := c.Table.Turns()
	switch n := len(turns); {
	case n > c.turns:
		c.note("recorded: %v", turns[c.turns:])
	case n < c.turns && c.turns-n == c.undone:
		c.note("taken back: %d", c.undone)
		for range c.undone {
			c.Truth.Undo()
		}
		c.undone, c.want, c.placed = 0, c.want[:n], min(c.placed, n)
	case n < c.turns:
		c.fail("%d turns were taken back, which nobody wanted", c.turns-n)
	}
	c.turns = len(turns)
	if n := len(c.want); c.turns == n+1 && c.Truth.ToMove() == c.Machine && len(turns[n].Points) == 1 {
		c.mean(turns[n].Points[0]) // the machine takes back where its captured stone lies
	}
	if c.turns > len(c.want) {
		c.fail("recorded %v, which nobody played", turns[len(c.want):])
		return
	}
	for i, t := range turns {
		if m := c.want[i]; t.Color != m.Color || !slices.Equal(t.Points, []board.Point{m.Point}) {
			c.fail("recorded %v, which nobody played", t)
			return
		}
	}
}
