package shutdown

import (
	"errors"
	"testing"
	"time"
)

// The way there, and everything that may stop it.
func TestShutdown(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	full, stuck := errors.New("full"), errors.New("stuck")
	var m Machine
	step := func(after time.Duration, in In) Out {
		now = now.Add(after)
		return m.Step(now, in)
	}
	is := func(got, want Out) {
		t.Helper()
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	is(step(0, In{Dark: true}), Out{})
	is(step(0, In{Command: true}), Out{Save: true})
	is(step(0, In{Saved: &Saved{full}}), Out{Unsaved: full})
	is(step(time.Second, In{Command: true}), Out{Save: true})
	is(step(0, In{Saved: &Saved{full}}), Out{Begun: true})
	is(step(0, In{Command: true}), Out{})
	is(step(0, In{Dark: true}), Out{Ask: true})
	is(step(0, In{Dark: true}), Out{})
	is(step(time.Second, In{Asked: &Asked{}}), Out{})
	is(step(0, In{Asked: &Asked{stuck}}), Out{Failed: stuck})
	is(step(time.Hour, In{}), Out{})
	is(step(0, In{Command: true}), Out{Save: true})
	is(step(0, In{Saved: &Saved{}}), Out{Begun: true})
	is(step(0, In{Dark: true}), Out{Ask: true})
	now = m.Next()
	is(step(0, In{}), Out{Failed: ErrStaysUp})
	if m.On() || !m.Next().IsZero() {
		t.Error("it is still on")
	}
}
