package table

import (
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/record"
)

// ticking returns whose time is to run: that of the side to move while nothing else is
// waited for.
func (t *core) ticking() board.Color {
	s := t.status()
	switch {
	case !s.Waits():
		return board.Empty
	case s.Actor == status.Remote && (!t.opponent.Stand().Up || t.opponent.Stand().Timed):
		return board.Empty // its own table keeps its time
	case t.alone && s.Actor == status.Person:
		return board.Empty
	}
	return s.Side
}

// keepTime brings the clock to the present state: who has no time left has lost,
// and the time of the side that is waited for runs.
func (t *core) keepTime() {
	k := &t.match.Clock
	if c := k.Fallen(t.now); c != board.Empty {
		t.fall(c)
		t.judge()
	}
	side := t.ticking()
	out := t.clockwork.Step(t.now, k, side, t.match.People[side])
	t.changed = t.changed || out.Changed
	// While nothing can be saved, time is the least that is worth holding.
	if out.Keep && t.unsaved.cause == nil {
		t.noteTime()
		k.Run(t.now, side)
	}
}

// noteTime writes into the journal what the sides have left.
func (t *core) noteTime() {
	changed := t.changed
	if err := t.commit(record.Ticked{}, record.Mark{}); err != nil {
		t.log.Error("the clock's time cannot be noted", "err", err)
	}
	t.changed = changed // the world counts by itself
}
