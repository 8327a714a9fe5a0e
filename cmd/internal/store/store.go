// Package store keeps games: the journal, from which a table that was
// interrupted goes on, and the archive of finished games as SGF.
//
// A store is a directory:
//
//	journal             what happened, one line an entry: checksum and JSON; lines
//	                    that hold a whole state twice
//	journal.copy        the same once more, should the journal be damaged
//	journal.previous    the journal before it was last begun afresh
//	journal.passed.N    journals before that, for as long as a reader needs them
//	journal.torn.N      a last line that a power cut had left unfinished
//	journal.damaged.N   a journal that was damaged, as it was found
//	games/*.sgf         finished games, and those in whose place another began
//	analyses/*.json     analyses of them
//	library/            game records from elsewhere, which package library keeps
//	visits.jsonl        counts of an exhibit's visitors and games
//	calibration.json    what is known of the board's points
//	calibration.previous.json    the same of another board, or what could not be read
//
// Damage never keeps the store from opening: what can be read of the journal and
// its copy is used, what cannot is set aside, and [Store.Warnings] says so. The
// order of entries is that of their numbers; their dates, which a computer
// without a clock of its own gets wrong, mean nothing for it.
package store

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

// chinese has in Chinese why a store cannot be used.
const chinese text.Section = "store"

// Store is an open directory of games. Its methods are safe for concurrent use.
type Store struct {
	// Entries is what the journal held when it was opened, oldest first. The
	// numbers have no gaps, but the first need not be 1.
	Entries []api.Entry
	// Loss says whether something of the present game is lost, and Kept is the
	// file that has what was damaged, "" if there is none.
	Loss api.Loss
	Kept string
	// Warnings says, in sentences for those who look after the machine, what was
	// found wrong and what was done about it.
	Warnings []string

	mu      sync.Mutex
	path    string
	dir     *os.File          // holds the lock; nil while the directory cannot be used; guarded by mu
	secrets map[string][]byte // by name, as they are kept; guarded by mu
	remade  bool              // it was made again, which nobody has asked for yet; guarded by mu
	journal *journal
	*archive
}

var (
	_ api.Journal = (*Store)(nil)
	_ api.Archive = (*Store)(nil)
)

// ErrInUse is returned by Open when another process has the directory.
var ErrInUse error = chinese.Of("another Stonehand is using it; stop that one first, or set store.dir to another directory")

// Open opens the store in dir, which is made if it does not exist. The
// directory is locked until Close, or until the process ends. It fails only if
// another process has the directory ([ErrInUse]). A directory that cannot be
// used is a warning: every Append tries again, and sets aside a journal that it
// finds then.
func Open(dir string, log *slog.Logger) (*Store, error) {
	s := &Store{path: dir, secrets: map[string][]byte{}, journal: newJournal(dir, log), archive: newArchive(filepath.Join(dir, "games"), log)}
	s.journal.enter = s.enter
	d, err := lock(dir, log)
	switch {
	case errors.Is(err, ErrInUse):
		return nil, err
	case err != nil:
		s.Warnings = []string{fmt.Sprintf("%s. Nothing is saved until it can be used.", err)}
		return s, nil
	}
	s.hold(d)
	f := s.journal.recover()
	s.journal.recopy()
	s.Entries, s.Loss, s.Kept, s.Warnings = f.entries, f.loss, f.kept, f.warnings
	return s, nil
}

// Lock keeps dir from every Store, in this process or another, until release is called or
// the process ends: for programs that change what is kept beside the games. As Open, it makes
// the directory, and returns [ErrInUse] if it is in use.
func Lock(dir string, log *slog.Logger) (release func() error, err error) {
	d, err := lock(dir, log)
	if err != nil {
		return nil, err
	}
	return d.Close, nil
}

