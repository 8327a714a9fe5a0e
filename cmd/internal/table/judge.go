package table

import (
	"stonehand/cmd/internal/table/status"
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
