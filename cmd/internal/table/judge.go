package table

import (
	"slices"

	"stonehand/cmd/internal/api"
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
	first, _ := m.Game.Rules().Due(0)
	a := referee.Ask{Task: referee.Watch, Begin: m.People[first], Quiet: !s.Begun || s.Paused}
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

// judged takes what the referee said and makes it a fact. It reports whether the
// game has changed; an error means that it does not fit the game.
func (t *core) judged(e referee.Event, view referee.View) (bool, error) {
	m := &t.match
	if view.Serial != t.sensed.view.Serial {
		t.sensed.view = view
		t.changed = true
	}
	if t.awayEvent(e) {
		return false, nil
	}
	switch e := e.(type) {
	case referee.Chosen:
		t.chosen(e.Answers)
		return true, nil
	case referee.Agreed:
		if t.review.left {
			t.review.left, t.sensed.asked, t.changed = false, false, true
			return true, nil
		}
		if s := t.status(); !s.Mending || s.Paused || s.Over {
			return false, nil
		}
		return t.follow(record.Mended{})
	case referee.Played:
		ok, err := t.follow(record.Played{Color: e.Turn.Color, Points: e.Turn.Points})
		if ok {
			t.log.Info("turn played", "turn", len(m.Game.Turns()), "color", e.Turn.Color, "points", e.Turn.Points)
		}
		return ok, err
	case referee.Toggled:
		return t.follow(record.Toggled{Point: e.Point})
	case referee.Touched:
		t.touch(e.Point)
		return false, nil
	case referee.Decided:
		return t.choose(opening.Choice(e.Answer), record.Mark{})
	case referee.TakenBack:
		ok, err := t.follow(record.TakenBack{Turns: e.Turns})
		if ok {
			t.log.Info("turns taken back at the board", "turns", e.Turns)
		}
		return ok, err
	case referee.NewGame:
		ok, err := t.follow(t.another(game.Start{}))
		if ok {
			t.log.Info("new game asked for at the board", "id", m.ID)
		}
		if ok && e.Begun {
			// The board has been bare, and its first turn stands already.
			_, err = t.follow(record.Mended{})
		}
		return ok, err
	case referee.SetUp:
		ok, err := t.follow(t.another(e.Start))
		if ok {
			t.log.Info("position set up at the board", "id", m.ID, "to move", e.Start.ToMove)
		}
		return ok, err
	}
	return false, nil
}

// follow commits an event that follows from the board.
func (t *core) follow(e record.Event) (bool, error) {
	err := t.commit(e, record.Mark{})
	return err == nil, err
}

// remember makes part of the record which question people have answered with no,
// so that it is not asked again after a restart, and which stones are answers, so
// that they are not taken for a turn's after it.
func (t *core) remember() {
	if s := t.status(); !s.Live || !s.Begun {
		return
	}
	if kind := t.sensed.referee.Dismissed(); kind != t.match.Dismissed {
		if err := t.commit(record.Dismissed{Question: kind}, record.Mark{}); err != nil {
			t.log.Error("an answer cannot be kept", "question", kind, "err", err)
		}
	}
	if spent := t.sensed.referee.Spent(); !slices.Equal(spent, t.match.Spent) {
		if err := t.commit(record.Spent{Points: slices.Clone(spent)}, record.Mark{}); err != nil {
			t.log.Error("the place of an answer's stone cannot be kept", "points", spent, "err", err)
		}
	}
}

// expect tells the referee what comes next, if that has changed.
func (t *core) expect() {
	s, m := &t.sensed, &t.match
	if s.asked && s.expected == m.Position {
		return
	}
	s.asked, s.expected = true, m.Position
	t.fit()
	a := t.expectation()
	t.awayAsk(&a)
	a.Menu, a.Doubt, a.Lever = t.menu(), t.recovery.doubt, t.cfg.Lever
	s.referee.Expect(t.now, m.Game, a)
}

// judge lets the referee look again as time passes or the game changes, until
// it has nothing more to say.
func (t *core) judge() {
	if t.review.machine.Active() {
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
		if !t.sensed.live() {
			return nil
		}
		e, view := t.sensed.referee.Tick(t.now)
		if again, err := t.judged(e, view); err != nil || !again {
			return err
		}
	}
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
// and it goes on.
func (t *core) invite() {
	if s := t.status(); s.Reviewing || !s.Paused || s.Over || !s.Live || s.View.Question != nil {
		return
	}
	if t.sensed.referee.Offer(t.now, 0, api.DoResume) {
		t.judge()
	}
}

// hearLever tells people who have pressed the lever too early.
func (t *core) hearLever() {
	if t.sensed.referee.Ended() != referee.EndedShort {
		return
	}
	t.notify(text.Tell(text.TurnShort))
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
	t.sensed.referee.End(t.now)
}
