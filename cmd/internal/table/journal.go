package table

import (
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
)

// retryPause is how long the table waits before it tries a journal or an
// archive again that has failed.
const retryPause = time.Second

// Restore brings the table to the state in which the journal's entries left
// it: entries are those that were appended, in order. Only those since the last
// game began are looked at. It is to be called before Run. An error names the
// entry that does not fit; the table is then as the entries before it left it,
// and goes on from there with that entry's number.
func (t *Table) Restore(entries []Entry) error {
	if t.running.Load() {
		return fmt.Errorf("table: a running table cannot be restored")
	}
	for i, e := range slices.Backward(entries) {
		if e.Begins() && e.Seq > 0 {
			entries = entries[i:]
			t.match.seq = e.Seq - 1
			break
		}
	}
	defer func() {
		t.changed = true
		t.tell()
	}()
	for _, e := range entries {
		do, err := t.match.plan(e)
		if err != nil {
			return fmt.Errorf("journal: %w", err)
		}
		do()
	}
	return nil
}

// commit makes an entry a fact: first in the journal, then in the match. An
// error means that nothing has changed.
func (t *Table) commit(e Entry) error {
	e.Seq = t.match.seq + 1
	e.At = t.now().Round(0).UTC()
	do, err := t.match.plan(e)
	if err != nil {
		return err
	}
	if err := t.cfg.Journal.Append(e); err != nil {
		t.faults.journal = err.Error()
		t.retryAt = t.now().Add(retryPause)
		t.changed = true
		return fmt.Errorf("append to the journal: %w", err)
	}
	t.faults.journal, t.retryAt = "", time.Time{}
	wasOver := t.match.game.Result().Over
	do()
	t.changed = true
	if t.match.game.Result().Over && !wasOver {
		t.unkept = append(t.unkept, t.match.finished(t.player))
		t.keep()
	}
	return nil
}

// keep gives finished games to the archive, and holds on to what it does not
// take.
func (t *Table) keep() {
	for len(t.unkept) > 0 {
		if t.cfg.Archive != nil {
			if err := t.cfg.Archive.Keep(t.unkept[0]); err != nil {
				t.log.Error("a finished game cannot be archived", "id", t.unkept[0].ID, "err", err)
				t.changed = t.changed || t.faults.archive != err.Error()
				t.faults.archive = err.Error()
				return
			}
		}
		t.unkept = t.unkept[1:]
	}
	t.changed = t.changed || t.faults.archive != ""
	t.faults.archive = ""
}

// player names who plays a colour, for the archive.
func (t *Table) player(c board.Color) string {
	if t.match.human[c] {
		return t.lang.Say(text.PlayerHuman)
	}
	return t.lang.Say(text.PlayerMachine, t.match.level)
}
