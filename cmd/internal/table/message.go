package table

import (
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// message is the one sentence for the person at the board: the most important.
func (t *Table) message() string {
	m, v := &t.match, &t.sensed.view
	switch t.phase() {
	case PhaseLost:
		return t.lost()
	case PhaseOver:
		return t.ending(m.game.Result())
	case PhasePaused:
		if t.faults.thinker != "" {
			return t.fault()
		}
		return t.lang.Say(text.Paused)
	case PhaseClear:
		if !v.Agrees {
			return t.lang.Say(text.ClearBoard)
		}
	}
	for _, d := range v.Verdicts {
		if s := t.advice(d); s != "" {
			return s
		}
	}
	color, due := m.game.Due()
	switch {
	case m.decision != nil:
		return t.lang.Say(text.PlaceStones, t.lang.Stones(len(m.decision), color), t.lang.Points(m.decision))
	case m.personToMove():
		return t.lang.Say(text.PutTurn, t.lang.Side(color), t.lang.Stones(due, color))
	}
	return t.lang.Say(text.Thinking)
}

// advice says a verdict in words.
func (t *Table) advice(d referee.Verdict) string {
	l := t.lang
	switch d := d.(type) {
	case referee.Moved:
		return l.Say(text.StoneMoved, d.From, d.To)
	case referee.Replaced:
		points, first := marked(d.Stones)
		if len(points) == 1 {
			return l.Say(text.ReplacedOne, l.Points(points), l.Color(first))
		}
		return l.Say(text.ReplacedMany, l.Points(points))
	case referee.Missing:
		points, first := marked(d.Stones)
		if len(points) == 1 {
			return l.Say(text.MissingOne, l.Color(first), l.Points(points))
		}
		return l.Say(text.MissingMany, l.Points(points))
	case referee.OutOfTurn:
		return l.Say(one(d.Points, text.OutOfTurnOne, text.OutOfTurnMany), l.Points(d.Points), l.Side(d.Color))
	case referee.TooMany:
		return l.Say(one(d.Points, text.TooManyOne, text.TooManyMany), d.Due, l.Points(d.Points))
	case referee.Refused:
		return l.Say(text.RefusedTurn, l.Points(d.Points), d.Err)
	case referee.Extra:
		return l.Say(one(d.Points, text.ExtraOne, text.ExtraMany), l.Points(d.Points))
	case referee.Wanted:
		return l.Say(text.PlaceStones, l.Stones(len(d.Points), d.Color), l.Points(d.Points))
	case referee.Unseen:
		return l.Say(text.PlaceUnseen, l.Stones(len(d.Points), d.Color), l.Points(d.Points))
	case referee.Partial:
		color, _ := t.match.game.Due()
		n := len(d.Points)
		return l.Say(text.PutRest, n, d.Due, l.Stones(d.Due-n, color))
	}
	return ""
}

// one chooses the sentence for one point or that for several.
func one(points []board.Point, single, several text.Key) text.Key {
	if len(points) == 1 {
		return single
	}
	return several
}

// marked returns the points of marks and the colour of the first.
func marked(marks []referee.Mark) ([]board.Point, board.Color) {
	points := make([]board.Point, len(marks))
	for i, m := range marks {
		points[i] = m.Point
	}
	return points, marks[0].Color
}
