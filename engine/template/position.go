package template

import (
	"math/bits"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/renju"
	"stonehand/engine/tuple"
)

// line is a line on which five can stand: its points, what stands on them, and
// what that holds for either side.
type line struct {
	points  []board.Point
	stones  [3]uint32 // by colour; Empty: the empty points
	matches [3]Match  // by colour
	changed bool      // since matches were found
}

// on says that a point is the bit-th of a line.
type on struct {
	line int
	bit  int
}

// Position is a board with its lines. The zero Position has none; see [New].
type Position struct {
	size    board.Size
	rules   game.Row
	stones  [board.Cells]board.Color
	count   int
	lines   []line
	through [board.Cells][]on // the lines of every point
	key     board.Key
	tuples  *tuple.Player // orders what is to be tried
	fouls   *renju.Board
}

// New returns an empty board of that size.
func New(size board.Size, rules game.Row) *Position {
	p := &Position{size: size, rules: rules, tuples: tuple.New(size), fouls: renju.New(size)}
	for _, d := range board.Directions {
		for first := range size.Points {
			if x, y := first.X()-d[0], first.Y()-d[1]; x >= 0 && y >= 0 && x < size.Cols && y < size.Rows {
				continue // a line begins before
			}
			var points []board.Point
			for x, y := first.X(), first.Y(); x < size.Cols && y >= 0 && y < size.Rows; x, y = x+d[0], y+d[1] {
				points = append(points, board.At(x, y))
			}
			if len(points) < 5 {
				continue
			}
			for bit, at := range points {
				p.through[at] = append(p.through[at], on{len(p.lines), bit})
			}
			p.lines = append(p.lines, line{points: points, stones: [3]uint32{board.Empty: 1<<len(points) - 1}})
		}
	}
	return p
}

// Put puts a stone of colour c on an empty point of the board. Of the lines only
// the point's own, four at most, are looked at again.
func (p *Position) Put(at board.Point, c board.Color) {
	p.stones[at] = c
	p.count++
	p.flip(at, c)
	p.tuples.Put(at, c)
	p.fouls.Put(at, c)
}

// Take takes the stone off a point.
func (p *Position) Take(at board.Point) {
	c := p.stones[at]
	p.stones[at] = board.Empty
	p.count--
	p.flip(at, c)
	p.tuples.Take(at)
	p.fouls.Take(at, c)
}

// Lift takes all stones off.
func (p *Position) Lift() {
	for at := range p.size.Points {
		if p.stones[at] != board.Empty {
			p.Take(at)
		}
	}
}

func (p *Position) flip(at board.Point, c board.Color) {
	p.key ^= board.StoneKey(c, at)
	for _, o := range p.through[at] {
		l := &p.lines[o.line]
		l.stones[c] ^= 1 << o.bit
		l.stones[board.Empty] ^= 1 << o.bit
		l.changed = true
	}
}

// Allowed reports whether c may play on an empty point.
func (p *Position) Allowed(at board.Point, c board.Color) bool {
	return p.rules != game.RenjuFive || c != board.Black || p.fouls.Foul(at) == renju.None
}

// Match returns what the line-th line holds for c.
func (p *Position) Match(line int, c board.Color) Match {
	l := &p.lines[line]
	if l.changed {
		l.changed = false
		for _, c := range [2]board.Color{board.Black, board.White} {
			l.matches[c] = match(l.stones[c], l.stones[board.Empty], len(l.points), p.rules.Exact(c))
		}
	}
	return l.matches[c]
}

// points lists the points of some bits of a line.
func (l *line) list(set uint32, into []board.Point) []board.Point {
	for ; set != 0; set &= set - 1 {
		into = append(into, l.points[bits.TrailingZeros32(set)])
	}
	return into
}

// What a position is worth to the side to move. Between them lie the values of
// quiet positions, far below Strong.
const (
	Won    = 10_000 // there is a five, or one comes with this stone
	Strong = 5_000  // a live three that can become a live four first, or two of the opponent's that cannot both be stopped
)

// What each sleeping three and live two of a quiet position counts. The series
// only says that they are counted.
const (
	sleepingThreeCounts = 20
	liveTwoCounts       = 12
)

// judgement is what the shapes of a position say to the side to move.
type judgement struct {
	value  int
	over   bool          // it is decided: value needs no search
	four   bool          // the opponent threatens five
	forced []board.Point // if not nil, the only points worth a stone
	fours  []board.Point // where a stone makes a four; Renju may forbid some
}

// sights are one side's shapes over all lines.
type sights struct {
	count      [Overline + 1]int
	make, stop [Overline + 1][]board.Point
}

func (p *Position) sights(c board.Color) *sights {
	s := &sights{}
	for i := range p.lines {
		m := p.Match(i, c)
		s.count[m.Shape]++
		if m.Shape >= SleepingThree && m.Shape <= LiveFour {
			s.make[m.Shape] = p.lines[i].list(m.Make, s.make[m.Shape])
			s.stop[m.Shape] = p.lines[i].list(m.Stop, s.stop[m.Shape])
		}
	}
	return s
}

// judge decides by cases, in the order of the series: what is there already, what
// one stone brings, what has to be stopped, and only then a count.
func (p *Position) judge(me board.Color) judgement {
	them := me.Other()
	mine, theirs := p.sights(me), p.sights(them)
	switch {
	case theirs.count[Five] > 0, theirs.count[Overline] > 0 && !p.rules.Exact(them):
		return judgement{value: -Won, over: true}
	case mine.count[Five] > 0, mine.count[Overline] > 0 && !p.rules.Exact(me):
		return judgement{value: Won, over: true}
	}
	if five := union(mine.make[Four], mine.make[LiveFour]); len(five) > 0 {
		return judgement{value: Won - 1, over: true, forced: five}
	}
	if five := union(theirs.make[Four], theirs.make[LiveFour]); len(five) > 0 {
		if len(five) > 1 || !p.Allowed(five[0], me) {
			return judgement{value: -Won + 2, over: true, four: true, forced: five}
		}
		return judgement{value: p.quiet(mine, theirs), four: true, forced: five}
	}
	if mine.count[LiveThree] > 0 {
		if points := p.allowed(mine.make[LiveThree], me); len(points) > 0 {
			// The opponent may still have fours to make on the way.
			return judgement{value: Strong, forced: union(points, p.allowed(mine.make[SleepingThree], me)), fours: union(points, mine.make[SleepingThree])}
		}
	}
	if theirs.count[LiveThree] > 0 {
		stops := union(theirs.stop[LiveThree], nil)
		forced := p.allowed(union(stops, mine.make[SleepingThree]), me)
		value := p.quiet(mine, theirs)
		if theirs.count[LiveThree] > 1 && mine.count[SleepingThree] == 0 {
			value = -Strong
		}
		return judgement{value: value, forced: forced, fours: union(mine.make[SleepingThree], nil)}
	}
	return judgement{value: p.quiet(mine, theirs), fours: union(mine.make[SleepingThree], nil)}
}

// quiet counts what forces nothing.
func (p *Position) quiet(mine, theirs *sights) int {
	return sleepingThreeCounts*(mine.count[SleepingThree]-theirs.count[SleepingThree]) +
		liveTwoCounts*(mine.count[LiveTwo]-theirs.count[LiveTwo])
}

// union joins lists of points, each once.
func union(a, b []board.Point) []board.Point {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// allowed are those of the points where c may play.
func (p *Position) allowed(points []board.Point, c board.Color) []board.Point {
	var list []board.Point
	for _, at := range points {
		if p.Allowed(at, c) {
			list = append(list, at)
		}
	}
	return list
}
