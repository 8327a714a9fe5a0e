package present

import (
	"errors"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/clockwork"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
	"stonehand/engine/renju"
)

// Phase says what the table is waiting for.
func (t *Table) Phase() api.Phase {
	switch s := t.Status; {
	case s.Leaving:
		return api.PhaseOff
	case s.Calibrating:
		return api.PhaseCalibrate
	case s.Closed:
		return api.PhaseClosed
	case t.Attract.Wanted() && t.Fits:
		return api.PhaseClear
	case t.Attract.Scene() > attract.Ask && t.Fits:
		return api.PhaseAttract
	case !s.Live:
		return api.PhaseLost
	case t.Review != nil:
		return api.PhaseReview
	case s.Over:
		return api.PhaseOver
	case s.Paused:
		return api.PhasePaused
	case s.Mending:
		return t.mend()
	case s.Counting && !s.View.Disturbed:
		return api.PhaseCount
	case s.Counting:
		return api.PhaseRepair
	case s.Decision == nil && s.Actor == status.Remote:
		return api.PhaseRemote
	case s.Decision == nil && s.Actor != status.Person:
		return api.PhaseThinking
	case s.View.Disturbed:
		return api.PhaseRepair
	case s.Decision != nil:
		return api.PhasePlace
	case len(s.Choices) > 0:
		return api.PhaseChoose
	}
	return api.PhaseHuman
}

// Message is what the person at the board is told: the most important sentence,
// after what has just been done for them.
func (t *Table) Message() string {
	s := t.Lang.Join(t.Remark().Text, t.WarningSays(t.Warning))
	if t.Status.Leaving {
		return s
	}
	s = t.Lang.Join(t.takeBackAwaited(), s)
	if t.Notice != nil {
		return t.Lang.Join(t.Notice.In(t.Lang), s)
	}
	return s
}

// Remark is the most important sentence, and how a voice treats it.
func (t *Table) Remark() speech.Remark {
	s, v := t.Status, &t.Status.View
	menu := ""
	phase := t.Phase()
	switch phase {
	case api.PhaseAttract:
		return t.attractRemark()
	case api.PhaseClosed:
		return speech.Remark{Text: t.Closed().In(t.Lang), Tone: speech.Quiet}
	case api.PhaseClear:
		if t.Attract.Wanted() {
			return speech.Remark{Text: t.Lang.Say(text.RulesClear), Tone: speech.Ask}
		}
	}
	if v.Question != nil && v.Question.Kind == referee.AskMenu {
		menu = t.Ask(v.Question)
	}
	if menu != "" && phase != api.PhaseOff && phase != api.PhaseLost && phase != api.PhasePaused {
		return speech.Remark{Text: menu, Tone: speech.Ask, About: v.Question.Serial}
	}
	if r := t.opponentRemark(phase); r.Text != "" {
		return r
	}
	switch phase {
	case api.PhaseOff:
		if t.Unsaved != nil {
			return speech.Remark{Text: t.Lang.Say(text.GoodbyeUnsaved), Tone: speech.Last}
		}
		return speech.Remark{Text: t.Lang.Say(text.Goodbye), Tone: speech.Last}
	case api.PhaseLost:
		r := speech.Remark{Text: t.lost(), Tone: speech.Lost}
		if l := t.Link; l != nil && !l.Up {
			r.Spoken = t.Lang.Say(text.BoardGone) // why is for reading
		}
		return r
	case api.PhaseCalibrate:
		return t.calibrationRemark()
	case api.PhaseReview:
		return t.reviewRemark()
	case api.PhaseOver:
		if len(v.Verdicts) > 0 {
			return speech.Remark{Text: t.Advice(v.Verdicts[0]), Tone: speech.Trouble}
		}
		if q := v.Question; q != nil {
			return speech.Remark{Text: t.Lang.Join(t.Ending(t.Game.Result()), t.Ask(q)), Spoken: t.Ask(q), Tone: speech.Ask, About: q.Serial}
		}
		return speech.Remark{Text: t.Lang.Join(t.Ending(t.Game.Result()), t.MatchSays(), t.nextRemotely()), Tone: speech.Move}
	case api.PhasePaused:
		if t.Faults[notices.Player].Is() {
			return speech.Remark{Text: t.Fault(), Tone: speech.Ask}
		}
		paused := text.Paused
		if t.ArmManual == "on" || t.ArmManual == "moving" {
			paused = text.ArmByHand
		}
		return speech.Remark{Text: t.Lang.Join(t.Lang.Say(paused), menu), Tone: speech.Ask}
	}
	switch {
	case v.Question != nil && (v.Question.Kind != referee.AskChoice || status.Faults(v.Verdicts) == 0):
		return speech.Remark{Text: t.Ask(v.Question), Tone: speech.Ask, About: v.Question.Serial}
	case t.Helping && s.Mending && !v.Agrees:
		return speech.Remark{Text: t.Lang.Say(text.HandsMend), Tone: speech.Quiet}
	case s.Clearing && !v.Agrees && t.Arm.Lifting():
		return speech.Remark{Text: t.Lang.Say(text.ArmClears), Tone: speech.Move}
	case s.Clearing && !v.Agrees && !t.placesHandicap():
		return speech.Remark{Text: t.Lang.Say(text.ClearBoard), Tone: speech.Trouble}
	case len(v.Verdicts) > 0:
		return t.judgement(v)
	}
	if s.Counting {
		return speech.Remark{Text: t.countingSays(), Tone: speech.Turn}
	}
	color, due := t.Game.Due()
	actor := t.Status.Actor
	switch {
	case s.Decision != nil || s.Chooses(): // what is there has to settle: nobody is asked for it again, nor for more
		return speech.Remark{Text: t.Lang.Say(text.BoardRight), Tone: speech.Quiet}
	case actor == status.Person && t.toPut(color, due) != "":
		return speech.Remark{Text: t.toPut(color, due), Tone: speech.Turn}
	case actor == status.Person:
		return speech.Remark{Text: t.Lang.Say(text.PutTurn, t.Lang.Side(color), t.Lang.Stones(due, color)), Tone: speech.Turn}
	}
	switch {
	case actor == status.Remote && len(t.Game.Choices()) > 0:
		return speech.Remark{Text: t.Lang.Say(text.RemoteChooses), Tone: speech.Quiet}
	case actor == status.Remote:
		return speech.Remark{Text: t.Lang.Say(text.RemoteMoves, t.Lang.Side(t.Record.Remote)), Tone: speech.Quiet}
	}
	return speech.Remark{Text: t.Lang.Say(text.Thinking), Tone: speech.Quiet}
}

