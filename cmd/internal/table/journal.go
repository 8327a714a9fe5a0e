package table

import (
	"fmt"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
)

// formatVersion is the highest version of entries that is understood.
const formatVersion = exchangeVersion

// openingVersion is that of games with an opening.
const openingVersion = 2

// exchangeVersion is that of games with an opening and a player elsewhere: what is
// chosen may give them the other colour.
const exchangeVersion = 3

// Restore brings the table to the state in which the journal's entries left
// it: entries are those that were appended, in order. Only those since the last
// one that has the whole state are looked at. It is to be called before Run. An error names the
// entry that does not fit; the table is then as the entries before it left it,
// and goes on from there with that entry's number, and people are told.
func (t *Table) Restore(entries []api.Entry) error {
	if t.running.Load() {
		return fmt.Errorf("table: a running table cannot be restored")
	}
	c := &t.core
	for i, e := range slices.Backward(entries) {
		if e.Whole() && e.Seq > 0 {
			entries = entries[i:]
			c.match.seq = e.Seq - 1
			break
		}
	}
	defer func() {
		c.sensed.referee.Spend(c.match.spentStones)
		t.show()
	}()
	for _, e := range entries {
		do, err := c.match.plan(e)
		if err != nil {
			c.unfit(err)
			return fmt.Errorf("journal: %w", err)
		}
		do()
	}
	return nil
}

// commit makes an entry a fact: first in the journal, then in the match. If the
// journal fails, the fact stands all the same, and is saved when that works
// again. An error means that the entry does not fit, and that nothing has
// changed.
func (t *core) commit(e api.Entry) error {
	if c := t.match.clock.Fallen(t.now); c != board.Empty && e.Kind != api.KindFlag {
		t.fall(c) // before whatever comes too late
	}
	last := t.match.seq
	if e.Begins() {
		t.match.seq = max(last, t.cfg.After)
	}
	e.Seq = t.match.seq + 1
	e.At = t.now.Round(0).UTC()
	if !e.Begins() && e.Left == nil {
		e.Left = times(&t.match.clock, t.now)
	}
	do, err := t.match.plan(e)
	if err != nil {
		t.match.seq = last
		return err
	}
	if e.Begins() && t.match.underWay() {
		// First, so that it is not lost if the program ends between the two.
		t.archive(t.match.unfinished(e.At, t.player))
	}
	t.write(e)
	t.clockwork.Saved(t.now)
	t.settleLoss(&e)
	wasOver := t.match.game.Result().Over
	do()
	t.changed = true
	if (e.Begins() || e.Kind == api.KindUndo) && t.notice == t.chose {
		t.notice = inLanguages{}
	}
	if t.match.game.Result().Over && !wasOver {
		t.archive(t.match.finished(t.player))
	}
	if t.match.seq-t.match.whole >= checkpointEvery {
		t.checkpoint()
	}
	return nil
}

// checkpoint notes the whole state, so that the journal before it is not needed any
// more. It changes nothing.
func (t *core) checkpoint() {
	e := t.match.checkpoint()
	e.Seq, e.At, e.Left = t.match.seq+1, t.now.Round(0).UTC(), times(&t.match.clock, t.now)
	do, err := t.match.plan(e)
	if err != nil {
		t.log.Error("the state cannot be noted", "err", err)
		t.match.whole = t.match.seq // not with every entry
		return
	}
	t.write(e)
	do()
}

// player names those who played a colour, for the archive.
func (t *core) player(seats []seat) string {
	var names []string
	for _, s := range seats {
		switch {
		case s.human:
			names = append(names, t.lang.Say(text.PlayerHuman))
		case s.away:
			names = append(names, t.lang.Say(text.PlayerRemote))
		default:
			names = append(names, t.lang.Say(text.PlayerMachine, s.level))
		}
	}
	return strings.Join(names, t.lang.Say(text.Comma))
}
