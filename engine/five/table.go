package five

import (
	"stonehand/engine/board"
	"stonehand/engine/limit"
)

// table remembers positions that were searched. Two entries share a place: one
// that was searched deepest, and the latest.
type table []entry

// entry is what is remembered of a position. Wins are counted from it on.
type entry struct {
	key   board.Key
	move  board.Point
	score int16
	depth int16
	bound limit.Bound
}

const (
	usualMB      = 8
	entriesPerMB = 1 << 16 // of 16 bytes
)

// place is where a position's two entries begin.
func (t table) place(key board.Key) int { return int(key) & (len(t) - 1) &^ 1 }

// find returns the entry of a position; nil if there is none.
func (t table) find(key board.Key) *entry {
	i := t.place(key)
	if t[i].key == key {
		return &t[i]
	}
	if t[i+1].key == key {
		return &t[i+1]
	}
	return nil
}

// keep writes an entry.
func (t table) keep(key board.Key, m board.Point, score, ply, depth int, bound limit.Bound) {
	if score > Proved {
		score += ply
	} else if score < -Proved {
		score -= ply
	}
	i := t.place(key)
	if t[i].key != key && (t[i+1].key == key || int(t[i].depth) > depth) {
		t[i].depth-- // so that old ones give way in the end
		i++
	}
	t[i] = entry{key, m, int16(score), int16(depth), bound}
}

// value is the score of an entry for a position at that ply.
func (h *entry) value(ply int) int {
	v := int(h.score)
	if v > Proved {
		v -= ply
	} else if v < -Proved {
		v += ply
	}
	return v
}

// worth is what an empty point, or all of them, are worth to a side: when it is to
// move, and when the other is.
type worth struct{ moving, waiting int32 }

// shapeWorths are what a shape adds to a point's worth to the side that makes it,
// in the absence of a learned table.
var shapeWorths = [shapeCount]int16{SleepingTwo: 2, Two: 8, SleepingThree: 10, Three: 36, Four: 44, StraightFour: 400, Five: 1000}

// shaped is the worth of a point by the shapes that a stone makes there alone.
func (c code) shaped() int16 {
	s := int16(0)
	for d := range board.Directions {
		s += shapeWorths[shapeOf[c.in(d)]]
	}
	return s
}

// weights are a table, and what else is asked of a point's code, by its number.
type weights struct {
	points [Codes]weight
	tempo  *[Threats]int16
}

type weight struct {
	moving, waiting int16
	own, taken      int16
	kind            Kind
}

func (t *Table) weights() *weights {
	w := &weights{tempo: &t.Tempo}
	for n, x := range codebookOnce().some {
		w.points[n] = weight{t.Moving[n], t.Waiting[n], t.Own[n], t.Taken[n], x.kind()}
	}
	return w
}

// Tables are what both sides' points are worth, Black's first.
type Tables [2]*Table

// expand returns the tables by code.
func (t Tables) expand() (w [2]*weights) {
	w[0] = t[0].weights()
	if w[1] = w[0]; t[1] != t[0] {
		w[1] = t[1].weights()
	}
	return w
}

// Value returns what a quiet position is worth to c, who is to move.
func (p *Position) Value(c board.Color) int {
	v := int(p.sums[side(c)].moving-p.sums[side(c.Other())].waiting) + int(p.weights[side(c)].tempo[p.Threats(c)])
	return min(max(v, -Proved+1), Proved-1)
}

// SideThreats is how many states a side's threats are told apart by: whether it has
// points that make a four and a three, and two threes, and whether it has none, some
// or many that make a four, and a three.
const SideThreats = 2 * 2 * 3 * 3

// Threats is how many states the threats of both sides are told apart by: those of
// the side to move, those of the other, and whether the other is about to make a
// straight four or a five.
const Threats = 2 * SideThreats * SideThreats

// Threats returns the state of both sides' threats where c is to move, 0 to
// [Threats]-1: 2 * SideThreats * that of c, plus twice that of the other side, plus
// one if the other side is about to make a straight four or a five.
func (p *Position) Threats(c board.Color) int {
	o := side(c.Other())
	return (p.threats(side(c))*SideThreats+p.threats(o))*2 + some(p.tally[o][Straight]+p.tally[o][Wins])
}

// Many points are more than one sleeping three, or one two, gives.
const (
	fewFours  = 2
	fewThrees = 4
)

// threats is the state of a side's threats, 0 to SideThreats-1.
func (p *Position) threats(s int) int {
	t := &p.tally[s&1]
	fours := some(t[MakesFour]) + some(max(0, t[MakesFour]-fewFours))
	threes := some(t[MakesThree]) + some(max(0, t[MakesThree]-fewThrees))
	return ((some(t[FourThree])*2+some(t[DoubleThree]))*3+fours)*3 + threes
}

// some is 1 for a number above 0, and 0 for 0.
func some(n int16) int { return int(uint16(-n) >> 15) }
