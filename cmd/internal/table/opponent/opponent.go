// Package opponent watches over the remote opponent: how the link stands, since when it
// thinks, and for how long it cannot be reached. One may never come back: when the link
// has been down for as long as the table has patience, people are asked whether to end
// the game.
package opponent

import (
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
)

// Machine is what a table knows of its remote opponent. The zero value knows of none.
type Machine struct {
	stand    api.LinkStand
	thinks   time.Time // since when, as far as is known here; zero: it does not
	position uint64    // the game's then
	cut      time.Time // since when the link is down in a game that goes on; zero: it is not
	gone     bool      // for so long that people are asked whether to end the game
	due      time.Time // when they will be; zero: never, or they are
}

// In is what is new; no field set: time has passed, or the game has changed.
type In struct {
	Stand    *api.LinkStand // how the link stands
	Wait     bool           // people do not want to end the game: they are asked again later
	Patience time.Duration  // how long the link is down before they are asked
}

// Out is what follows.
type Out struct {
	Changed bool // what is shown
	Expects bool // the referee is to expect something else of the board
	Gone    bool // people are to be asked from now on
}

// Stand returns how the link stands.
func (m *Machine) Stand() *api.LinkStand { return &m.stand }

// Question returns the number of the question whether to end the game; 0 while it is
// not asked.
func (m *Machine) Question() uint64 {
	if !m.gone {
		return 0
	}
	return uint64(m.cut.UnixMilli())
}

// Thinks returns for how long the opponent has been thinking in a game whose time it
// keeps itself; 0, false if it does not.
func (m *Machine) Thinks(now time.Time) (time.Duration, bool) {
	if m.thinks.IsZero() {
		return 0, false
	}
	return now.Sub(m.thinks), true
}

// Next returns when people are to be asked whether to end the game; zero for never, or
// if they are asked already.
func (m *Machine) Next() time.Time { return m.due }

// Step takes what is new.
func (m *Machine) Step(now time.Time, s *status.Status, in In) (out Out) {
	switch {
	case in.Stand != nil:
		was := &m.stand
		out.Changed = *in.Stand != *was
		out.Expects = in.Stand.Asked != was.Asked || in.Stand.Host != was.Host || in.Stand.Gone != was.Gone || in.Stand.Ended != was.Ended || in.Stand.Problem != was.Problem
		m.stand = *in.Stand
		return out
	case in.Wait:
		m.cut, m.gone, out.Changed = now, false, true
	}
	switch {
	case !s.AwaitsRemote() || !m.stand.Up || !m.stand.Timed:
		m.thinks = time.Time{}
	case m.thinks.IsZero() || m.position != s.Position:
		m.thinks, m.position = now, s.Position
	}
	m.due = time.Time{}
	if !s.Linked || s.Over || m.stand.Up || m.stand.Gone {
		out.Changed = out.Changed || m.gone
		m.cut, m.gone = time.Time{}, false
		return out
	}
	if m.cut.IsZero() {
		m.cut = now
	}
	if m.gone {
		return out
	}
	if m.due = m.cut.Add(in.Patience); !now.Before(m.due) {
		m.due, m.gone = time.Time{}, true
		out.Gone, out.Changed = true, true
	}
	return out
}
