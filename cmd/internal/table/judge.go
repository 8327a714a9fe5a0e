package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/byhand"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// expectation says what the referee is to expect of the board.
func (t *core) expectation() referee.Ask {
	s, m := t.status(), &t.match
	a := referee.Ask{Task: referee.Watch, Begin: personBegins(m), Quiet: !s.Begun || s.Paused || s.Showing}
	if !s.InPlay {
		return a
	}
	if s.Counting {
		a.Scoring, a.Dead = true, m.Game.Dead()
		return a
	}
	a.Touch = m.Game.Counts()
	a.Reply, a.Back = m.People[m.Game.NextSide()], m.Backs()
	switch {
	case s.Chooses():
		for _, c := range s.Choices {
			a.Choose = append(a.Choose, referee.Answer(c))
		}
		a.Offered = m.Game.Offered()
	case len(s.Choices) > 0:
	case s.Decision != nil:
		a.Task, a.Points = referee.Place, s.Decision
	case s.Actor == status.Person:
		a.Task = referee.Play
	default:
		a.Kept = s.Placed
	}
	return a
}

// personBegins reports whether a person puts the first stone of the next game on the bare
// board, on which a fixed handicap would stand.
func personBegins(m *record.Game) bool {
	if h := m.Game.Terms(); h.Handicap > 0 && !h.Free {
		return false
	}
	first, _ := m.Game.Rules().Due(0)
	return m.First().People[first]
}

// judged takes what the referee said and makes it a fact. It reports whether the
// game has changed; an error means that it does not fit the game.
func (t *core) judged(e referee.Event) (bool, error) {
	m := &t.match
	if t.awayEvent(e) {
		return false, nil
	}
	switch e := e.(type) {
	case referee.Chosen:
		t.chosen(e.Answers)
		return true, nil
	case referee.Agreed:
		if t.review.left {
			t.review.left, t.sensed.Told, t.changed = false, 0, true
			return true, nil
		}
		if s := t.status(); !s.Mending || s.Paused || s.Over {
			return false, nil
		}
		return t.follow(record.Mended{}, "the board agrees with the game")
	case referee.Played:
		return t.follow(record.Played{Color: e.Turn.Color, Points: e.Turn.Points}, "turn played", "turn", len(m.Game.Turns())+1, "color", e.Turn.Color, "points", e.Turn.Points)
	case referee.Toggled:
		return t.follow(record.Toggled{Point: e.Point}, "chain counted dead, or living again", "point", e.Point)
	case referee.Touched:
		t.touch(e.Point)
		return false, nil
	case referee.Decided:
		return t.choose(opening.Choice(e.Answer), record.Mark{})
	case referee.TakenBack:
		return t.follow(record.TakenBack{Turns: e.Turns}, "turns taken back at the board", "turns", e.Turns)
	case referee.NewGame:
		b := t.another(game.Start{})
		ok, err := t.follow(b, "new game asked for at the board", "id", b.ID)
		if ok && e.Begun {
			// The board has been bare, and its first turn stands already.
			_, err = t.follow(record.Mended{}, "the board agrees with the game")
		}
		return ok, err
	case referee.SetUp:
		b := t.another(e.Start)
		return t.follow(b, "position set up at the board", "id", b.ID, "to move", e.Start.ToMove)
	}
	return false, nil
}

// follow commits an event that follows from the board, and logs it.
func (t *core) follow(e record.Event, said string, args ...any) (bool, error) {
	err := t.commit(e, record.Mark{})
	if err == nil {
		t.log.Info(said, args...)
	}
	return err == nil, err
}

// remember makes part of the record which question people have answered with no,
// so that it is not asked again after a restart, and which stones are answers, so
// that they are not taken for a turn's after it.
func (t *core) remember() {
	if s := t.status(); !s.Live || !s.Begun {
		return
	}
	if kind := t.sensed.Dismissed(); kind != t.match.Dismissed {
		if err := t.commit(record.Dismissed{Question: kind}, record.Mark{}); err != nil {
			t.log.Error("an answer cannot be kept", "question", kind, "err", err)
		}
	}
	if spent := t.sensed.Spent(); !slices.Equal(spent, t.match.Spent) {
		if err := t.commit(record.Spent{Points: slices.Clone(spent)}, record.Mark{}); err != nil {
			t.log.Error("the place of an answer's stone cannot be kept", "points", spent, "err", err)
		}
	}
}

// expect tells the referee what comes next, if that has changed.
func (t *core) expect() {
	s, m := &t.sensed, &t.match
	if s.Told == m.Position+1 {
		return
	}
	s.Told = m.Position + 1
	t.fit()
	a := t.expectation()
	t.awayAsk(&a)
	a.Doubt, a.Lever = t.recovery.doubt, t.cfg.Lever
	if a.Quiet = a.Quiet || t.hours.Closed(); !t.hours.Closed() {
		a.Menu = t.menu()
	}
	s.Expect(t.now, m.Game, a)
}

// judge lets the referee look again as time passes or the game changes, until
// it has nothing more to say.
func (t *core) judge() {
	if t.review.machine.Active() || t.demonstrates() {
		return
	}
	if err := t.settle(); err != nil {
		t.log.Error("what happened on the board does not fit the game", "err", err)
	}
}

// settle is judge, and returns what does not fit the game.
func (t *core) settle() error {
	for {
		t.expect()
		if !t.sensed.Live() {
			return nil
		}
		var o *referee.Observation
		if t.unseen {
			t.unseen, o = false, t.attract.Seen()
		}
		if again, err := t.look(o); err != nil || !again {
			return err
		}
	}
}

// look lets the referee look at what the board shows, nil for what it showed before. It
// reports whether the game has changed; an error means that it does not fit the game.
func (t *core) look(o *referee.Observation) (bool, error) {
	e, changed := t.sensed.Judge(t.now, o)
	t.changed = t.changed || changed
	return t.judged(e)
}

// settled is what becomes of an answer to what the referee asks, once it has heard it.
func (t *core) settled(refusal *api.CommandError) *api.CommandError {
	if refusal == nil {
		if err := t.settle(); err != nil {
			return t.refuse("not-now", text.CommandUnfit, err)
		}
	}
	return refusal
}

// invite leads people back into a game that is paused: a stone on the lit point,
// and it goes on. Not while somebody moves the arm: it does not go on then.
func (t *core) invite() {
	if s := t.status(); t.byHand.Step() == byhand.On || s.Reviewing || !s.Paused || s.Over || !s.Live || s.View.Question != nil {
		return
	}
	if t.sensed.Offer(t.now, 0, api.DoResume) {
		t.judge()
	}
}

// hearLever tells people who have pressed the lever too early.
func (t *core) hearLever() {
	if t.sensed.Ended() != referee.EndedShort {
		return
	}
	t.tellFor(notices.In{Notice: turnWords{text.Tell(text.TurnShort)}, Brief: true})
}

// endTurn takes a person's word that a turn is complete: then its stones need not
// settle. Who presses the side of a lever whose turn it is not does nothing, as at
// a chess clock; so people may press it for the machine's stones as well, and
// after a turn that has counted already.
func (t *core) endTurn(action string) {
	s := t.status()
	c := s.Stones
	mine := map[string]board.Color{api.ButtonTurn: c, api.ButtonTurnBlack: board.Black, api.ButtonTurnWhite: board.White}[action]
	if c == board.Empty || c != mine || s.Paused || !s.Live {
		return
	}
	t.expect()
	t.sensed.End(t.now)
}