// judgement says what the referee sees first.
func (t *Table) judgement(v *referee.View) speech.Remark {
	s := t.Advice(v.Verdicts[0])
	if t.placesHandicap() {
		return speech.Remark{Text: s, Tone: speech.Trouble}
	}
	n := status.Faults(v.Verdicts)
	if r := t.refusedCapture(v); r != nil {
		s, n = t.Lang.Join(s, t.Advice(*r)), n-1
	}
	if n > 1 && len(v.Guide) > 0 {
		s = t.Lang.Join(s, t.Lang.Say(text.ThenMore, n-1))
	}
	switch d := v.Verdicts[0].(type) {
	case referee.Missing:
		if len(v.Corners) > 0 {
			s = t.Lang.Join(s, t.Lang.Say(text.OrMenu))
		}
	case referee.Partial, referee.Ready, referee.Captured, referee.Capturing:
		return speech.Remark{Text: s, Tone: speech.Part}
	case referee.Wanted:
		if len(d.Points) < len(t.Status.Decision) {
			return speech.Remark{Text: s, Tone: speech.Part}
		}
		return speech.Remark{Text: s, Tone: speech.Move}
	case referee.Unseen:
		return speech.Remark{Text: s, Tone: speech.Move}
	}
	return speech.Remark{Text: s, Tone: speech.Trouble}
}

// refusedCapture is why a stone may not be played in Go of a person who has lifted stones
// for it: without the reason nobody knows why they are to come back. It is nil for none.
func (t *Table) refusedCapture(v *referee.View) *referee.Refused {
	if _, missing := v.Verdicts[0].(referee.Missing); !missing || !t.Game.Counts() {
		return nil
	}
	for _, d := range v.Verdicts {
		if r, ok := d.(referee.Refused); ok {
			return &r
		}
	}
	return nil
}

