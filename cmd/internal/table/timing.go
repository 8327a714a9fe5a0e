package table

import (
	"stonehand/engine/board"
	"stonehand/engine/record"
)

// keepTime brings the clock to the present state: who has no time left has lost,
// and the time of the side that is waited for runs.
func (t *core) keepTime() {
	k := &t.match.Clock
	if c := k.Fallen(t.now); c != board.Empty {
		t.fall(c)
		t.judge()
	}
	side := t.ticking()
	// To lift what a turn has captured takes nothing from the time that the next turn has.
	if was := k.Running(); was != side && was != board.Empty && was == t.match.Game.Side().Other() && t.match.Game.Counts() && t.match.People[was] {
		k.Renew(t.now, was)
	}
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
