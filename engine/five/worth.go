package five

import "stonehand/engine/board"

// worth is what an empty point, or all of them, are worth to a side: when it is to
// move, and when the other is.
type worth struct{ moving, waiting int32 }

func (w *worth) add(x pointWorth) { w.moving += int32(x.moving); w.waiting += int32(x.waiting) }
func (w *worth) sub(x pointWorth) { w.moving -= int32(x.moving); w.waiting -= int32(x.waiting) }

func (w *worth) move(a, b pointWorth) {
	w.moving += int32(b.moving) - int32(a.moving)
	w.waiting += int32(b.waiting) - int32(a.waiting)
}

// pointWorth is the worth of one point.
type pointWorth struct{ moving, waiting int16 }

// shapeWorths are what a shape adds to a point's worth to the side that makes it,
// in the absence of a learned table.
var shapeWorths = [shapeCount]int16{SleepingTwo: 2, Two: 8, SleepingThree: 10, Three: 36, Four: 44, StraightFour: 400, Five: 1000}

// kindScores are what a kind adds to how promising a point is, in the absence of a
// learned table.
var kindScores = [kindCount]int16{MakesThree: 40, DoubleThree: 300, MakesFour: 60, FourThree: 600, Straight: 2000, Wins: 10_000}

// Shaped returns a table of which nothing was learned.
func Shaped() *Table {
	t := &Table{}
	for i := range t.Moving {
		x := codebookOnce().some[i]
		s, k := x.shaped(), kindScores[x.kind()]
		t.Moving[i], t.Waiting[i] = s, s
		t.Own[i], t.Taken[i] = 2*s+2*k, s+k
	}
	return t
}

// shaped is the worth of a point by the shapes that a stone makes there alone.
func (c code) shaped() int16 {
	s := int16(0)
	for d := range directions {
		s += shapeWorths[shapeOf[c.in(d)]]
	}
	return s
}

// weights are a table, by code.
type weights struct {
	worths     [1 << 16]pointWorth
	own, taken [1 << 16]int16
	tempo      int
}

func (t *Table) weights() *weights {
	w, b := &weights{tempo: int(t.Tempo)}, codebookOnce()
	for i := range w.worths {
		n := b.number[i]
		w.worths[i] = pointWorth{t.Moving[n], t.Waiting[n]}
		w.own[i], w.taken[i] = t.Own[n], t.Taken[n]
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
	v := int(p.sums[side(c)].moving-p.sums[side(c.Other())].waiting) + p.weights[side(c)].tempo
	return min(max(v, -Proved+1), Proved-1)
}
