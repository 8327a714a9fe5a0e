package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// mine is the number of turns that take back the last one that was played here;
// 0 if there is none.
func (m *match) mine() int {
	turns := m.game.Turns()
	for i := len(turns) - 1; i >= 0; i-- {
		if m.game.SideOf(i) != m.elsewhere {
			return len(turns) - i
		}
	}
	return 0
}

// settled is how many turns cannot be taken back between two tables: those before
// the opening's last choice, by which the colours may have changed hands.
func (m *match) settled() int {
	if made := m.game.Made(); len(made) > 0 {
		return made[len(made)-1].After
	}
	return 0
}

// linkSays does what the link to another table says.
func (t *core) linkSays(o *api.LinkOrder) *api.CommandError {
	m := &t.match
	switch {
	case o.Guest != nil:
		return t.guestSays(o.Guest)
	case o.Begin != nil:
		r := m.rules(o.Begin.Rules)
		if r == nil {
			return t.refuse("bad-value", text.UnknownGame, api.Clip([]byte(o.Begin.Rules)), "")
		}
		opens, refusal := t.opening(r, o.Begin.Opening.String())
		if refusal != nil {
			return refusal
		}
		e := t.another(api.KindNewGame)
		var next match
		next.people(o.Begin.Human)
		e.Game, e.Human, e.Elsewhere, e.Clock = o.Begin.Rules, next.colors(), o.Begin.Elsewhere, new(o.Begin.Clock)
		e.Opening, e.Version, e.Guest = opens, awayVersion(opens), o.Begin.Guest
		t.faults.Thinker, t.opponent = "", opponent.Machine{}
		t.notify(func() string { return t.lang.Say(text.RemoteBegins) })
		return t.save(e)
	case o.Stand != nil:
		t.stepOpponent(opponent.In{Stand: o.Stand})
		return nil
	case o.Say != 0:
		t.notify(func() string { return t.lang.Say(o.Say) })
		return nil
	}
	if m.elsewhere == board.Empty {
		return t.refuse("not-now", text.NotNow)
	}
	switch {
	case o.Play != nil:
		return t.linkTurn(o.Play)
	case o.Choose != nil:
		return t.linkChoice(o.Choose)
	case o.Undo != nil && o.Standing && m.game.Result().Over:
		return t.refuse("not-now", text.GameIsOver)
	case o.Undo != nil:
		return t.save(api.Entry{Kind: api.KindUndo, Back: *o.Undo, Unchosen: o.Unchosen})
	case o.End != nil:
		kind := api.KindResign
		if o.End.OnTime {
			kind = api.KindFlag
		}
		return t.save(api.Entry{Kind: kind, Color: o.End.Loser})
	case o.Free:
		e := t.another(api.KindSeats)
		e.Game, e.ID, e.Clock, e.Elsewhere = "", "", nil, board.Empty
		e.Human = []board.Color{board.Black, board.White}
		t.opponent = opponent.Machine{}
		return t.save(e)
	}
	return nil
}

// linkTurn takes a turn that was played elsewhere.
func (t *core) linkTurn(p *api.LinkTurn) *api.CommandError {
	m := &t.match
	if p.Before != len(m.game.Turns()) || m.decision != nil && !p.Down {
		return t.refuse("not-now", text.NotNow)
	}
	e := api.Entry{Kind: api.KindDecision, Color: p.Color, Turn: slices.Clone(p.Points)}
	e.Left, e.Pressed = t.timeAway(p.Left)
	if refusal := t.save(e); refusal != nil || !p.Down {
		return refusal
	}
	return t.save(api.Entry{Kind: api.KindTurn, Color: e.Color, Turn: e.Turn})
}

// linkChoice takes a choice that was made elsewhere, or here before this table lost
// the game, which the link has kept.
func (t *core) linkChoice(c *api.LinkChoice) *api.CommandError {
	m := &t.match
	if c.Before != len(m.game.Turns()) || m.decision != nil {
		return t.refuse("not-now", text.NotNow)
	}
	e := api.Entry{Kind: api.KindChoice, Choice: c.Choice}
	e.Left, e.Pressed = t.timeAway(c.Left)
	if _, err := t.choose(e); err != nil {
		return t.refuse("not-now", text.CommandUnfit, err)
	}
	return nil
}

// timeAway is what the sides have left when the player elsewhere, who acts, has so
// much; pressed is false when that is not known.
func (t *core) timeAway(left *clock.Side) (all *api.Times, pressed bool) {
	m := &t.match
	if left == nil || m.clock.Control().IsZero() {
		return nil, false
	}
	var sides [3]clock.Side
	for _, c := range []board.Color{board.Black, board.White} {
		sides[c] = m.clock.Side(t.now, c)
	}
	sides[m.game.Side()] = *left
	k := clock.New(m.clock.Control())
	k.Set(sides[board.Black], sides[board.White])
	return times(&k, t.now), true
}

