// Package buttons says what pressing, holding and letting go of a board's buttons means.
package buttons

import (
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/times"
	"stonehand/hw"
)

const (
	// ConfirmTime is how long a button that asks may be pressed again, and
	// confirmAfter how soon: who hammers on a button has read nothing.
	ConfirmTime  = 15 * time.Second
	confirmAfter = time.Second
	// bounce is how soon after a release a press is the contact's, not a finger's.
	bounce = 50 * time.Millisecond
)

// Machine is the memory of a board's buttons.
type Machine struct {
	wiring []api.Wiring
	hold   time.Duration
	down   map[string]time.Time // since when; those whose press is still to be acted on
	up     map[string]time.Time // when each was let go last
	asks   asks
}

// asks is a button that asks something; the zero value is none.
type asks struct {
	name, action string
	question     uint64
	since        time.Time
}

// New returns the memory of buttons that are wired so. One that is held for hold has its
// second meaning.
func New(wiring []api.Wiring, hold time.Duration) Machine {
	return Machine{wiring: wiring, hold: hold, down: map[string]time.Time{}, up: map[string]time.Time{}}
}

// In is what has happened; one field is set. None: time has passed.
type In struct {
	Button *hw.Button
	Lost   bool  // the board is lost: nobody knows what is let go
	Asks   *Asks // a question is asked on behalf of a button
}

// Asks is the question with which an action of a button asks to be confirmed.
type Asks struct {
	Act
	Question uint64
}

// Act is something that a button does.
type Act struct {
	Name   string // of the button
	Action string // one of [api.ButtonActions]
	Held   bool   // it was held for that
}

// Out is what follows.
type Out struct {
	Acts    []Act
	HoldOn  string // the button was let go too early for this action, and has no other
	Unknown bool   // the button has no meaning
}

// Next returns when a button will have been held for long enough; zero for never.
func (m *Machine) Next() (next time.Time) {
	for _, since := range m.down {
		next = times.Earliest(next, since.Add(m.hold))
	}
	return next
}

// Step takes what has happened. A button that also does something when it is held acts
// when it is let go; any other at once.
func (m *Machine) Step(now time.Time, in In) (out Out) {
	switch {
	case in.Lost:
		clear(m.down)
	case in.Asks != nil:
		m.asks = asks{in.Asks.Name, in.Asks.Action, in.Asks.Question, now}
	case in.Button != nil:
		m.button(now, in.Button, &out)
	default:
		for _, w := range m.wiring {
			if since, down := m.down[w.Name]; down && !now.Before(since.Add(m.hold)) {
				delete(m.down, w.Name)
				out.Acts = append(out.Acts, Act{w.Name, w.Hold, true})
			}
		}
	}
	return out
}

// button takes a press or a release.
func (m *Machine) button(now time.Time, b *hw.Button, out *Out) {
	i := slices.IndexFunc(m.wiring, func(w api.Wiring) bool { return w.Name == b.Name })
	if i < 0 {
		out.Unknown = true
		return
	}
	w := m.wiring[i]
	if b.Down {
		switch {
		case now.Sub(m.up[w.Name]) < bounce:
		case w.Hold == "":
			out.Acts = []Act{{w.Name, w.Press, false}}
		default:
			m.down[w.Name] = now
		}
		return
	}
	m.up[w.Name] = now
	if _, waiting := m.down[w.Name]; !waiting {
		return
	}
	delete(m.down, w.Name)
	if w.Press == "" {
		out.HoldOn = w.Hold
		return
	}
	out.Acts = []Act{{w.Name, w.Press, false}}
}

// Again reports whether an action answers the question that it asked itself, and
// whether people have had the time to read that.
func (m *Machine) Again(now time.Time, a Act, question uint64) (again, read bool) {
	q := &m.asks
	return q.name == a.Name && q.action == a.Action && q.question == question, !now.Before(q.since.Add(confirmAfter))
}

// Answered is that the question has its answer.
func (m *Machine) Answered() { m.asks = asks{} }

// Asking reports whether a question is one that a button asks.
func (m *Machine) Asking(question uint64) bool {
	return m.asks.name != "" && m.asks.question == question
}

// EndsTurn reports whether an action ends a turn, as the lever of a chess clock does.
func EndsTurn(action string) bool {
	return slices.Contains([]string{api.ButtonTurn, api.ButtonTurnBlack, api.ButtonTurnWhite}, action)
}

// Check says what is wrong with the buttons.
func Check(list []api.Wiring) error {
	for i, w := range list {
		if w.Name == "" || slices.ContainsFunc(list[:i], func(o api.Wiring) bool { return o.Name == w.Name }) {
			return fmt.Errorf("the button %q is there twice, or has no name", w.Name)
		}
		if w.Hold != "" && EndsTurn(w.Press) || EndsTurn(w.Hold) {
			return fmt.Errorf("the button %q ends turns, so it cannot be held for anything: a lever stays down", w.Name)
		}
		for _, a := range []string{w.Press, w.Hold} {
			if a != "" && !slices.Contains(api.ButtonActions, a) {
				return fmt.Errorf("the button %q cannot do %q", w.Name, a)
			}
		}
	}
	return nil
}
