package store

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
)

// rotateBytes is the length at which the journal is begun afresh by the next entry
// that has the whole state: when a game starts, or at a checkpoint within one. That
// is more than a thousand entries. A journal that is not rotated costs
// time at the start; rotating costs writes, which SD cards dislike.
const rotateBytes = 256 << 10

// ErrClosed is returned by an Append after Close.
var ErrClosed = errors.New("the journal is closed")

// file is what the journal needs of an open file.
type file interface {
	io.Writer
	Sync() error
	Truncate(size int64) error
	Stat() (os.FileInfo, error)
	Close() error
}

// journal is an append-only file of entries, one a line, and a copy of it. The
// methods are safe for concurrent use.
type journal struct {
	dir    string
	path   string
	log    *slog.Logger
	rotate int64
	open   func(path string) (file, error)

	mu     sync.Mutex
	enter  func() error // makes sure that the directory can be used; [Store.enter], nil where there is no store
	file   file         // nil when it is to be opened before the next entry
	good   int64        // length in bytes up to the last entry that was told to be safe
	dirty  bool         // there may be more in the file than good
	repair mending      // what must be done before anything else is written; nil if nothing
	last   uint64       // the last entry's number, 0 if there is none
	game   []byte       // the lines from the last whole state on, for a journal that has to be begun again
	fresh  bool         // nothing was appended since the journal was opened
	closed bool
	twin   twin

	retain int64         // how many bytes of journals that were begun afresh are kept; see [Store.Retain]
	safe   atomic.Uint64 // last, for those who do not hold mu
}

func newJournal(dir string, log *slog.Logger) *journal {
	path := filepath.Join(dir, "journal")
	return &journal{dir: dir, path: path, log: log, rotate: rotateBytes, open: openAppend, fresh: true, twin: twin{path: path + ".copy"}}
}

func openAppend(path string) (file, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o640)
}

// note keeps in mind what a line means for the file.
func (j *journal) note(l line) {
	if l.Whole() {
		j.game = j.game[:0]
	}
	j.game = append(j.game, l.text()...)
	j.last = l.Seq
	j.safe.Store(l.Seq)
}

// Append is [Store.Append].
func (j *journal) Append(e api.Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return ErrClosed
	}
	back := j.fresh && e.Seq <= j.last
	if j.last != 0 && e.Seq != j.last+1 && !back && !(e.Whole() && e.Seq > j.last) {
		return fmt.Errorf("entry %d cannot be written to the journal: after entry %d, entry %d is due", e.Seq, j.last, j.last+1)
	}
	raw, err := encode(e)
	if err != nil {
		return err
	}
	l := line{Entry: e, raw: raw}
	err = j.ready()
	if err == nil && back {
		err = j.rewind(e.Seq)
	}
	if err == nil {
		if e.Whole() && j.good > j.rotate {
			err = j.begin(l.text())
		} else {
			err = j.write(l.text())
		}
	}
	if err != nil {
		return fmt.Errorf("the journal in %s cannot be written, and entry %d is not kept: %w", j.dir, e.Seq, err)
	}
	j.note(l)
	j.fresh = false
	return nil
}

// rewind begins the journal again with the entries before seq, because the table
// could not follow it further; all of it is set aside.
func (j *journal) rewind(seq uint64) error {
	s, err := load(j.path)
	if err != nil {
		return err
	}
	side, err := j.keepWhole()
	if err != nil {
		return err
	}
	kept := s.lines
	for n, l := range kept {
		if l.Seq >= seq {
			kept = kept[:n]
			break
		}
	}
	if _, err := j.replace(rewritten(kept)); err != nil {
		return err
	}
	j.last, j.game = 0, nil
	for _, l := range kept {
		j.note(l)
	}
	j.log.Warn("The game goes on from an earlier entry of the journal; the whole journal was set aside.", "last", j.last, "set_aside", side)
	return j.reopen()
}

// write appends one line to the open file and brings it to the disk.
func (j *journal) write(line []byte) error {
	j.dirty = true
	_, err := j.file.Write(line)
	if err == nil {
		err = j.file.Sync()
	}
	if err == nil {
		j.good += int64(len(line))
		j.dirty = false
		j.mirror(line)
		return nil
	}
	// After a failed fsync the kernel may take the lost pages for written:
	// only cutting them off and writing again is safe. If cutting fails too,
	// ready tries it again.
	if j.cut() != nil {
		j.log.Warn("The journal's unfinished line cannot be cut off now; this is tried again before the next entry.")
	}
	j.shut()
	return err
}

