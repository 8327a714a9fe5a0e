package speech

import (
	"testing"
	"time"

	"stonehand/cmd/internal/table/status"
)

// A remark is said when it has stood for long enough, reminded of once, and broken off
// when what was wrong is put right.
func TestRemark(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &status.Status{Game: "a"}
	var m Machine
	wrong := Remark{Text: "Take away J10.", Tone: Trouble}
	is := func(in In, want Out) {
		t.Helper()
		if out := m.Step(now, s, in); out != want {
			t.Errorf("%+v, want %+v", out, want)
		}
	}
	is(In{Remark: &wrong}, Out{})
	now = m.Next()
	is(In{}, Out{Hush: true, Remark: wrong.Text})
	now = m.Next()
	is(In{}, Out{Hush: true, Remark: wrong.Text})
	if !m.Next().IsZero() {
		t.Errorf("a second reminder at %v", m.Next())
	}
	is(In{Remark: &Remark{Text: "Thinking.", Tone: Quiet}}, Out{Hush: true})
}

// A fault is said when it has stood for long enough, and the same not again for long.
func TestFault(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &status.Status{}
	var m Machine
	for _, want := range []string{"", "on fire", "", ""} {
		if out := m.Step(now, s, In{Fault: "on fire"}); out.More != want {
			t.Errorf("%+v, want %q", out, want)
		}
		now = now.Add(faultTime)
	}
}
