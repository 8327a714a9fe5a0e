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
	if err := t.seatPrograms(s, c); err != nil { // of the seats that are left
		return err
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

// seatPrograms gives sides to other programs, and takes them away from those whose side
// a person takes.
func (t *core) seatPrograms(s *record.Seats, c api.Command) *api.CommandError {
	if p := c.Players; p != nil {
		s.Programs = [3]string{board.Black: p.Black, board.White: p.White}
	}
	name := c.Game
	if c.Do != api.DoNewGame || name == "" {
		name = t.match.Game.Rules().Name()
	}
	for _, side := range []board.Color{board.Black, board.White} {
		program := s.Programs[side]
		switch p := c.Players; {
		case program == "":
			continue
		case s.Remote == side || s.People[side] && p == nil, c.Human != nil && slices.Contains(c.Human, side):
			s.Programs[side] = ""
			continue
		}
		s.People[side] = false
		i := slices.IndexFunc(t.cfg.Programs, func(p api.Program) bool { return p.Name == program })
		switch {
		case i < 0 && c.Players == nil: // no longer configured
			s.Programs[side] = ""
		case i < 0:
			return t.refuse("bad-value", text.NoSuchPlayer, text.Clip(program))
		case !slices.Contains(t.cfg.Programs[i].Games, name):
			if c.Players != nil {
				return t.refuse("bad-value", text.PlaysNot, text.Program(t.cfg.Programs[i].Shown), name)
			}
			s.Programs[side] = ""
		}
	}
	return nil
}

// series makes a new game the first of a match, if the command wants one.
func (t *core) series(b *record.Begun, c api.Command) *api.CommandError {
	b.Series = record.Series{}
	switch s := &b.Seats; {
	case c.Games == 0:
		return nil
	case c.Games < record.MinSeries || c.Games > record.MaxSeries:
		return t.refuse("bad-value", text.MatchGames, record.MinSeries, record.MaxSeries, c.Games)
	case s.People != [3]bool{} || s.Remote != board.Empty:
		return t.refuse("bad-value", text.MatchPeople)
	case s.Programs[board.Black] == s.Programs[board.White]:
		return t.refuse("bad-value", text.MatchSame)
	}
	b.Series = record.Series{Games: c.Games, Seed: t.match.Seq + 1}
	return nil
}

// goSeated reports whether there is somebody for both sides of a game of Go.
func goSeated(s *record.Seats) bool {
	for _, c := range []board.Color{board.Black, board.White} {
		if !s.People[c] && s.Programs[c] == "" && s.Remote != c {
			return false
		}
	}
	return true
}

// doSeats changes who plays which side, how strong and how fast, in the middle
// of whatever is going on. After a game it is the next one that is meant.
func (t *core) doSeats(c api.Command) *api.CommandError {
	if c.Human == nil && c.Players == nil && c.Level == nil && c.Time == nil && c.Clock == nil {
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
	if m.Game.Counts() && !goSeated(&e.Seats) {
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
