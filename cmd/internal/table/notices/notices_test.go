package notices

import (
	"errors"
	"testing"
	"time"

	"stonehand/cmd/internal/text"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// A notice is shown for a while, and that of a choice only while the choice stands.
func TestNotice(t *testing.T) {
	var m Machine
	if m.Step(start, In{Undone: true}) || !m.Next().IsZero() {
		t.Error("nothing is told, and something has changed")
	}
	m.Step(start, In{Notice: text.Tell(text.NotNow)})
	if m.Step(start, In{Undone: true}); !m.Next().Equal(start.Add(shown)) {
		t.Errorf("the notice ends at %v", m.Next())
	}
	if !m.Step(m.Next(), In{}) || !m.Next().IsZero() {
		t.Error("the notice does not end")
	}
	m.Step(start, In{Notice: text.Tell(text.NotNow), Brief: true})
	if !m.Step(start, In{Undone: true}) || !m.Next().IsZero() {
		t.Error("a choice is taken back, and told")
	}
}

// A device that repeats its fault is heard once and shown for as long as it does; other
// parts say themselves when a fault is over.
func TestFaults(t *testing.T) {
	var m Machine
	device := &Fault{Text: "chain"}
	if !m.Step(start, In{Part: Device, Fault: device}) || m.Step(start.Add(30*time.Second), In{Part: Device, Fault: device}) {
		t.Error("a fault is to be told once")
	}
	if m.Step(start.Add(time.Minute), In{}) || !m.Step(start.Add(90*time.Second), In{}) || m.Faults()[Device].Is() {
		t.Error("a fault is to be shown for a minute after it was reported last")
	}
	full := Broken(errors.New("full"))
	m.Step(start, In{Part: Archive, Fault: &full})
	if m.Step(start.Add(time.Hour), In{}) || !m.Step(start.Add(time.Hour), In{Part: Archive, Fault: &Fault{}}) || m.Faults()[Archive].Is() {
		t.Error("a fault of the archive is to be shown until it is over")
	}
}