// Advice says a verdict in words. Of several stones that are wrong it names the
// one that is lit.
func (t *Table) Advice(d referee.Verdict) string {
	l := t.Lang
	switch d := d.(type) {
	case referee.Moved:
		return l.Say(text.StoneMoved, d.From, d.To)
	case referee.TakingBack:
		points, _ := marked(d.Stones)
		if len(d.Rest) > 0 {
			return l.Say(text.TakeBackRest, l.Points(points), l.Points(d.Rest))
		}
		return l.Say(text.TakingBack, l.Points(points))
	case referee.Captured:
		points, _ := marked(d.Stones)
		if t.Arm.Lifting() {
			return l.Say(text.ArmLifts, l.Points(points))
		}
		return l.Say(text.Captured, l.Points(points))
	case referee.Capturing:
		points, _ := marked(d.Stones)
		return l.Say(text.Capturing, l.Points(points), d.At)
	case referee.Replaced:
		return l.Say(text.Replaced, d.Stones[0].Point, l.Color(d.Stones[0].Color))
	case referee.Missing:
		if points, color := marked(d.Stones); t.placesHandicap() {
			return l.Say(text.PutHandicap, l.Stones(len(points), color), l.Points(points))
		}
		return l.Say(text.Missing, l.Color(d.Stones[0].Color), d.Stones[0].Point)
	case referee.OutOfTurn:
		return l.Say(text.OutOfTurn, d.Points[0], l.Side(d.Color))
	case referee.TooMany:
		return l.Say(text.TooMany, d.Due, d.Points[0])
	case referee.Refused:
		if foul, ok := errors.AsType[*game.FoulError](d.Err); ok {
			return l.Say(fouls[foul.Foul], foul.Point)
		}
		if point, ok := errors.AsType[*opening.PointError](d.Err); ok {
			return t.refusedPoint(point)
		}
		for err, k := range goRefusals {
			if errors.Is(d.Err, err) {
				return l.Say(k, l.Points(d.Points))
			}
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
		color, _ := t.Game.Due()
		n := len(d.Points)
		return l.Say(text.PutRest, n, d.Due, l.Stones(d.Due-n, color))
	}
	return ""
}

// placing says who puts down the machine's stones.
func (t *Table) placing(points []board.Point, c board.Color) string {
	k := text.PlaceStones
	if t.Arm.Running() && !t.Arm.Lifting() || !t.HasArm && t.Helping {
		k = text.ArmPlaces
	}
	return t.Lang.Say(k, t.Lang.Stones(len(points), c), t.Lang.Points(points))
}

// marked returns the points of marks and the colour of the first.
func marked(marks []referee.Mark) ([]board.Point, board.Color) {
	points := make([]board.Point, len(marks))
	for i, m := range marks {
		points[i] = m.Point
	}
	return points, marks[0].Color
}

// fouls are Renju's, as sentences.
var fouls = map[renju.Foul]text.Key{renju.Overline: text.FoulOverline, renju.DoubleFour: text.FoulFours, renju.DoubleThree: text.FoulThrees}

// Ending says how the game ended, to who played it.
func (t *Table) Ending(r game.Result) string {
	seats := &t.Record.Final.Seats
	return t.Lang.Ending(r, r.Winner != board.Empty && seats[r.Winner].Human && !seats[r.Winner.Other()].Human)
}

// lost says why the board cannot be used, as a sentence; empty if it can be.
func (t *Table) lost() string {
	switch {
	case t.Link == nil:
		return t.Lang.Say(text.BoardWaiting)
	case !t.Link.Up:
		return t.Lang.Say(text.BoardLost, t.says(t.Link.Cause, t.Link.Reason))
	case !t.Fits:
		size := t.Game.Size()
		return t.Lang.Say(text.BoardTooSmall, t.Link.Board.Cols, t.Link.Board.Rows, size.Cols, size.Rows)
	case !t.Status.Live:
		return t.Lang.Say(text.BoardWaiting)
	}
	return ""
}

// WarningSays says what the person whose time runs should know of it.
func (t *Table) WarningSays(w clockwork.Warning) string {
	periods, low := "", ""
	switch {
	case w.Periods == 1:
		periods = t.Lang.Say(text.LastPeriod)
	case w.Periods > 1:
		periods = t.Lang.Say(text.PeriodsLeft, w.Periods)
	}
	_, each := t.Game.Rules().Due(1)
	switch stones := w.Turns * each; {
	case w.Of > 0 && stones == 1:
		periods = t.Lang.Say(text.OvertimeOne, text.OnClock(w.Of))
	case w.Of > 0:
		periods = t.Lang.Say(text.OvertimeOf, stones, text.OnClock(w.Of))
	case stones == 1:
		periods = t.Lang.Say(text.LastStone)
	case stones > 1:
		periods = t.Lang.Say(text.StonesLeft, stones)
	}
	if w.Low > 0 {
		low = t.Lang.Say(text.TimeLow, int(w.Low.Seconds()))
	}
	return t.Lang.Join(periods, low)
}
