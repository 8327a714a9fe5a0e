// Package byhand lets those who look after a table move its arm: only after a person at
// the board has said that nobody is near it, one short step at a time, and not for long.
package byhand

import "time"

const (
	// AskFor is how long the person at the board is asked.
	AskFor = time.Minute
	// Idle is how long nobody moves the arm until that is over.
	Idle = 2 * time.Minute
)

// Step is how far it is.
type Step uint8

// The steps.
const (
	Off   Step = iota
	Asked      // a person at the board is asked
	On         // the arm may be moved
)

// String names the step as the HTTP contract does.
func (s Step) String() string { return [...]string{"", "asked", "on"}[s] }

// Machine remembers what was said. The zero value is off.
type Machine struct {
	step   Step
	until  time.Time // how long that lasts
	offer  bool      // the board has not asked yet
	moving bool      // a motion is under way
	parks  bool      // the arm goes out of the way after it
	failed error     // of the last motion
	paused bool      // the game was paused for it
}

// Step returns how far it is, Moving whether a motion is under way, and Failed why the
// last one was none.
func (m *Machine) Step() Step   { return m.step }
func (m *Machine) Moving() bool { return m.moving }

// InUse reports whether people are asked for the arm, or move it.
func (m *Machine) InUse() bool { return m.step != Off }

func (m *Machine) Failed() error { return m.failed }

// Next returns when it is over by itself; zero for never.
func (m *Machine) Next() time.Time {
	if m.step == Off || m.moving {
		return time.Time{}
	}
	return m.until
}

// Ask says that a person at the board is asked.
func (m *Machine) Ask(now time.Time) { *m = Machine{step: Asked, until: now.Add(AskFor), offer: true} }

// Offer reports, once, whether the board is to ask.
func (m *Machine) Offer() bool {
	offer := m.offer
	m.offer = false
	return offer
}

// Confirm says that they have said yes, and whether the game was paused for it. It
// reports whether they were asked.
func (m *Machine) Confirm(now time.Time, paused bool) bool {
	if m.step != Asked {
		return false
	}
	*m = Machine{step: On, until: now.Add(Idle), paused: paused}
	return true
}

// Begin reports whether a motion may begin, which it then does.
func (m *Machine) Begin() bool {
	if m.step != On || m.moving {
		return false
	}
	m.moving, m.failed = true, nil
	return true
}

// Done says that a motion is over, and reports whether the arm is to go out of the way now.
func (m *Machine) Done(now time.Time, err error) (park bool) {
	park = m.parks
	m.moving, m.parks, m.failed, m.until = false, false, err, now.Add(Idle)
	return park
}

// Park says that the arm is to go out of the way, and reports whether that motion begins;
// else it follows the one under way.
func (m *Machine) Park() bool {
	begins := !m.moving
	m.moving, m.parks = true, !begins
	return begins
}

// Stay says that the arm stays where the motion under way ends.
func (m *Machine) Stay() { m.parks = false }

// Over reports whether its time is over.
func (m *Machine) Over(now time.Time) bool {
	at := m.Next()
	return !at.IsZero() && !now.Before(at)
}

// End ends it, and reports whether the arm was on, and the game paused for it. A motion
// under way goes on.
func (m *Machine) End() (on, paused bool) {
	on, paused = m.step == On, m.paused
	*m = Machine{moving: m.moving, parks: m.parks}
	return on, paused
}
