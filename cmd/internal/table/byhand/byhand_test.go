package byhand

import (
	"errors"
	"testing"
	"time"
)

// Nothing moves before somebody at the board has said yes, one motion at a time, and not
// for longer than people move it.
func TestByHand(t *testing.T) {
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	var m Machine
	if m.Confirm(now, true) || m.Begin() || m.Over(now) {
		t.Fatal("the arm may be moved unasked")
	}
	m.Ask(now)
	if !m.Offer() || m.Offer() {
		t.Error("the board asks never, or twice")
	}
	if m.Begin() || m.Step() != Asked || !m.Over(now.Add(AskFor)) || m.Over(now.Add(AskFor-1)) {
		t.Errorf("asked: %+v", m)
	}
	if !m.Confirm(now, true) || m.Confirm(now, true) || !m.Begin() || m.Begin() || !m.Moving() {
		t.Errorf("confirmed: %+v", m)
	}
	if m.Over(now.Add(time.Hour)) {
		t.Error("it is over in the middle of a motion")
	}
	m.Done(now.Add(time.Hour), errors.New("out of reach"))
	if m.Failed() == nil || m.Over(now.Add(time.Hour)) || !m.Over(now.Add(time.Hour+Idle)) {
		t.Errorf("moved: %+v", m)
	}
	if on, paused := m.End(); !on || !paused || m.Step() != Off || m.Begin() {
		t.Errorf("ended: %v %v %+v", on, paused, m)
	}
	// What is under way when it ends is waited for, and then the arm parks.
	m.Ask(now)
	if m.Confirm(now, false); !m.Begin() {
		t.Fatal("no motion begins")
	}
	m.End()
	if m.Park() || !m.Moving() || !m.Done(now, nil) || m.Moving() {
		t.Errorf("ended in a motion: %+v", m)
	}
	if !m.Park() || !m.Moving() || m.Done(now, nil) {
		t.Errorf("ended at rest: %+v", m)
	}
	m.Park()
	if m.Park(); !m.Moving() {
		t.Errorf("parking: %+v", m)
	}
	if m.Stay(); m.Done(now, nil) {
		t.Errorf("told to stay: %+v", m)
	}
	if got := []string{Off.String(), Asked.String(), On.String()}; got[1] != "asked" || got[2] != "on" {
		t.Error(got)
	}
}
