package table

import (
	"errors"

	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
	"stonehand/engine/renju"
)

// fouls are Renju's, as sentences.
var fouls = map[renju.Foul]text.Key{renju.Overline: text.FoulOverline, renju.DoubleFour: text.FoulFours, renju.DoubleThree: text.FoulThrees}

// message is what the person at the board is told: the most important sentence,
// after what has just been done for them.
func (t *core) message() string {
	s := t.lang.Join(t.remark().Text, t.warningSays(t.clockwork.Warning()))
	if !t.leaving.On() {
		return t.lang.Join(t.notice[t.lang], s)
	}
	return s
}

// remark is the most important sentence, and how a voice treats it.
func (t *core) remark() speech.Remark {
	m, v := &t.match, &t.sensed.view
	menu := ""
	if v.Question != nil && v.Question.Kind == referee.AskMenu {
		menu = t.ask(v.Question)
	}
	phase := t.phase()
	if menu != "" && phase != PhaseOff && phase != PhaseLost && phase != PhasePaused {
		return speech.Remark{Text: menu, Tone: speech.Ask, About: v.Question.Serial}
	}
	if r := t.awayRemark(phase); r.Text != "" {
		return r
	}
	switch phase {
	case PhaseOff:
		if t.unsaved.cause != nil {
			return speech.Remark{Text: t.lang.Say(text.GoodbyeUnsaved), Tone: speech.Last}
		}
		return speech.Remark{Text: t.lang.Say(text.Goodbye), Tone: speech.Last}
	case PhaseLost:
		r := speech.Remark{Text: t.lost(), Tone: speech.Lost}
		if l := t.sensed.link; l != nil && !l.Up {
			r.Spoken = t.lang.Say(text.BoardGone) // why is for reading
		}
		return r
	case PhaseCalibrate:
		return t.calibrationRemark()
	case PhaseOver:
		if len(v.Verdicts) > 0 {
			return speech.Remark{Text: t.advice(v.Verdicts[0]), Tone: speech.Trouble}
		}
		if q := v.Question; q != nil {
			return speech.Remark{Text: t.lang.Join(t.ending(m.game.Result()), t.ask(q)), Spoken: t.ask(q), Tone: speech.Ask, About: q.Serial}
		}
		return speech.Remark{Text: t.ending(m.game.Result()), Tone: speech.Move}
	case PhasePaused:
		if t.faults.thinker != "" {
			return speech.Remark{Text: t.fault(), Tone: speech.Ask}
		}
		return speech.Remark{Text: t.lang.Join(t.lang.Say(text.Paused), menu), Tone: speech.Ask}
	}
	switch {
	case v.Question != nil && (v.Question.Kind != referee.AskChoice || status.Faults(v.Verdicts) == 0):
		return speech.Remark{Text: t.ask(v.Question), Tone: speech.Ask, About: v.Question.Serial}
	case t.helping && m.mend != "" && !v.Agrees:
		return speech.Remark{Text: t.lang.Say(text.HandsMend), Tone: speech.Quiet}
	case m.mend == PhaseClear && !v.Agrees:
		return speech.Remark{Text: t.lang.Say(text.ClearBoard), Tone: speech.Trouble}
	case len(v.Verdicts) > 0:
		return t.judgement(v)
	}
	color, due := m.game.Due()
	actor := t.status().Actor
	switch {
	case m.decision != nil:
		return speech.Remark{Text: t.placing(m.decision, color), Tone: speech.Move}
	case actor == status.Person && t.toPut(color, due) != "":
		return speech.Remark{Text: t.toPut(color, due), Tone: speech.Turn}
	case actor == status.Person:
		return speech.Remark{Text: t.lang.Say(text.PutTurn, t.lang.Side(color), t.lang.Stones(due, color)), Tone: speech.Turn}
	}
	switch {
	case actor == status.Remote && len(m.game.Choices()) > 0:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereChooses), Tone: speech.Quiet}
	case actor == status.Remote:
		return speech.Remark{Text: t.lang.Say(text.ElsewhereMoves, t.lang.Side(m.elsewhere)), Tone: speech.Quiet}
	}
	return speech.Remark{Text: t.lang.Say(text.Thinking), Tone: speech.Quiet}
}

