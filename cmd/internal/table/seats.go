package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// seat is who plays a side.
type seat struct {
	human bool
	away  bool // at another table
	level int  // of the machine; 0 for a person
}

// seat returns who plays a colour.
func (m *match) seat(c board.Color) seat {
	if m.elsewhere == c {
		return seat{away: true}
	}
	if m.human[c] {
		return seat{human: true}
	}
	return seat{level: m.level}
}

// players lists who played a colour, in the order in which they took over; who
// sat there at the end if the colour has no turn. The game must be over.
func (m *match) players(c board.Color) []seat {
	var list []seat
	for i := range m.game.Turns() {
		if m.game.SideOf(i) == c && !slices.Contains(list, m.by[i]) {
			list = append(list, m.by[i])
		}
	}
	if len(list) == 0 {
		list = append(list, m.final.seats[c])
	}
	return list
}

// sit returns what an entry says of who plays and how, as a change that cannot
// fail.
func (m *match) sit(e api.Entry) (func(), error) {
	var people api.Colors
	for _, c := range e.Human {
		if c == board.Empty {
			return nil, errors.New("people play a colour that is none")
		}
		people = append(people, c)
	}
	if e.Level < api.MinLevel || e.Level > api.MaxLevel {
		return nil, fmt.Errorf("level %d is out of range %d to %d", e.Level, api.MinLevel, api.MaxLevel)
	}
	budget := time.Duration(e.Time) * time.Millisecond
	if e.Time < 0 || e.Time > api.MaxTime.Milliseconds() || budget < api.MinTime {
		return nil, fmt.Errorf("a time of %d ms a turn is out of range %v to %v", e.Time, api.MinTime, api.MaxTime)
	}
	if e.Clock != nil {
		if err := e.Clock.Check(); err != nil {
			return nil, err
		}
	}
	away := e.Elsewhere
	if slices.Contains(people, away) {
		return nil, fmt.Errorf("%q cannot be played elsewhere", e.Elsewhere)
	}
	return func() {
		m.people(people)
		m.elsewhere, m.guest = away, e.Guest && away != board.Empty
		m.level, m.budget = e.Level, budget
	}, nil
}

// seats serves KindSeats. A turn that changes hands begins with the stones that
// stand: a person finds them on the board, the machine is told of them by the
// entry.
func (m *match) seats(e api.Entry) (func(), error) {
	sit, err := m.sit(e)
	if err != nil {
		return nil, err
	}
	placed, err := points(m.game.Size(), e.Turn)
	if err != nil {
		return nil, err
	}
	color, due := m.game.Due()
	side := m.game.Side()
	if len(placed) > due {
		return nil, fmt.Errorf("%d stones stand of a turn that takes %d", len(placed), due)
	}
	for i, p := range placed {
		if m.game.At(p) != board.Empty || slices.Contains(placed[:i], p) {
			return nil, fmt.Errorf("%s: %w", p, game.ErrOccupied)
		}
	}
	return func() {
		person, away := m.human[side], m.elsewhere
		sit()
		if e.Clock != nil {
			m.resetClock(*e.Clock)
		}
		if m.human[side] == person && !person && m.elsewhere == away {
			return // the machine goes on with its turn
		}
		m.decision, m.placed, m.pressed = nil, nil, false
		if m.human[side] || m.elsewhere == side || len(placed) == 0 {
			return
		}
		m.placed = placed
		if m.game.Check(game.Turn{Color: color, Points: placed}) == nil {
			m.decision = placed // nothing is left to choose
		}
	}, nil
}

// seatsEntry returns an entry of the given kind that seats people and machine as
// the command says; what the command leaves out stays as it is.
func (t *core) seatsEntry(kind api.Kind, c api.Command) (api.Entry, *api.CommandError) {
	e := t.another(kind)
	if c.Human != nil {
		var next match
		next.people(c.Human)
		e.Human = next.colors()
	}
	t.match.seatElsewhere(&e)
	t.freeGuest(&e, c)
	if c.Level != nil {
		e.Level = *c.Level
		if err := checkLevel(t.lang, e.Level); err != nil {
			return api.Entry{}, err
		}
	}
	if c.Time != nil {
		budget := c.Time.Round(time.Millisecond)
		if err := checkTime(t.lang, budget); err != nil {
			return api.Entry{}, err
		}
		e.Time = budget.Milliseconds()
	}
	if c.Clock != nil {
		if err := c.Clock.Check(); err != nil {
			return api.Entry{}, api.Bad("\"clock\": %v.", err)
		}
		e.Clock = c.Clock
	}
	return e, nil
}

// doSeats changes who plays which side, how strong and how fast, in the middle
// of whatever is going on. After a game it is the next one that is meant.
func (t *core) doSeats(c api.Command) *api.CommandError {
	if c.Human == nil && c.Level == nil && c.Time == nil && c.Clock == nil {
		return t.refuse("bad-value", text.EmptySeats)
	}
	e, refusal := t.seatsEntry(api.KindSeats, c)
	if refusal != nil {
		return refusal
	}
	m := &t.match
	e.Game, e.ID = "", ""
	if *e.Clock == m.clock.Control() {
		e.Clock = nil // it goes on as it is
	}
	if e.Clock == nil && slices.Equal(e.Human, m.colors()) && e.Level == m.level && e.Time == m.budget.Milliseconds() {
		return nil
	}
	if side := m.game.Side(); m.human[side] && !slices.Contains(e.Human, side) {
		e.Turn = slices.Clone(t.standing())
	}
	return t.save(e)
}

// standing returns the stones of the present turn that stand on the board and
// have settled, in the order in which they came.
func (t *core) standing() []board.Point {
	if s := t.status(); !s.Live || s.Mending || s.Over {
		return nil
	}
	return t.sensed.referee.Standing(t.now)
}
