package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// awayQuestion is what the remote opponent asks, nil for nothing.
func (t *core) awayQuestion() *api.Inquiry {
	l := t.opponent.Stand()
	if t.match.Remote == board.Empty || t.match.Paused {
		return nil
	}
	if l.Asked <= 0 {
		return t.goneQuestion()
	}
	points := t.present().LastPoints(l.Asked)
	return &api.Inquiry{ID: l.AskedID, Kind: "take-back", Path: []string{}, Points: points,
		Text:    t.lang.Say(text.RemoteAsks, l.Asked, t.lang.Points(points)),
		Options: t.yesNo()}
}

// describeRemote describes the remote opponent; nil for none.
func (t *core) describeRemote() *api.Remote {
	l, m := t.opponent.Stand(), &t.match
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

// showAway shows the time of a remote opponent as running, though it is kept at
// the other table: what that says counts.
func (t *core) showAway(c *api.Clock) {
	m := &t.match
	control := m.Clock.Control()
	spent, thinks := t.opponent.Thinks(t.now)
	if control.IsZero() || !thinks {
		return
	}
	shown := clock.New(control)
	sides := [3]clock.Side{board.Black: m.Clock.Side(t.now, board.Black), board.White: m.Clock.Side(t.now, board.White)}
	sides[m.Remote] = control.Spend(sides[m.Remote], spent)
	shown.Set(sides[board.Black], sides[board.White])
	*c = describeClock(&shown, t.now)
	c.Running = m.Remote
}
