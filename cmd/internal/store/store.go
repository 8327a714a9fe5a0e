// Package store keeps games: the journal, from which a table that was
// interrupted goes on, and the archive of finished games as SGF.
//
// A store is a directory:
//
//	journal             what happened, one line an entry: checksum and JSON
//	journal.previous    the journal before it was last begun afresh
//	journal.torn.N      a last line that a power cut had left unfinished
//	journal.damaged.N   a journal that was damaged, as it was found
//	games/*.sgf         finished games
//
// Damage never keeps the store from opening: what can be read is used, what
// cannot is set aside, and [Store.Warnings] says so.
package store

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"stonehand/cmd/internal/table"
)

// Store is an open directory of games. Its methods are safe for concurrent use.
type Store struct {
	// Entries is what the journal held when it was opened, oldest first. The
	// numbers have no gaps, but the first need not be 1.
	Entries []table.Entry
	// Warnings says, in sentences for people, what was found wrong and what
	// was done about it.
	Warnings []string

	dir     *os.File // holds the lock
	journal *journal
	archive *archive
}

var (
	_ table.Journal = (*Store)(nil)
	_ table.Archive = (*Store)(nil)
)

// ErrInUse is returned by Open when another process has the directory.
var ErrInUse = errors.New("another Stonehand is using it; stop that one first, or set store.dir to another directory")

// Open opens the store in dir, which is made if it does not exist. The
// directory is locked until Close, or until the process ends. It fails only if
// the directory cannot be made or read, or if another process has it
// ([ErrInUse]).
func Open(dir string, log *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("the store %s cannot be made: %w", dir, err)
	}
	// The lock is on the directory itself: that works on a disk that has
	// turned read-only, and leaves no file behind.
	d, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("the store %s cannot be opened: %w", dir, err)
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		d.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = ErrInUse
		}
		return nil, fmt.Errorf("the store %s cannot be locked: %w", dir, err)
	}
	sweep(dir, func(name string) bool { return strings.HasPrefix(name, "journal") })
	j, entries, warnings, err := openJournal(dir, log)
	if err != nil {
		d.Close()
		return nil, err
	}
	return &Store{Entries: entries, Warnings: warnings, dir: d, journal: j, archive: newArchive(filepath.Join(dir, "games"), log)}, nil
}

// Append writes an entry to the journal and returns when it would survive a
// power cut. Entries are numbered without gaps. After an error the journal holds
// nothing of the entry, and the next call tries afresh; only if the process ends
// before the file could be cut back may the entry be found in it later. The
// first Append after Open may go back in the numbers, when the table could not
// follow the journal to its end: the journal as it was is set aside then.
func (s *Store) Append(e table.Entry) error { return s.journal.Append(e) }

// Keep writes a finished game to the archive; one of the same id is replaced.
// When it returns nil, the game would survive a power cut. Nothing is written
// when the archive holds the same already.
func (s *Store) Keep(f table.Finished) error { return s.archive.Keep(f) }

// List returns all finished games, the latest first. The caller must not change
// the slice. Each file is read once. A file that cannot be read as SGF is left
// out and logged.
func (s *Store) List() ([]Game, error) { return s.archive.List() }

// SGF returns a finished game as a file; an id that is not known is
// [fs.ErrNotExist].
func (s *Store) SGF(id string) ([]byte, error) { return s.archive.SGF(id) }

// Close ends the use of the store and unlocks its directory.
func (s *Store) Close() error {
	return errors.Join(s.journal.close(), s.dir.Close())
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
		return "", fmt.Errorf("there is no place for games by default (%w); set store.dir", err)
	}
	return filepath.Join(home, ".local", "share", "stonehand"), nil
}
