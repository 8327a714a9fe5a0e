package present

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
)

// opponentRemark is what there is to say of the remote opponent before anything else.
func (t *Table) opponentRemark(p api.Phase) speech.Remark {
	l := t.Opponent
	if t.Remote == board.Empty || slices.Contains([]api.Phase{api.PhaseOff, api.PhaseLost, api.PhasePaused, api.PhaseCalibrate}, p) || t.Status.View.Question != nil {
		return speech.Remark{}
	}
	over := t.Game.Result().Over
	switch {
	case l.Problem != "":
		return speech.Remark{Text: t.Lang.Say(text.RemoteProblem, l.Problem), Tone: speech.Trouble}
	case l.Asked > 0 && p != api.PhaseClear:
		return speech.Remark{Text: t.Lang.Say(text.RemoteAsks, l.Asked, t.Lang.Points(t.LastPoints(l.Asked))), Tone: speech.Ask, About: l.AskedID}
	case t.GoneID != 0:
		return speech.Remark{Text: t.Lang.Say(text.RemoteLong, t.PatienceMinutes()), Tone: speech.Ask, About: t.GoneID}
	case l.Gone && !over:
		return speech.Remark{Text: t.Lang.Say(text.RemoteLeft), Tone: speech.Trouble}
	case p == api.PhaseRemote && !l.Up:
		return speech.Remark{Text: t.Lang.Say(text.RemoteCut), Tone: speech.Trouble}
	case p == api.PhaseRemote && l.Asking > 0:
		return speech.Remark{Text: t.Lang.Say(text.RemoteAsked, l.Asking), Tone: speech.Quiet}
	}
	return speech.Remark{}
}

// LastPoints lists the points of the last turns.
func (t *Table) LastPoints(turns int) []board.Point {
	all := t.Game.Turns()
	var points []board.Point
	for _, turn := range all[max(0, len(all)-turns):] {
		points = append(points, turn.Points...)
	}
	return points
}

// PatienceMinutes is how long the link is down before people are asked, in minutes.
func (t *Table) PatienceMinutes() int { return int(t.Patience.Round(time.Minute).Minutes()) }
