package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// linkSays does what the link to another table says.
func (t *core) linkSays(o *api.LinkOrder) *api.CommandError {
	m := &t.match
	switch {
	case o.Begin != nil && t.byHand.InUse():
		return t.refuse("not-now", text.ArmInUse)
	case o.Begin != nil:
		r := m.Rules(o.Begin.Rules, board.Size{})
		if r == nil {
			return t.refuse("bad-value", text.UnknownGame, text.Clip(o.Begin.Rules), "")
		}
		opens, refusal := t.opening(r, o.Begin.Opening.String())
		if refusal != nil {
			return refusal
		}
		b := t.another(game.Start{})
		b.Size, b.Terms = board.Size{}, game.Terms{}
		b.Rules, b.Opening, b.Clock = o.Begin.Rules, opens, o.Begin.Clock
		b.People, b.Remote, b.Guest = record.People(o.Begin.Human), o.Begin.Remote, o.Begin.Guest
		if refusal := t.seatPrograms(&b.Seats, api.Command{Do: api.DoNewGame, Game: b.Rules}); refusal != nil {
			return refusal
		}
		if _, ok := r.(game.Weiqi); ok {
			if refusal := t.goGame(&b, api.Command{Human: o.Begin.Human, Size: o.Begin.Size, Terms: o.Begin.Terms}); refusal != nil {
				return refusal
			}
		} else if size := o.Begin.Size; size != (board.Size{}) && size != r.Size() {
			return t.refuse("bad-value", text.BadGameSize, r.Name(), r.Size().String(), size.String())
		}
		t.fault(notices.Player, notices.Fault{})
		t.opponent = opponent.Machine{}
		t.notify(text.Tell(text.RemoteBegins))
		return t.save(b)
	case o.Stand != nil:
		t.stepOpponent(opponent.In{Stand: o.Stand})
		return nil
	case o.Say != 0:
		t.notify(text.Tell(o.Say))
		return nil
	case o.Kept != nil:
		t.fault(notices.Link, notices.Broken(o.Kept.Cause))
		return nil
	}
	if m.Remote == board.Empty {
		return t.refuse("not-now", text.NotNow)
	}
	switch {
	case o.Play != nil:
		return t.linkTurn(o.Play)
	case o.Choose != nil:
		return t.linkChoice(o.Choose)
	case o.Undo != nil && o.Standing && m.Game.Result().Over:
		return t.refuse("not-now", text.GameIsOver)
	case o.Undo != nil:
		return t.save(record.TakenBack{Turns: *o.Undo, Unchosen: o.Unchosen})
	case o.Count != nil:
		return t.linkCount(o.Count)
	case o.End != nil:
		reason := game.ByResign
		if o.End.OnTime {
			reason = game.ByTime
		}
		return t.save(record.Ended{Reason: reason, Loser: o.End.Loser})
	case o.Free:
		s := m.Seats
		s.Remote, s.Programs, s.People = board.Empty, [3]string{}, record.People([]board.Color{board.Black, board.White})
		t.opponent = opponent.Machine{}
		return t.save(record.Seated{Seats: s})
	}
	return nil
}

// linkTurn takes a turn of the remote opponent.
func (t *core) linkTurn(p *api.LinkTurn) *api.CommandError {
	m := &t.match
	if p.Before != len(m.Game.Turns()) || m.Decision != nil && !p.Down {
		return t.refuse("not-now", text.NotNow)
	}
	if len(p.Points) == 0 && m.Game.Counts() {
		return t.saveMarked(record.Played{Color: p.Color}, t.timeAway(p.Left))
	}
	if refusal := t.saveMarked(record.Decided{Color: p.Color, Points: p.Points}, t.timeAway(p.Left)); refusal != nil || !p.Down {
		return refusal
	}
	return t.save(record.Played{Color: p.Color, Points: p.Points})
}

