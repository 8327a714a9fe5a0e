package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// told is what the world was told last, with the clock as it was then.
type told struct {
	state *api.Snapshot
	clock clock.Clock
}

// Snapshot implements [Board]. The time on the clock is that of the call.
func (t *Table) Snapshot() *api.Snapshot {
	now := t.snapshot.Load()
	if now.clock.Running() == board.Empty {
		return now.state
	}
	s := *now.state
	s.Clock = present.Clock(&now.clock, t.cfg.Timekeeper.Now())
	return &s
}

// tell tells the world what has changed, if anything has: lights first, people
// look at them.
func (t *core) tell() {
	if t.told = t.changed; !t.told {
		return
	}
	t.changed = false
	t.show()
	s, old := t.present().Snapshot(), t.shown
	if old != nil {
		s.Version = old.Version + 1
	}
	t.shown, t.out.State = s, &told{s, t.match.Clock}
	if s.Fault != "" && (old == nil || old.Fault != s.Fault) {
		t.out.Fault = s.Fault
	}
}

// Show returns what shows the state as it is, before the first step.
func (t *core) Show() Effects {
	t.out, t.changed = Effects{}, true
	t.tell()
	t.out.Log, t.log = t.log, nil
	return t.out
}
