package table

import (
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// show brings the lamps to the present state.
func (t *core) show() {
	p := t.calib.view.Picture // by the lamps' own numbers
	if !t.underway() || t.leaving.On() {
		p = t.calib.lens.Picture(t.sensed.inset.Spread(t.paint()))
	}
	if t.cfg.Lamps == nil || (p.Edge == t.picture.Edge && slices.Equal(p.Points, t.picture.Points)) {
		return
	}
	t.picture = p
	t.out.Lamps = &p
}

// paint makes the picture of the present state.
func (t *core) paint() hw.Picture {
	m, v := &t.match, &t.sensed.view
	size := m.game.Size()
	p := hw.Picture{Points: make([]hw.Signal, size.Count())}
	put := func(s hw.Signal, points []board.Point) {
		for _, q := range points {
			p.Points[size.Index(q)] = s
		}
	}
	last, person := m.lastTurn()
	phase := t.phase()
	switch phase {
	case PhaseOff:
		return p // dark
	case PhaseLost:
		p.Edge = hw.LinkLost
		return p
	case PhasePaused:
		p.Edge = hw.Paused
		light(v.Question, size, p.Points)
		return p
	case PhaseOver:
		put(hw.LastMove, last)
		put(hw.Winning, m.game.Result().Line)
		if len(v.Verdicts) > 0 || v.Question != nil {
			clear(p.Points) // the next game is on the board
		}
	case PhaseThinking, PhaseElsewhere:
		p.Edge = hw.Thinking
		if person {
			put(hw.Accepted, last)
		}
		put(hw.Accepted, m.placed)
	case PhaseChoose:
		p.Edge = hw.YourTurn
		put(hw.LastMove, last)
	case PhaseHuman:
		p.Edge = hw.YourTurn
		put(hw.Refused, m.game.Forbidden())
		put(hw.YourTurn, m.game.Allowed())
		put(hw.LastMove, last)
	}
	if m.decision != nil && m.mend == "" {
		put(wanted(t.color()), v.Wanted)
	}
	// What is right but not complete is shown whole, what is wrong one stone
	// at a time.
	put(hw.Accepted, v.Partial)
	for _, d := range v.Verdicts {
		if d, ok := d.(referee.Unseen); ok {
			put(wanted(d.Color), d.Points)
		}
	}
	put(hw.LastMove, v.Corners)
	for _, k := range slices.Backward(v.Guide) {
		p.Points[size.Index(k.Point)] = signal(k)
	}
	light(v.Question, size, p.Points)
	return p
}

// light shows what people are being asked, and where a stone answers.
func light(q *referee.Question, size board.Size, points []hw.Signal) {
	if q == nil {
		return
	}
	for _, k := range q.About {
		points[size.Index(k.Point)] = signal(k)
	}
	for _, o := range q.Options {
		switch {
		case o.Point == board.Nowhere:
		case o.Set:
			points[size.Index(o.Point)] = hw.YourTurn
		default:
			points[size.Index(o.Point)] = hw.Confirm
		}
	}
}

// signal says how a mark is shown.
func signal(k referee.Mark) hw.Signal {
	switch k.Kind {
	case referee.MarkMissing:
		if k.Color == board.White {
			return hw.MissingWhite
		}
		return hw.MissingBlack
	case referee.MarkExtra:
		return hw.Extra
	case referee.MarkWrong:
		return hw.WrongColor
	case referee.MarkRefused:
		return hw.Refused
	case referee.MarkWanted:
		return wanted(k.Color)
	case referee.MarkAsked:
		return hw.Confirm
	}
	return hw.Accepted
}

// wanted is the signal that asks for a stone of a colour.
func wanted(c board.Color) hw.Signal {
	if c == board.White {
		return hw.PlaceWhite
	}
	return hw.PlaceBlack
}