// cut takes off whatever the file holds beyond the last good line.
func (j *journal) cut() error {
	if err := j.file.Truncate(j.good); err != nil {
		return err
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	j.dirty = false
	return nil
}

func (j *journal) shut() {
	if j.file != nil {
		j.file.Close()
		j.file = nil
	}
}

// ready brings the file into the state in which a line can be appended.
func (j *journal) ready() error {
	if j.enter != nil {
		if err := j.enter(); err != nil {
			return err
		}
	}
	if j.repair != nil {
		side, err := j.repair()
		if err != nil {
			return err
		}
		j.repair = nil
		j.log.Warn("The journal is mended now.", "set_aside", side)
	}
	if err := j.reopen(); err != nil {
		return err
	}
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Nlink == 0 || info.Size() < j.good {
		return j.again()
	}
	if info.Size() == j.good {
		return nil
	}
	if j.dirty {
		return j.cut()
	}
	return j.again()
}

func (j *journal) reopen() error {
	if j.file != nil {
		return nil
	}
	f, err := j.open(j.path)
	if err != nil {
		return err
	}
	// A name that is only in memory is lost with the power.
	if err := regular.SyncDir(j.dir); err != nil {
		f.Close()
		return err
	}
	j.file = f
	return nil
}

// again begins the journal again with the present game, after somebody else has
// deleted or changed the file.
func (j *journal) again() error {
	j.shut()
	side, err := j.keepWhole()
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := j.replace(j.game); err != nil {
		return err
	}
	j.log.Warn("The journal was changed or deleted by another program; it was begun again with the present game.", "set_aside", side)
	return j.reopen()
}

// look enters a directory that has been remade. What fails is tried again, and the next
// Append says why.
func (j *journal) look() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.closed {
		_ = j.enter()
	}
}

// move begins the journal again with the present game in a directory that it has not been
// in, and sets aside what is in its place there.
func (j *journal) move() error {
	for _, path := range []string{j.path, j.twin.path} {
		side, err := aside(path+".damaged", func(to string) error { return move(path, to) })
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return err
		default:
			j.log.Warn("The store can be used now. The journal in it was set aside, because another game is being played.", "set_aside", side)
		}
	}
	if _, err := j.replace(j.game); err != nil {
		return err
	}
	j.repair = nil
	return nil
}

// begin makes a new journal that holds only an entry with the whole state; the
// old one stays beside it until the next time. Where that cannot be done, the
// line is appended to the old one.
func (j *journal) begin(line []byte) error {
	previous := j.path + ".previous"
	err := os.Remove(previous)
	if err == nil || errors.Is(err, os.ErrNotExist) {
		err = copyFile(j.path, previous)
	}
	renamed := false
	if err == nil {
		j.keepPassed(previous)
		renamed, err = j.replace(line)
	}
	if err == nil {
		return nil
	}
	if renamed {
		// The line is in the new file, but the new file's name may not
		// last: the entry is refused, so it must not stay.
		j.good, j.dirty = 0, true
		return err
	}
	j.log.Warn("The journal could not be begun afresh and grows on.", "err", err)
	return j.write(line)
}

// replace makes lines, atomically, the whole journal. renamed says whether the
// old file is out of reach, which it may be even after an error.
func (j *journal) replace(lines []byte) (renamed bool, err error) {
	if err := renameio.WriteFile(j.path, lines, 0o640, renameio.WithTempDir(j.dir)); err != nil {
		return false, err
	}
	j.shut()
	j.good, j.dirty = int64(len(lines)), false
	j.twin.same = false // until it is written again
	if err := regular.SyncDir(j.dir); err != nil {
		return true, err
	}
	if len(lines) > 0 { // else the first entry makes the copy: an empty one tells of a loss
		j.mirrorAll(lines)
	}
	return true, nil
}

// close closes the file. Nothing is lost by not calling it.
func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.closed = true
	j.twin.close()
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}
