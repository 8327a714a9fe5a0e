package template

import (
	"slices"

	"stonehand/engine/board"
)

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
			return judgement{value: Strong, forced: union(points, p.allowed(mine.make[SleepingThree], me))}
		}
	}
	if theirs.count[LiveThree] > 0 {
		stops := union(theirs.stop[LiveThree], nil)
		forced := p.allowed(union(stops, mine.make[SleepingThree]), me)
		value := p.quiet(mine, theirs)
		if theirs.count[LiveThree] > 1 && mine.count[SleepingThree] == 0 {
			value = -Strong
		}
		return judgement{value: value, forced: forced}
	}
	return judgement{value: p.quiet(mine, theirs)}
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
