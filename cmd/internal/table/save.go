package table

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"stonehand/cmd/internal/text"
)

// retryPause is how long the table waits before it tries a journal or an
// archive again that has failed.
const retryPause = time.Second

// mostUnsaved and mostUnkept are how many entries, and finished games, are held
// in memory at most while the storage takes none: some 2 MiB, more than is
// played in a week.
const (
	mostUnsaved = 4096
	mostUnkept  = 512
)

// unsaved is what the journal has not taken yet. The game goes on without it.
type unsaved struct {
	entries []Entry   // in order
	cause   error     // why; nil if there are none
	retryAt time.Time // when to try again; zero if there are none
}

// write brings an entry to the journal, after those that it has not taken
// before. If it takes none now, the entry is held and saved later.
func (t *Table) write(e Entry) {
	u := &t.unsaved
	u.entries = append(u.entries, e)
	if u.retryAt.IsZero() || !t.last.Before(u.retryAt) {
		t.flush()
	}
	if len(u.entries) <= mostUnsaved {
		return
	}
	// An entry with the whole state needs nothing of those before it.
	for i, e := range slices.Backward(u.entries) {
		if e.Whole() && i > 0 {
			t.log.Error("the journal has failed for so long that entries before the last whole state are given up", "entries", i)
			u.entries = slices.Clone(u.entries[i:])
			return
		}
	}
}

// flush gives the journal what it has not taken yet.
func (t *Table) flush() {
	u := &t.unsaved
	held := len(u.entries)
	for len(u.entries) > 0 {
		if err := t.cfg.Journal.Append(u.entries[0]); err != nil {
			if u.cause == nil || u.cause.Error() != err.Error() {
				t.log.Error("the game is not being saved; it goes on, and is saved as soon as that works again", "err", err)
				t.changed = true
			}
			u.cause, u.retryAt = err, t.now().Add(retryPause)
			return
		}
		u.entries = u.entries[1:]
	}
	u.entries = nil
	if u.cause != nil {
		t.log.Info("the game is being saved again; nothing was left out", "entries", held)
		u.cause, u.retryAt = nil, time.Time{}
		t.changed = true
	}
}

// retry saves what could not be saved, if it is time to try that again.
func (t *Table) retry() {
	if at := t.unsaved.retryAt; !at.IsZero() && !t.last.Before(at) {
		t.flush()
	}
}

// lastChance saves, before the program ends, what can be saved.
func (t *Table) lastChance() {
	t.flush()
	if n := len(t.unsaved.entries); n > 0 {
		t.log.Error("the program ends, and the last of the game is not saved", "entries", n, "err", t.unsaved.cause)
	}
	t.keep()
}

// lookAtFolder saves once more what the folder of the games had beside the journal,
// if somebody has deleted it.
func (t *Table) lookAtFolder() {
	if t.cfg.Remade == nil || !t.cfg.Remade() {
		return
	}
	t.faults.remade, t.changed = t.now(), true
	if c := t.calib.known; c != nil && t.cfg.Calibrations != nil {
		if err := t.cfg.Calibrations.KeepCalibration(c); err != nil {
			t.log.Error("the calibration cannot be saved again", "err", err)
		}
	}
	if t.cfg.KeepVolume != nil {
		t.cfg.KeepVolume(t.speech.volume)
	}
	if t.cfg.KeepHelping != nil {
		t.cfg.KeepHelping(t.helping)
	}
	if t.match.begun() && t.match.game.Result().Over {
		t.unkept = append(t.unkept, t.match.finished(t.player))
		t.keep()
	}
}

// because says why something cannot be saved, and what to do, as the part of a
// sentence that follows "because".
func (t *Table) because(err error) string {
	for _, why := range []struct {
		key  text.Key
		errs []error
	}{
		{text.WhyFull, []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}},
		{text.WhyReadOnly, []error{syscall.EROFS}},
		{text.WhyForbidden, []error{syscall.EACCES, syscall.EPERM}},
		{text.WhyBroken, []error{syscall.EIO, syscall.EUCLEAN, syscall.ENXIO, syscall.ENODEV}},
	} {
		for _, e := range why.errs {
			if errors.Is(err, e) {
				return t.lang.Say(why.key)
			}
		}
	}
	return fmt.Sprint(err)
}

// keep gives finished games to the archive, and holds on to what it does not
// take.
func (t *Table) keep() {
	for len(t.unkept) > 0 {
		if t.cfg.Archive != nil {
			if err := t.cfg.Archive.Keep(t.unkept[0]); err != nil {
				if t.faults.archive == nil || t.faults.archive.Error() != err.Error() {
					t.log.Error("a finished game cannot be archived; this is tried again", "id", t.unkept[0].ID, "err", err)
					t.changed = true
				}
				t.faults.archive = err
				if n := len(t.unkept) - mostUnkept; n > 0 {
					t.log.Error("the archive has failed for so long that the oldest game is given up", "id", t.unkept[0].ID)
					t.unkept = slices.Clone(t.unkept[n:])
				}
				return
			}
		}
		t.unkept = t.unkept[1:]
	}
	t.changed = t.changed || t.faults.archive != nil
	t.faults.archive = nil
}
