package present

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// opponentRemark is what there is to say of the remote opponent before anything else.
func (t *Table) opponentRemark(p api.Phase) speech.Remark {
	l := t.Opponent.Stand()
	if t.Record.Remote == board.Empty || slices.Contains([]api.Phase{api.PhaseOff, api.PhaseLost, api.PhasePaused, api.PhaseCalibrate, api.PhaseReview}, p) || t.Status.View.Question != nil {
		return speech.Remark{}
	}
	over := t.Game.Result().Over
	switch {
	case l.Problem != "":
		return speech.Remark{Text: t.Lang.Say(text.RemoteProblem), Tone: speech.Trouble}
	case l.Asked > 0 && p != api.PhaseClear:
		return speech.Remark{Text: t.takeBackAsked(), Tone: speech.Ask, About: l.AskedID}
	case t.Opponent.Question() != 0:
		return speech.Remark{Text: t.Lang.Say(text.RemoteLong, t.PatienceMinutes()), Tone: speech.Ask, About: t.Opponent.Question()}
	case l.Gone && !over:
		return speech.Remark{Text: t.Lang.Say(text.RemoteGone), Tone: speech.Trouble}
	case p == api.PhaseRemote && l.Unknown:
		return speech.Remark{Text: t.Lang.Say(text.RemoteUnknown), Tone: speech.Trouble}
	case p == api.PhaseRemote && !l.Up:
		return speech.Remark{Text: t.Lang.Say(text.RemoteCut), Tone: speech.Trouble}
	}
	return speech.Remark{}
}

// takeBackAwaited says that the remote opponent has been asked for turns back, until that
// is answered. The side that asks may be to move.
func (t *Table) takeBackAwaited() string {
	l := t.Opponent.Stand()
	if t.Record.Remote == board.Empty || l.Asking == 0 || l.Problem != "" || l.Gone {
		return ""
	}
	return t.Lang.Say(text.RemoteAsked, l.Asking)
}

// nextRemotely says who begins the next game with the remote opponent, where the people here
// cannot.
func (t *Table) nextRemotely() string {
	l := t.Opponent.Stand()
	switch {
	case t.Record.Remote == board.Empty || t.Record.Guest:
		return ""
	case l.Gone:
		return t.Lang.Say(text.RemoteGone)
	case l.Up && !l.Host:
		return t.Lang.Say(text.RemoteGuest)
	}
	return ""
}

// askedPoints lists the points of the turns that a remote opponent asks for, as far as they
// stand on the board.
func (t *Table) askedPoints() []board.Point {
	all := t.Game.Turns()
	var points []board.Point
	for _, turn := range all[max(0, len(all)-t.Record.OnBoard(t.Opponent.Stand().Asked)):] {
		points = append(points, turn.Points...)
	}
	return points
}

// PatienceMinutes is how long the link is down before people are asked, in minutes.
func (t *Table) PatienceMinutes() int { return int(t.Patience.Round(time.Minute).Minutes()) }

// opponent describes the remote opponent; nil for none.
func (t *Table) opponent() *api.Remote {
	l, m := t.Opponent.Stand(), t.Record
	if m.Remote == board.Empty {
		return nil
	}
	e := &api.Remote{Color: m.Remote, Host: l.Host, Link: "down", Name: l.Name, Asking: l.Asking, Problem: l.Problem, Guest: m.Guest}
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

// showRemote shows the time of a remote opponent as running, though it is kept at
// the other table: what that says counts.
func (t *Table) showRemote(c *api.Clock) {
	m, now := t.Record, t.Status.Now
	control := m.Clock.Control()
	spent, thinks := t.Opponent.Thinks(now)
	if control.IsZero() || !thinks {
		return
	}
	shown := clock.New(control)
	sides := [3]clock.Side{board.Black: m.Clock.Side(now, board.Black), board.White: m.Clock.Side(now, board.White)}
	sides[m.Remote] = control.Spend(sides[m.Remote], spent)
	shown.Set(sides[board.Black], sides[board.White])
	*c = Clock(&shown, now)
	c.Running = m.Remote
}