// lock makes and locks a directory until it is closed.
func lock(path string, log *slog.Logger) (*os.File, error) {
	if err := os.MkdirAll(path, 0o750); err != nil {
		return nil, chinese.Of("the store %s cannot be made: %w", path, err)
	}
	// The lock is on the directory itself: that works on a disk that has
	// turned read-only, and leaves no file behind.
	d, err := os.Open(path)
	if err != nil {
		return nil, chinese.Of("the store %s cannot be opened: %w", path, err)
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			d.Close()
			return nil, chinese.Of("the store %s cannot be locked: %w", path, ErrInUse)
		}
		// Some file systems know no locks. Two programs on one of them would
		// notice that the journal is not what they wrote.
		log.Warn("The store cannot be locked; take care that no other Stonehand uses it.", "dir", path, "err", err)
	}
	return d, nil
}

// enter makes sure that the directory is there and locked: it could not be used when it
// was opened, or somebody has deleted it or put another in its place. What is in it belongs
// to another game than the present one, which the journal has then. After an error nothing
// has changed, so that the next try begins where this one did; the error is a sentence
// without its full stop.
func (s *Store) enter() error {
	s.mu.Lock()
	held := s.dir
	s.mu.Unlock()
	if held != nil && holds(held, s.path) {
		return nil
	}
	d, err := lock(s.path, s.journal.log)
	if err != nil {
		return err
	}
	if err := s.journal.move(); err != nil {
		d.Close() // or the next try would find it locked
		return err
	}
	s.hold(d)
	if held != nil {
		s.journal.log.Warn("The folder was deleted or replaced; it was made again, with the present game. Earlier games are gone unless there is a backup.", "dir", s.path)
	}
	return nil
}

// holds reports whether a locked directory is the one at a path, as far as one can see.
func holds(dir *os.File, path string) bool {
	was, err := dir.Stat()
	is, gone := os.Stat(path)
	return err != nil || gone == nil && os.SameFile(was, is) || gone != nil && !errors.Is(gone, os.ErrNotExist)
}

// Holds reports whether the directory is locked by this store, and was neither deleted nor replaced
// since: what is in it may be changed.
func (s *Store) Holds() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dir != nil && holds(s.dir, s.path)
}

// hold keeps a locked directory, in the place of one that was remade.
func (s *Store) hold(d *os.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir != nil {
		s.dir.Close()
		s.remade = true
	}
	s.dir = d
	sweep(s.path, func(name string) bool {
		return strings.HasPrefix(name, "journal") || strings.HasPrefix(name, calibrationName)
	})
}

// Usable reports whether the directory can be used. One that cannot is tried
// again with every entry.
func (s *Store) Usable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dir != nil
}

// Append writes an entry to the journal and returns when it would survive a
// power cut. Entries are numbered without gaps, except that a game may begin after
// one. After an error the journal holds
// nothing of the entry, and the next call tries afresh; only if the process ends
// before the file could be cut back may the entry be found in it later. The
// first Append after Open may go back in the numbers, when the table could not
// follow the journal to its end: the journal as it was is set aside then.
func (s *Store) Append(e api.Entry) error { return s.journal.Append(e) }

// Remade looks whether somebody has deleted the directory, or put another in its
// place, while it was in use. It is then made and locked again, and the journal in
// it has the present game. It reports whether that was done since it was asked last.
func (s *Store) Remade() bool {
	if s.Usable() {
		s.journal.look()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.remade
	s.remade = false
	return was
}

// Close ends the use of the store and unlocks its directory.
func (s *Store) Close() error {
	err := s.journal.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == nil {
		return err
	}
	return errors.Join(err, s.dir.Close())
}

// DefaultDir returns the directory of a store that nothing was said about: the
// first of $STATE_DIRECTORY, which systemd sets for a service, else stonehand
// in $XDG_DATA_HOME, else ~/.local/share/stonehand.
func DefaultDir() (string, error) {
	if dir, _, _ := strings.Cut(os.Getenv("STATE_DIRECTORY"), ":"); dir != "" {
		return dir, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "stonehand"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", chinese.Of("there is no place for games by default (%w); set store.dir", err)
	}
	return filepath.Join(home, ".local", "share", "stonehand"), nil
}
