package table

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/record"
)

// seat seats people and machine, and gives them a clock, as a command says; what it
// leaves out stays as it is. begins says that a new game begins so.
func (t *core) seat(s *record.Seats, k *clock.Control, c api.Command, begins bool) *api.CommandError {
	if c.Human != nil {
		s.People = record.People(c.Human)
	}
	if people := s.Colors(); s.Remote != board.Empty && begins && len(people) == 1 {
		s.Remote = people[0].Other()
	}
	if t.match.Guest && (begins || c.Human != nil) {
		// Nobody asks the program that plays against the people here.
		s.Remote = board.Empty
		if c.Human == nil {
			s.People = record.People([]board.Color{board.Black, board.White})
		}
	}
	if c.Level != nil {
		s.Level = *c.Level
		if err := checkLevel(t.lang, s.Level); err != nil {
			return err
		}
	}
	if c.Time != nil {
		s.Budget = c.Time.Round(time.Millisecond)
		if err := checkTime(t.lang, s.Budget); err != nil {
			return err
		}
	}
	if c.Clock != nil {
		if err := c.Clock.Check(); err != nil {
			return api.Bad("\"clock\": %v.", err)
		}
		*k = *c.Clock
	}
	return nil
}

// doSeats changes who plays which side, how strong and how fast, in the middle
// of whatever is going on. After a game it is the next one that is meant.
func (t *core) doSeats(c api.Command) *api.CommandError {
	if c.Human == nil && c.Level == nil && c.Time == nil && c.Clock == nil {
		return t.refuse("bad-value", text.EmptySeats)
	}
	m := &t.match
	e, k := record.Seated{Seats: m.Seats}, m.Clock.Control()
	if refusal := t.seat(&e.Seats, &k, c, false); refusal != nil {
		return refusal
	}
	if k != m.Clock.Control() {
		e.Clock = &k // else it goes on as it is
	}
	if e.Clock == nil && e.Seats == m.Seats {
		return nil
	}
	if m.Game.Counts() && e.Remote == board.Empty && len(e.Colors()) < 2 {
		return t.refuse("bad-value", text.NoGoMachine)
	}
	if side := m.Game.Side(); m.People[side] && !e.People[side] {
		e.Placed = slices.Clone(t.standing())
	}
	return t.saveSeats(e)
}

// saveSeats saves an event that may take the seat from the program that plays against the
// people here, which is then forgotten.
func (t *core) saveSeats(e record.Event) *api.CommandError {
	guest := t.match.Guest
	refusal := t.save(e)
	if refusal == nil && guest && t.match.Remote == board.Empty {
		t.opponent = opponent.Machine{}
	}
	return refusal
}

// standing returns the stones of the present turn that stand on the board and
// have settled, in the order in which they came.
func (t *core) standing() []board.Point {
	if s := t.status(); !s.Live || s.Mending || s.Over {
		return nil
	}
	return t.sensed.Standing(t.now)
}