// judgement says what the referee sees first.
func (t *core) judgement(v *referee.View) speech.Remark {
	s := t.advice(v.Verdicts[0])
	if n := status.Faults(v.Verdicts); n > 1 && len(v.Guide) > 0 {
		s = t.lang.Join(s, t.lang.Say(text.ThenMore, n-1))
	}
	switch d := v.Verdicts[0].(type) {
	case referee.Missing:
		if len(v.Corners) > 0 {
			s = t.lang.Join(s, t.lang.Say(text.OrMenu))
		}
	case referee.Partial, referee.Ready:
		return speech.Remark{Text: s, Tone: speech.Part}
	case referee.Wanted:
		if len(d.Points) < len(t.match.decision) {
			return speech.Remark{Text: s, Tone: speech.Part}
		}
		return speech.Remark{Text: s, Tone: speech.Move}
	case referee.Unseen:
		return speech.Remark{Text: s, Tone: speech.Move}
	}
	return speech.Remark{Text: s, Tone: speech.Trouble}
}

// advice says a verdict in words. Of several stones that are wrong it names the
// one that is lit.
func (t *core) advice(d referee.Verdict) string {
	l := t.lang
	switch d := d.(type) {
	case referee.Moved:
		return l.Say(text.StoneMoved, d.From, d.To)
	case referee.TakingBack:
		points, _ := marked(d.Stones)
		if len(d.Rest) > 0 {
			return l.Say(text.TakeBackRest, l.Points(points), l.Points(d.Rest))
		}
		return l.Say(text.TakingBack, l.Points(points))
	case referee.Replaced:
		return l.Say(text.Replaced, d.Stones[0].Point, l.Color(d.Stones[0].Color))
	case referee.Missing:
		return l.Say(text.Missing, l.Color(d.Stones[0].Color), d.Stones[0].Point)
	case referee.OutOfTurn:
		return l.Say(text.OutOfTurn, d.Points[0], l.Side(d.Color))
	case referee.TooMany:
		return l.Say(text.TooMany, d.Due, d.Points[0])
	case referee.Refused:
		var foul *game.FoulError
		if errors.As(d.Err, &foul) {
			return l.Say(fouls[foul.Foul], foul.Point)
		}
		var point *opening.PointError
		if errors.As(d.Err, &point) {
			return t.refusedPoint(point)
		}
		return l.Say(text.RefusedTurn, l.Points(d.Points), d.Err)
	case referee.Extra:
		return l.Say(text.Extra, d.Points[0])
	case referee.Wanted:
		return t.placing(d.Points, d.Color)
	case referee.Unseen:
		return l.Say(text.PlaceUnseen, l.Stones(len(d.Points), d.Color), l.Points(d.Points))
	case referee.Ready:
		return l.Say(text.PressLever, l.Side(d.Color))
	case referee.Partial:
		color, _ := t.match.game.Due()
		n := len(d.Points)
		return l.Say(text.PutRest, n, d.Due, l.Stones(d.Due-n, color))
	}
	return ""
}

// placing says who puts down the machine's stones.
func (t *core) placing(points []board.Point, c board.Color) string {
	k := text.PlaceStones
	if t.arm.Running() || t.cfg.Arm != nil && len(t.sensed.view.Wanted) == 0 || t.cfg.Arm == nil && t.helping {
		k = text.ArmPlaces
	}
	return t.lang.Say(k, t.lang.Stones(len(points), c), t.lang.Points(points))
}

// marked returns the points of marks and the colour of the first.
func marked(marks []referee.Mark) ([]board.Point, board.Color) {
	points := make([]board.Point, len(marks))
	for i, m := range marks {
		points[i] = m.Point
	}
	return points, marks[0].Color
}
