package refereetest

import (
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// slip does what nobody means to do.
func (c *People) slip() {
	q := c.any(false)
	if q == board.Nowhere {
		return
	}
	color, captive := c.stones[q], c.Truth.Board().At(q) == board.Empty
	switch c.Rand.IntN(6) {
	case 0:
		c.Done["swept"]++
		c.note("the board is swept")
		c.stones = [board.Cells]board.Color{}
		c.Table.Clear()
		c.look()
	case 1:
		c.wrongChain()
	case 2: // touched, or for less than a blip
		if captive {
			break
		}
		c.lift(q)
		if c.chance(2) {
			c.soon()
		} else {
			c.pass(time.Duration(1+c.Rand.IntN(70)) * time.Millisecond)
		}
		c.put(q, color)
	case 3, 4: // pushed to the next point
		for _, to := range c.Truth.Board().Around(q, nil) {
			if c.stones[to] == board.Empty {
				c.note("%v is pushed to %v", q, to)
				c.Done["bumped"]++
				c.stones[to], c.stones[q] = color, board.Empty
				c.Table.Push(q, to)
				c.pass(500 * time.Millisecond) // until the lights know
				break
			}
		}
	default:
		c.lift(q)
		c.Done["bumped"]++
	}
	if c.chance(3) {
		c.soon()
	} else {
		c.long()
	}
	c.obey()
}

// wrongChain lifts stones that nobody captured.
func (c *People) wrongChain() {
	q := c.any(false)
	if q == board.Nowhere || c.Truth.Board().At(q) == board.Empty {
		return
	}
	for _, q := range c.Truth.Board().Chain(q, nil) {
		if c.stones[q] != board.Empty {
			c.lift(q)
		}
	}
	c.soon()
}

// takeBack takes a person's last turn back by lifting its stone, and that of the
// machine's reply, for as long as it takes. It reports whether there was one.
func (c *People) takeBack() bool {
	turns := 1
	if c.Machine != board.Empty {
		turns = 2
	}
	c.obey()
	c.long()
	n := len(c.want)
	if n < turns || c.turns < n || c.Truth.ToMove() == c.Machine {
		return false
	}
	for _, m := range c.want[n-turns:] {
		if c.Truth.Board().At(m.Point) != m.Color || c.stones[m.Point] != m.Color {
			return false // captured
		}
	}
	c.note("%d turns are to be taken back", turns)
	c.undone = turns
	for _, m := range c.want[n-turns:] {
		c.lift(m.Point)
	}
	c.pass(6 * time.Second)
	if c.undone == 0 {
		c.Done["taken back"]++
	}
	c.undone = 0
	c.obey()
	return true
}

// obey does what the lights say until there is nothing more to do.
func (c *People) obey() {
	idle := 0
	for range 1500 {
		if c.err != nil {
			return
		}
		if q := c.Table.Question(); q != "" {
			c.answer(q)
			continue
		}
		if c.obeyOne() {
			idle = 0
			c.soon()
			continue
		}
		// The next light may be about to come on.
		switch idle++; {
		case idle > 60 && c.Table.Trouble() != "" && c.turns == len(c.want):
			c.fail("the lights ask for nothing: %s", c.Table.Trouble())
			return
		case idle > 3 && c.Table.Trouble() == "", idle > 60:
			return
		}
		c.soon()
	}
	c.fail("the lights are never satisfied: %s", c.Table.Trouble())
}

// obeyOne does one thing that the lights say, if there is one. Anyone who finds a stone that
// moved takes it back to its place.
func (c *People) obeyOne() bool {
	lights := c.Table.Lights()
	for _, m := range lights {
		if lift := m.Kind == referee.MarkExtra || m.Kind == referee.MarkCaptured || m.Kind == referee.MarkWrong || m.Kind == referee.MarkRefused; lift && c.stones[m.Point] != board.Empty {
			c.lift(m.Point)
			return true
		}
	}
	for _, m := range lights {
		if put := m.Kind == referee.MarkMissing || m.Kind == referee.MarkWanted; put && c.stones[m.Point] == board.Empty {
			if m.Kind == referee.MarkWanted {
				if c.turns == len(c.want) {
					c.mean(m.Point) // the machine does
				}
				c.placed = len(c.want)
			}
			c.put(m.Point, m.Color)
			return true
		}
	}
	return false
}

// answer answers a question by the truth: what they mean to play was placed, and nothing
// was pushed.
func (c *People) answer(q referee.QuestionKind) {
	c.Done["asked "+string(q)]++
	a := referee.No
	switch q {
	case referee.AskColors:
		a = referee.Yes
	case referee.AskCapture, referee.AskTurns:
		if c.placed == len(c.want) && c.turns < len(c.want) {
			a = referee.Yes
		}
		for _, m := range c.want[c.turns:] {
			if c.stones[m.Point] != m.Color {
				a = referee.No
			}
		}
	}
	c.note("asked %s: %s", q, a)
	if err := c.Table.Answer(a); err != nil {
		c.fail("%s: %v", q, err)
	}
	c.pass(0)
}

// captives returns the stones that were captured and lie there still.
func (c *People) captives() (points []board.Point) {
	for i := range c.size().Count() {
		if p := c.size().Point(i); c.stones[p] != board.Empty && c.Truth.Board().At(p) == board.Empty {
			points = append(points, p)
		}
	}
	return points
}

// any returns a point on which a stone lies, or a free one, if there is one.
func (c *People) any(free bool) board.Point {
	var points []board.Point
	for i := range c.size().Count() {
		if p := c.size().Point(i); (c.stones[p] == board.Empty) == free {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return board.Nowhere
	}
	return points[c.Rand.IntN(len(points))]
}

func (c *People) put(p board.Point, color board.Color) {
	c.note("puts %v %v", color, p)
	c.stones[p] = color
	c.Table.Put(p, color)
	c.look()
}

func (c *People) lift(p board.Point) {
	c.note("lifts %v %v", c.stones[p], p)
	if c.gone == nil {
		c.gone = map[board.Point]time.Duration{}
	}
	c.gone[p] = c.passed
	c.stones[p] = board.Empty
	c.Table.Lift(p)
	c.look()
}

func (c *People) soon() { c.pass(time.Duration(100+c.Rand.IntN(250)) * time.Millisecond) }
func (c *People) long() { c.pass(time.Duration(1000+c.Rand.IntN(2000)) * time.Millisecond) }

func (c *People) pass(d time.Duration) {
	c.Table.Pass(d)
	c.passed += d
	c.look()
}

func (c *People) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}
