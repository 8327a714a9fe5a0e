// Package shutdown is the way from the command to shut down to the computer that does:
// everything is saved, the board goes dark, and then the computer is asked.
package shutdown

import (
	"errors"
	"time"
)

const (
	// patience is how long the computer may take to end the program after it was
	// asked to shut down, before people are told that it does not.
	patience = time.Minute
	// insist is how soon people must ask once more to shut the computer down though
	// the game is not saved.
	insist = time.Minute
)

// ErrStaysUp is that nothing came of asking.
var ErrStaysUp = errors.New("it was asked to, and is still running a minute later")

// Machine is a shutdown, under way or not. The zero value is none.
type Machine struct {
	asked     bool // for, and what there is to save is being saved
	on        bool
	told      bool // the computer has been asked
	since     time.Time
	refusedAt time.Time // when it was refused last because the game is not saved
}

// In is what has happened; one field is set. None: time has passed.
type In struct {
	Command bool   // people want it
	Saved   *Saved // all has been done to save the game
	Dark    bool   // the lights and the voice have said goodbye
	Asked   *Asked
}

// Saved is what became of the game; nil: it is saved.
type Saved struct{ Err error }

// Asked is what became of asking the computer; nil: it shuts down.
type Asked struct{ Err error }

// Out is what follows.
type Out struct {
	Save    bool  // save whatever can be, and say so
	Unsaved error // it is refused, because of this
	Begun   bool
	Ask     bool  // ask the computer
	Failed  error // it stays up, because of this
}

// On reports whether the computer is shutting down.
func (m *Machine) On() bool { return m.on }

// Saving reports whether the shutdown waits until the game is saved.
func (m *Machine) Saving() bool { return m.asked }

// Next returns when time alone changes something; zero for never.
func (m *Machine) Next() time.Time {
	if !m.on {
		return time.Time{}
	}
	return m.since.Add(patience)
}

// Step takes what has happened.
func (m *Machine) Step(now time.Time, in In) (out Out) {
	switch {
	case in.Command:
		m.asked = !m.on
		out.Save = m.asked
	case in.Saved != nil && m.asked:
		m.asked = false
		if in.Saved.Err != nil && now.Sub(m.refusedAt) > insist {
			m.refusedAt = now
			out.Unsaved = in.Saved.Err
			return out
		}
		m.on, m.told, m.since = true, false, now
		out.Begun = true
	case in.Dark:
		out.Ask = m.on && !m.told
		m.told = m.on
	case m.on && in.Asked != nil && in.Asked.Err != nil:
		m.on, out.Failed = false, in.Asked.Err
	case m.on && !now.Before(m.Next()):
		m.on, out.Failed = false, ErrStaysUp
	}
	return out
}
