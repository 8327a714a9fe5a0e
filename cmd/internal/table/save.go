package table

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/shutdown"
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

// write brings an entry to the journal, after those that it has not taken before, at
// the end of the round. If it takes none then, the entry is held and saved later.
func (t *core) write(e api.Entry) {
	u := &t.unsaved
	u.entries = append(u.entries, e)
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

// archive gives a game to the archive, at the end of the round.
func (t *core) archive(f api.Finished) {
	t.unkept.games = append(t.unkept.games, finishedGame{f, t.match.Seq})
	t.unkept.due = true
}

// flush brings what is to be saved to the disk, in the order in which it happened, if
// there is anything, and it is time to try.
func (t *core) flush() {
	u, k := &t.unsaved, &t.unkept
	var entries []api.Entry
	var games []finishedGame
	if u.now || u.retryAt.IsZero() || !t.now.Before(u.retryAt) {
		entries = u.entries
	}
	if k.due {
		games = k.games
	}
	u.now, k.due = false, false
	for len(entries)+len(games) > 0 {
		if len(entries) == 0 || len(games) > 0 && games[0].after < entries[0].Seq {
			t.out.Store = append(t.out.Store, stored{game: &games[0].Finished})
			games = games[1:]
			continue
		}
		t.out.Store = append(t.out.Store, stored{entry: &entries[0]})
		entries = entries[1:]
	}
	if t.leaving.Saving() && !t.out.saves() {
		t.stepShutdown(shutdown.In{Saved: &shutdown.Saved{Err: u.cause}})
	}
}

func (t *core) journalSaved(s Saved) {
	u := &t.unsaved
	u.entries = u.entries[s.Entries:]
	switch {
	case s.Journal != nil:
		if u.cause == nil || u.cause.Error() != s.Journal.Error() {
			t.log.Error("the game is not being saved; it goes on, and is saved as soon as that works again", "err", s.Journal)
			t.changed = true
		}
		u.cause, u.retryAt = s.Journal, t.now.Add(retryPause)
	case s.Entries > 0:
		u.entries = nil
		if u.cause != nil {
			t.log.Info("the game is being saved again; nothing was left out", "entries", s.Entries)
			u.cause, u.retryAt = nil, time.Time{}
			t.changed = true
		}
	}
}

func (t *core) archiveSaved(s Saved) {
	k := &t.unkept
	k.games = k.games[s.Games:]
	switch {
	case s.Archive != nil:
		if t.fault(notices.Archive, notices.Broken(s.Archive)) {
			t.log.Error("a finished game cannot be archived; this is tried again", "id", k.games[0].ID, "err", s.Archive)
		}
		if n := len(k.games) - mostUnkept; n > 0 {
			t.log.Error("the archive has failed for so long that the oldest game is given up", "id", k.games[0].ID)
			k.games = slices.Clone(k.games[n:])
		}
	case s.Games > 0:
		t.fault(notices.Archive, notices.Fault{})
	}
}
