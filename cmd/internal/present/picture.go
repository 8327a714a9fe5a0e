package present

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Paint makes the picture of the present state.
func (t *Table) Paint() hw.Picture {
	s, v := t.Status, &t.Status.View
	size := t.size()
	p := hw.Picture{Points: make([]hw.Signal, size.Count())}
	put := func(s hw.Signal, points []board.Point) {
		for _, q := range points {
			p.Points[size.Index(q)] = s
		}
	}
	last, person := t.lastTurn()
	phase := t.Phase()
	switch phase {
	case api.PhaseOff:
		return p // dark
	case api.PhaseLost:
		p.Edge = hw.LinkLost
		return p
	case api.PhaseReview:
		t.paintReview(p.Points)
		return p
	case api.PhaseClosed:
		return p // dark
	case api.PhaseAttract:
		t.paintAttract(&p)
		return p
	case api.PhaseClear:
		if t.Attract.Wanted() {
			t.paintAttract(&p)
			return p
		}
	case api.PhasePaused:
		p.Edge = hw.Paused
		light(v.Question, size, p.Points)
		return p
	case api.PhaseOver:
		put(hw.LastMove, last)
		put(hw.Winning, t.Game.Result().Line)
		if len(v.Verdicts) > 0 || v.Question != nil {
			clear(p.Points) // the next game is on the board
		}
	case api.PhaseThinking, api.PhaseRemote:
		p.Edge = hw.Thinking
		if person {
			put(hw.Accepted, last)
		}
		t.paintThought(put)
		put(hw.Accepted, s.Placed)
	case api.PhaseChoose:
		p.Edge = hw.YourTurn
		put(hw.LastMove, last)
	case api.PhaseCount:
		p.Edge = hw.YourTurn
		t.paintCount(p.Points)
	case api.PhaseHuman:
		p.Edge = hw.YourTurn
		t.paintShown(p.Points)
		t.paintTouched(p.Points)
		put(hw.Refused, t.Game.Forbidden())
		put(hw.YourTurn, t.Game.Allowed())
		put(hw.LastMove, last)
		if t.Hint != nil {
			t.paintCandidates(t.Hint.Candidates, put)
			put(hw.Candidate, t.free(t.Hint.Points))
		}
	}
	if s.Decision != nil && !s.Mending {
		put(wanted(t.Status.Stones), v.Wanted)
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
		p.Points[size.Index(k.Point)] = Signal(k)
	}
	light(v.Question, size, p.Points)
	return p
}

// paintThought lights the turn that who is to choose likes best so far, and its other
// candidates, where the settings want that.
func (t *Table) paintThought(put func(hw.Signal, []board.Point)) {
	if !t.Candidates || t.Thought == nil {
		return
	}
	t.paintCandidates(t.Thought.Candidates, put)
	if len(t.Thought.Line) > 0 {
		put(hw.Candidate, t.free(t.Thought.Line[0]))
	}
}

// free lists those points of a turn on which a stone can be put: a program may think of
// any.
func (t *Table) free(points []board.Point) (list []board.Point) {
	for _, p := range points {
		if t.size().Has(p) && t.Game.At(p) == board.Empty {
			list = append(list, p)
		}
	}
	return list
}

// paintCandidates lights the candidates that are about as good as the best, where the
// settings want that.
func (t *Table) paintCandidates(list []api.Candidate, put func(hw.Signal, []board.Point)) {
	if t.Candidates {
		for _, c := range nearly(list) {
			put(hw.Liberty, t.free(c.Points))
		}
	}
}

// nearlyAsGood is how much less a chance to win may be so that a candidate is lit.
const nearlyAsGood = 0.05

// nearly returns the candidates that are about as good as the best: a light tells no more.
func nearly(list []api.Candidate) (good []api.Candidate) {
	best := 0.0
	for _, c := range list {
		if c.Chance != nil {
			best = max(best, *c.Chance)
		}
	}
	for _, c := range list {
		if c.Chance == nil || *c.Chance >= best-nearlyAsGood {
			good = append(good, c)
		}
	}
	return good
}

// light shows what people are being asked, and where a stone answers.
func light(q *referee.Question, size board.Size, points []hw.Signal) {
	if q == nil {
		return
	}
	for _, k := range q.About {
		points[size.Index(k.Point)] = Signal(k)
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

// Signal says how a mark is shown.
func Signal(k referee.Mark) hw.Signal {
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
	case referee.MarkCaptured:
		return hw.Captured
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

// lastTurn returns the points of the last turn that was played, and whether a
// person played it.
func (t *Table) lastTurn() (points []board.Point, person bool) {
	turns := t.Game.Turns()
	if len(turns) == 0 {
		return nil, false
	}
	last := len(turns) - 1
	return slices.Clone(turns[last].Points), t.Record.People[t.Game.SideOf(last)]
}