// withElsewhere does what a command means while somebody plays elsewhere, or
// refuses what only both players together could do; done is false for a command
// that means what it always does.
func (t *core) withElsewhere(c *api.Command) (refusal *api.CommandError, done bool) {
	m := &t.match
	if m.elsewhere == board.Empty {
		return nil, false
	}
	reason := m.game.Result()
	if m.guest {
		switch c.Do {
		case api.DoUndo:
			return t.refuse("not-now", text.GuestUndo, t.lang.Side(m.elsewhere)), true
		case api.DoNewGame, api.DoSeats:
			return nil, false
		}
	}
	switch c.Do {
	case api.DoUndo:
		n := m.mine()
		switch {
		case reason.Reason == "resign" || reason.Reason == "time":
			return t.refuse("over", text.RemoteOver), true
		case n == 0:
			return t.refuse("nothing-to-undo", text.NothingToUndo), true
		case len(m.game.Turns())-n < m.settled():
			return t.refuse("not-now", text.RemoteChosen), true
		case !t.opponent.Stand().Up || t.opponent.Stand().Gone:
			return t.refuse("not-now", text.RemoteCut), true
		}
		t.wish(api.Wish{Back: n})
		return nil, true
	case api.DoAnswer:
		l := t.opponent.Stand()
		if id := t.opponent.Question(); id != 0 && l.Asked == 0 && t.sensed.view.Question == nil {
			return t.answerGone(c, id)
		}
		if l.Asked == 0 || t.sensed.view.Question != nil || c.Question != 0 && c.Question != l.AskedID {
			return nil, false
		}
		yes, refusal := t.yesOrNo(c)
		if refusal != nil {
			return refusal, true
		}
		t.wish(api.Wish{Answer: &yes})
		return nil, true
	case api.DoNewGame:
		return t.newGameElsewhere(c)
	case api.DoSeats:
		mine := m.elsewhere.Other()
		if c.Clock != nil || c.Human != nil && slices.ContainsFunc(c.Human, func(h board.Color) bool { return h != mine }) {
			return t.refuse("not-now", text.RemoteSeats, t.lang.Side(m.elsewhere)), true
		}
	case api.DoPause:
		if !reason.Over {
			return t.refuse("not-now", text.RemoteNoPause), true
		}
	}
	return nil, false
}

// newGameElsewhere is a new game with the same player elsewhere, once the last one
// is over.
func (t *core) newGameElsewhere(c *api.Command) (refusal *api.CommandError, done bool) {
	m, l := &t.match, t.opponent.Stand()
	switch {
	case l.Gone:
		return t.refuse("not-now", text.RemoteLeft), true
	case !l.Host:
		return t.refuse("not-now", text.RemoteGuest), true
	case !m.game.Result().Over && l.Problem == "":
		return t.refuse("not-now", text.RemoteUnfinished), true
	case len(c.Human) > 1:
		return t.refuse("not-now", text.RemoteSeats, t.lang.Side(m.elsewhere)), true
	case !t.endedElsewhere() && l.Problem == "":
		return t.refuse("not-now", text.RemoteBehind), true
	}
	if name := m.game.Rules().Name(); c.Opening == "" && (c.Game == "" || c.Game == name) {
		c.Opening = m.game.Opening().String()
	} else if c.Opening == "" {
		c.Opening = opening.Free.String()
	}
	return nil, false
}

// endedElsewhere reports whether the player elsewhere is known to have the game as it
// is, over: with a new one its end could not be told any more.
func (t *core) endedElsewhere() bool {
	return t.match.guest || t.opponent.Stand().Ended == len(t.match.game.Turns())
}

// seatElsewhere gives the other colour to the player elsewhere when a new game
// says which one is played here.
func (m *match) seatElsewhere(e *api.Entry) {
	if m.elsewhere == board.Empty || e.Kind != api.KindNewGame || len(e.Human) != 1 {
		return
	}
	e.Elsewhere = e.Human[0].Other()
}

// wish hands on what people here want.
func (t *core) wish(w api.Wish) {
	if t.cfg.Wish != nil {
		t.out.Wishes = append(t.out.Wishes, w)
	}
}

// awayEvent takes what the board shows that only both players could decide, and
// reports whether that was all of it.
func (t *core) awayEvent(e referee.Event) bool {
	m, l := &t.match, t.opponent.Stand()
	if m.elsewhere == board.Empty {
		return false
	}
	switch e := e.(type) {
	case referee.TakenBack:
		if yes := true; l.Asked == e.Turns {
			t.wish(api.Wish{Answer: &yes})
		}
		return true
	case referee.NewGame:
		if m.game.Result().Over && l.Host && !l.Gone && t.endedElsewhere() {
			return false
		}
	case referee.SetUp:
	default:
		return false
	}
	refusal := text.RemoteUnfinished
	if m.game.Result().Over {
		refusal = text.RemoteGuest
		if l.Host {
			refusal = text.RemoteBehind
		}
	}
	t.notify(func() string { return t.lang.Say(refusal) })
	t.sensed.asked = false
	return true
}

// awayAsk changes what the referee is to expect: turns are taken back only when
// the other player asks for it.
func (t *core) awayAsk(a *referee.Ask) {
	l := t.opponent.Stand()
	if t.match.elsewhere == board.Empty {
		return
	}
	a.Back = nil
	if l.Asked > 0 && l.Asked <= len(t.match.game.Turns()) {
		a.Back = []int{l.Asked}
	}
	a.Begin = a.Begin && l.Host && !l.Gone
}