// linkChoice takes a choice of the remote opponent, or here before this table lost
// the game, which the link has kept.
func (t *core) linkChoice(c *api.LinkChoice) *api.CommandError {
	m := &t.match
	if c.Before != len(m.Game.Turns()) || m.Decision != nil {
		return t.refuse("not-now", text.NotNow)
	}
	if _, err := t.choose(c.Choice, t.timeAway(c.Left)); err != nil {
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}

// timeAway is what the sides have left when the remote opponent, who acts, has so
// much once that is done; nil: it is not known.
func (t *core) timeAway(left *clock.Side) record.Mark {
	m := &t.match
	if left == nil || m.Clock.Control().IsZero() {
		return record.Mark{}
	}
	k := m.Clock
	sides := [3]clock.Side{board.Black: k.Side(t.now, board.Black), board.White: k.Side(t.now, board.White)}
	sides[m.Game.Side()] = *left
	k.Set(sides[board.Black], sides[board.White])
	return record.Mark{Left: record.Sides(&k, t.now), Pressed: true}
}

// withRemote does what a command means in a remote game, or
// refuses what only both players together could do; done is false for a command
// that means what it always does.
func (t *core) withRemote(c *api.Command) (refusal *api.CommandError, done bool) {
	m := &t.match
	if m.Remote == board.Empty {
		return nil, false
	}
	reason := m.Game.Result()
	if m.Guest {
		switch c.Do {
		case api.DoUndo:
			return t.refuse("not-now", text.GuestUndo, t.lang.Side(m.Remote)), true
		case api.DoNewGame, api.DoSeats:
			return nil, false
		}
	}
	switch c.Do {
	case api.DoUndo:
		n := m.LastHere()
		switch {
		case reason.Reason == "resign" || reason.Reason == "time":
			return t.refuse("over", text.RemoteOver), true
		case n == 0:
			return t.refuse("nothing-to-undo", text.NothingToUndo), true
		case len(m.Game.Turns())-n < m.Settled():
			return t.refuse("not-now", text.RemoteChosen), true
		case t.opponent.Stand().Gone:
			return t.refuse("not-now", text.RemoteGone), true
		case !t.opponent.Stand().Up:
			return t.refuse("not-now", text.RemoteCut), true
		}
		t.wish(api.Wish{Back: n})
		return nil, true
	case api.DoAnswer:
		l := t.opponent.Stand()
		if id := t.opponent.Question(); id != 0 && l.Asked == 0 && t.sensed.View.Question == nil {
			return t.answerGone(c, id)
		}
		if l.Asked == 0 || t.sensed.View.Question != nil || c.Question != 0 && c.Question != l.AskedID {
			return nil, false
		}
		yes, refusal := t.yesOrNo(c)
		if refusal != nil {
			return refusal, true
		}
		t.wish(api.Wish{Answer: &yes})
		return nil, true
	case api.DoNewGame:
		return t.newRemoteGame(c)
	case api.DoSeats:
		mine := m.Remote.Other()
		if c.Clock != nil || c.Human != nil && slices.ContainsFunc(c.Human, func(h board.Color) bool { return h != mine }) {
			return t.refuse("not-now", text.RemoteSeats, t.lang.Side(m.Remote)), true
		}
	case api.DoPause:
		if !reason.Over {
			return t.refuse("not-now", text.RemoteNoPause), true
		}
	}
	return nil, false
}

// newRemoteGame is a new game with the same remote opponent, once the last one
// is over.
func (t *core) newRemoteGame(c *api.Command) (refusal *api.CommandError, done bool) {
	m := &t.match
	if why := t.noRemoteGame(); why != 0 {
		return t.refuse("not-now", why), true
	} else if len(c.Human) > 1 {
		return t.refuse("not-now", text.RemoteSeats, t.lang.Side(m.Remote)), true
	}
	if name := m.Game.Rules().Name(); c.Opening == "" && (c.Game == "" || c.Game == name) {
		c.Opening = m.Game.Opening().String()
	} else if c.Opening == "" {
		c.Opening = opening.Free.String()
	}
	return nil, false
}

// noRemoteGame is why people here cannot begin the next game with the remote opponent; 0
// if they can.
func (t *core) noRemoteGame() text.Key {
	switch l := t.opponent.Stand(); {
	case l.Gone:
		return text.RemoteGone
	case !l.Host:
		return text.RemoteGuest
	case l.Problem != "":
		return 0
	case !t.match.Game.Result().Over:
		return text.RemoteUnfinished
	case !t.endedRemotely():
		return text.RemoteBehind
	}
	return 0
}

// endedRemotely reports whether the remote opponent is known to have the game as it
// is, over: with a new one its end could not be told any more.
func (t *core) endedRemotely() bool {
	return t.match.Guest || t.opponent.Stand().Ended == len(t.match.Game.Turns())
}

// awayEvent takes what the board shows that only both players could decide, and
// reports whether that was all of it.
func (t *core) awayEvent(e referee.Event) bool {
	m, l := &t.match, t.opponent.Stand()
	if m.Remote == board.Empty {
		return false
	}
	switch e := e.(type) {
	case referee.TakenBack:
		if yes := true; m.OnBoard(l.Asked) == e.Turns {
			t.wish(api.Wish{Answer: &yes})
		}
		return true
	case referee.Toggled:
		if m.Guest {
			return false
		}
		if refusal := t.wishCount(api.Command{Do: api.DoDead, Point: &e.Point}); refusal != nil {
			t.notify(refusal.Words)
		}
		t.sensed.Told = 0
		return true
	case referee.NewGame:
		why := t.noRemoteGame()
		if why == 0 {
			return false
		}
		t.notify(text.Tell(why))
		t.sensed.Told = 0
		return true
	}
	return false
}

// awayAsk changes what the referee is to expect: turns are taken back only when
// the other player asks for it, and nobody is asked for what would be refused. An
// opponent who has to learn of a game's end will, so a first stone is told to wait.
func (t *core) awayAsk(a *referee.Ask) {
	l := t.opponent.Stand()
	if t.match.Remote == board.Empty {
		return
	}
	a.Back = nil
	if n := t.match.OnBoard(l.Asked); n > 0 && n <= len(t.match.Game.Turns()) {
		a.Back = []int{n}
	}
	why := t.noRemoteGame()
	a.NoGame, a.NoSetUp = why != 0 && why != text.RemoteBehind, true
	a.Begin = a.Begin && !a.NoGame
}

// watchOpponent lets the remote opponent's time pass.
func (t *core) watchOpponent() { t.stepOpponent(opponent.In{}) }

// stepOpponent takes what is new of the remote opponent.
func (t *core) stepOpponent(in opponent.In) {
	in.Patience = t.cfg.Patience
	out := t.opponent.Step(t.now, t.status(), in)
	t.changed = t.changed || out.Changed
	if out.Expects {
		t.sensed.Told = 0
	}
	if out.Gone {
		t.log.Warn("the remote opponent has been out of reach for long", "since", t.now.Add(-t.cfg.Patience))
	}
}

// yesOrNo reads such an answer.
func (t *core) yesOrNo(c *api.Command) (yes bool, refusal *api.CommandError) {
	switch c.Answer {
	case string(referee.Yes):
		return true, nil
	case string(referee.No):
		return false, nil
	}
	return false, t.refuse("bad-value", text.NoSuchAnswer, text.Clip(c.Answer), "yes"+t.lang.Say(text.Comma)+"no")
}

// answerGone ends the game, or has people asked again later. done is false where the
// command answers something else.
func (t *core) answerGone(c *api.Command, id uint64) (refusal *api.CommandError, done bool) {
	if c.Question != 0 && c.Question != id {
		return nil, false
	}
	yes, refusal := t.yesOrNo(c)
	switch {
	case refusal != nil:
		return refusal, true
	case yes:
		return t.save(record.Ended{Reason: game.ByAbandoned}), true
	}
	t.stepOpponent(opponent.In{Wait: true})
	return nil, true
}
