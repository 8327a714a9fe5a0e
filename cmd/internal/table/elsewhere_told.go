package table

import (
	"slices"

	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// awayRemark is what there is to say of the player elsewhere before anything else.
func (t *core) awayRemark(p Phase) speech.Remark {
	l, m := t.opponent.Stand(), &t.match
	if m.elsewhere == board.Empty || slices.Contains([]Phase{PhaseOff, PhaseLost, PhasePaused, PhaseCalibrate}, p) || t.sensed.view.Question != nil {
		return speech.Remark{}
	}
	over := m.game.Result().Over
	switch {
	case l.Problem != "":
		return speech.Remark{Text: t.lang.Say(text.ElsewhereProblem, l.Problem), Tone: speech.Trouble}
	case l.Asked > 0 && p != PhaseClear:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereAsks, l.Asked, t.lang.Points(m.lastPoints(l.Asked))), Tone: speech.Ask, About: l.AskedID}
	case t.opponent.Question() != 0:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereLong, t.patience()), Tone: speech.Ask, About: t.opponent.Question()}
	case l.Gone && !over:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereLeft), Tone: speech.Trouble}
	case p == PhaseElsewhere && !l.Up:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereCut), Tone: speech.Trouble}
	case p == PhaseElsewhere && l.Asking > 0:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereAsked, l.Asking), Tone: speech.Quiet}
	}
	return speech.Remark{}
}

// lastPoints lists the points of the last turns.
func (m *match) lastPoints(turns int) []board.Point {
	all := m.game.Turns()
	var points []board.Point
	for _, turn := range all[max(0, len(all)-turns):] {
		points = append(points, turn.Points...)
	}
	return points
}

// awayQuestion is what the player elsewhere asks, nil for nothing.
func (t *core) awayQuestion() *Inquiry {
	l := t.opponent.Stand()
	if t.match.elsewhere == board.Empty || t.match.paused {
		return nil
	}
	if l.Asked <= 0 {
		return t.goneQuestion()
	}
	points := t.match.lastPoints(l.Asked)
	return &Inquiry{ID: l.AskedID, Kind: "take-back", Path: []string{}, Points: points,
		Text:    t.lang.Say(text.ElsewhereAsks, l.Asked, t.lang.Points(points)),
		Options: t.yesNo()}
}

// describeElsewhere describes the player elsewhere; nil for none.
func (t *core) describeElsewhere() *Elsewhere {
	l, m := t.opponent.Stand(), &t.match
	if m.elsewhere == board.Empty {
		return nil
	}
	e := &Elsewhere{Color: m.elsewhere, Host: l.Host, Link: "down", Name: l.Name, Asking: l.Asking, Problem: l.Problem, Guest: m.guest}
	switch {
	case l.Problem != "":
		e.Link = "stopped"
	case l.Gone:
		e.Link = "left"
	case l.Up:
		e.Link = "up"
	}
	return e
}

// showAway shows the time of a player elsewhere as running, though it is kept at
// the other table: what that says counts.
func (t *core) showAway(c *Clock) {
	m := &t.match
	control := m.clock.Control()
	spent, thinks := t.opponent.Thinks(t.now)
	if control.IsZero() || !thinks {
		return
	}
	shown := clock.New(control)
	sides := [3]clock.Side{board.Black: m.clock.Side(t.now, board.Black), board.White: m.clock.Side(t.now, board.White)}
	sides[m.elsewhere] = control.Spend(sides[m.elsewhere], spent)
	shown.Set(sides[board.Black], sides[board.White])
	*c = describeClock(&shown, t.now)
	c.Running = m.elsewhere
}
