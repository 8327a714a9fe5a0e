package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
)

// Decided says what people have chosen where the game waits for a choice.
type Decided struct{ Answer Answer }

func (Decided) event() {}

// pick finds the stone that people choose by taking the other one off the board,
// of the two between which they may choose, and takes that for no disturbance.
func (r *Referee) pick(d *difference) (kept, gone board.Point) {
	kept, gone = board.Nowhere, board.Nowhere
	if len(r.ask.Offered) != 2 || len(d.missing) != 1 || len(d.moved)+len(d.replaced)+len(d.fresh)+len(d.spent) > 0 {
		return kept, gone
	}
	p := d.missing[0].Point
	i := slices.Index(r.ask.Offered, p)
	if i < 0 || !r.cells[p].lifted {
		return kept, gone
	}
	d.missing = nil
	return r.ask.Offered[1-i], p
}

// choose asks for the choice that the game waits for, and returns the event when a
// stone was taken off for it.
func (r *Referee) choose(now time.Time, d *difference, kept, gone board.Point) Event {
	if len(r.ask.Choose) == 0 || r.game.Result().Over || d.disturbed() {
		return nil
	}
	from := r.calm([]board.Point{gone})
	if r.question != nil && r.question.Kind == AskChoice {
		from = time.Time{} // a stone that lies wrong takes nothing back
	}
	r.wonder(now, from.Add(r.set.Settle), AskChoice, func() *Question {
		q := &Question{}
		var at []board.Point
		if len(r.ask.Offered) == 0 {
			at = r.choicePoints(len(r.ask.Choose))
		}
		for i, a := range r.ask.Choose {
			q.Options = append(q.Options, r.option(a, at, i, board.Empty))
		}
		for _, p := range r.ask.Offered {
			q.About = append(q.About, Mark{Point: p, Kind: MarkAsked})
		}
		return q
	})
	if kept == board.Nowhere || r.ask.Quiet || r.menu.open || !r.passed(now, r.cells[gone].since.Add(r.set.Answer)) {
		return nil
	}
	return Decided{Answer(kept.String())}
}

// mostChoices is how many choices have places of their own.
const mostChoices = 3

// choicePoints returns a point for each of n choices: the same ones for as long as
// they are empty, in the middle of the lowest row, each in a column of its own, or
// above where that is taken.
func (r *Referee) choicePoints(n int) []board.Point {
	size := r.game.Size()
	first := (size.Cols-1)/2 - (mostChoices - 1)
	if n > mostChoices || first < 0 {
		return r.answerPoints(n)
	}
	return r.columns(n, first, 2, 0, func(p board.Point) bool { return r.cells[p].sight == Empty })
}

// columns returns for each of n choices the lowest point of a column of its own, from a row
// on, on which the game has no stone and that is free; the columns begin with the first and
// lie a step apart.
func (r *Referee) columns(n, first, step, row int, free func(board.Point) bool) []board.Point {
	points := slices.Repeat([]board.Point{board.Nowhere}, n)
	for i := range points {
		for y := row; y < r.game.Size().Rows; y++ {
			if p := board.At(first+i*step, y); r.game.At(p) == board.Empty && free(p) {
				points[i] = p
				break
			}
		}
	}
	return points
}
