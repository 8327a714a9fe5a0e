// Package queue keeps who plays next at a table that many people want to play at. It
// remembers nothing of anybody whose turn is over.
package queue

import (
	"errors"
	"slices"
	"time"

	"stonehand/cmd/internal/table/times"
)

const (
	// Most is how many people wait at once.
	Most = 24
	// Stay is how long somebody waits at most: then they have gone.
	Stay = time.Hour
	// Arrive is how long a place is held for somebody who is called.
	Arrive = 90 * time.Second
	// Begin is how long a place is held for somebody who has come, until their first turn,
	// and after their game for another one while nobody else waits.
	Begin = 3 * time.Minute
	// Rest is how long the end of a game may be looked at before the next is called.
	Rest = 20 * time.Second
)

// Why somebody cannot be helped.
var (
	ErrFull    = errors.New("too many people wait")
	ErrClosed  = errors.New("the table is closed")
	ErrUnknown = errors.New("there is no such place")
	ErrEarly   = errors.New("that place has not been called")
	ErrHeld    = errors.New("nobody can begin to play now")
)

// Place is somebody's place.
type Place struct {
	Number int    // 1, 2, 3 ..., never the same again while the program runs
	Name   string // as [ParseName] returns it; "" for none
	since  time.Time
}

// Machine is a queue. The zero value is empty.
type Machine struct {
	waiting []Place
	called  *Place
	playing *Place
	until   time.Time     // called, or playing without a turn: how long the place is held
	left    time.Duration // of that time while it does not run; 0: it runs
	played  bool          // who plays has played a turn
	freed   time.Time     // since when nobody plays; zero: somebody does
	last    int           // the number that was given last
}

// State is how the table stands.
type State struct {
	Closed bool
	Busy   bool // people play
	Held   bool // nobody can begin to play: nobody is called, and no called person's time runs
}

// In is what has happened; at most one field is set.
type In struct {
	Join  *string // somebody wants to play, by this name
	Here  int     // the person with this number has come
	Leave int     // the person with this number does not want to play any more
}

// Out is what follows.
type Out struct {
	Changed bool
	Called  *Place // who is called now
	Came    bool   // who was called has come: a game is to begin
	Err     error  // why what was asked cannot be
}

// Waiting returns who waits, the next first. It must not be changed.
func (m *Machine) Waiting() []Place { return m.waiting }

// Called returns who is called and has not come yet, nil for nobody.
func (m *Machine) Called() *Place { return m.called }

// Playing returns who plays, nil for nobody from the queue.
func (m *Machine) Playing() *Place { return m.playing }

// Until returns how long the place of who is called, or has come, is held; zero where
// nothing ends it. Who has played makes room for those who wait sooner than for another
// game of their own.
func (m *Machine) Until() time.Time {
	if next := m.freed.Add(Rest); m.playing != nil && m.played && len(m.waiting) > 0 && next.Before(m.until) {
		return next
	}
	return m.until
}

// Next returns when there is something to do though nothing happens; zero for never.
func (m *Machine) Next(s State) time.Time {
	next := m.until
	if m.left > 0 && !s.Held { // it runs again from now on
		next = times.Earliest(next, m.freed)
	}
	for _, p := range m.waiting {
		next = times.Earliest(next, p.since.Add(Stay))
	}
	if len(m.waiting) > 0 && m.called == nil && !s.Busy && !s.Held && !m.freed.IsZero() && (m.playing == nil || m.played) {
		next = times.Earliest(next, m.freed.Add(Rest))
	}
	return next
}

// Step takes what has happened.
func (m *Machine) Step(now time.Time, s State, in In) (out Out) {
	switch {
	case s.Closed && in.Join != nil:
		out.Err = ErrClosed
	case in.Join != nil && len(m.waiting) >= Most:
		out.Err = ErrFull
	case in.Join != nil:
		m.last++
		m.waiting, out.Changed = append(m.waiting, Place{m.last, *in.Join, now}), true
	case in.Here != 0:
		m.here(now, s, in.Here, &out)
	case in.Leave != 0:
		m.leave(in.Leave, &out)
	}
	m.expire(now, s, &out)
	m.follow(now, s, &out)
	m.hold(now, s, &out)
	if m.called == nil && m.playing == nil && !s.Busy && !s.Held && len(m.waiting) > 0 && !now.Before(m.freed.Add(Rest)) {
		p := m.waiting[0]
		m.waiting, m.called, m.until = slices.Delete(m.waiting, 0, 1), &p, now.Add(Arrive)
		out.Called, out.Changed = &p, true
	}
	return out
}

// here lets somebody play who was called.
func (m *Machine) here(now time.Time, s State, number int, out *Out) {
	switch {
	case m.called != nil && m.called.Number == number && s.Held:
		out.Err = ErrHeld
	case m.called != nil && m.called.Number == number:
		m.playing, m.called, m.played, m.until = m.called, nil, false, now.Add(Begin)
		out.Came, out.Changed = true, true
	case m.playing != nil && m.playing.Number == number: // said twice
	case slices.ContainsFunc(m.waiting, func(p Place) bool { return p.Number == number }):
		out.Err = ErrEarly
	default:
		out.Err = ErrUnknown
	}
}

// leave forgets a place.
func (m *Machine) leave(number int, out *Out) {
	n := len(m.waiting)
	m.waiting = slices.DeleteFunc(m.waiting, func(p Place) bool { return p.Number == number })
	switch {
	case len(m.waiting) < n:
	case m.called != nil && m.called.Number == number:
		m.called, m.until, m.left = nil, time.Time{}, 0
	case m.playing != nil && m.playing.Number == number:
		m.playing, m.until, m.left = nil, time.Time{}, 0
	default:
		out.Err = ErrUnknown
		return
	}
	out.Changed = true
}

// expire forgets places that have been held for long enough; all of them at a table that
// is closed.
func (m *Machine) expire(now time.Time, s State, out *Out) {
	n := len(m.waiting)
	m.waiting = slices.DeleteFunc(m.waiting, func(p Place) bool { return s.Closed || !now.Before(p.since.Add(Stay)) })
	out.Changed = out.Changed || len(m.waiting) < n
	if held := m.called != nil || m.playing != nil; held && (s.Closed || !m.until.IsZero() && !now.Before(m.until) && !s.Busy && !s.Held) {
		m.called, m.playing, m.until, m.left, out.Changed = nil, nil, time.Time{}, 0, true
	}
}

// follow follows the game: a person who was called and whose game has begun has come.
func (m *Machine) follow(now time.Time, s State, out *Out) {
	if s.Busy {
		if m.called != nil {
			m.playing, m.called, out.Changed = m.called, nil, true
		}
		m.played, m.until, m.left, m.freed = m.playing != nil, time.Time{}, 0, time.Time{}
		return
	}
	if m.freed.IsZero() {
		m.freed = now
		if m.playing != nil {
			m.until = now.Add(Begin)
		}
	}
	if m.playing != nil && m.played && len(m.waiting) > 0 && !s.Held && !now.Before(m.freed.Add(Rest)) {
		m.playing, m.until, m.left, out.Changed = nil, time.Time{}, 0, true
	}
}

// hold stops the time of who is called, or has come, while nobody can begin to play.
func (m *Machine) hold(now time.Time, s State, out *Out) {
	switch {
	case s.Held && !m.until.IsZero():
		m.left, m.until, out.Changed = max(m.until.Sub(now), 1), time.Time{}, true
	case !s.Held && m.left > 0:
		m.left, m.until, out.Changed = 0, now.Add(m.left), true
	}
}
