package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
)

// passedName begins the names of journals that were begun afresh and are kept for a
// reader: the number of their last entry follows, in twenty digits.
const passedName = "journal.passed."

// Retain keeps journals that are begun afresh from now on, for [Store.Since], until
// [Store.Forget] gives them up or they are more than most bytes together: then the
// oldest goes. They are the old files under another name, so nothing is written twice.
func (s *Store) Retain(most int64) {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	s.journal.retain = most
}

// Forget deletes kept journals whose entries all have numbers up to seq.
func (s *Store) Forget(seq uint64) error {
	var errs []error
	for _, p := range s.journal.passed() {
		if p.last <= seq {
			errs = append(errs, os.Remove(p.path))
		}
	}
	return errors.Join(errs...)
}

// Since returns up to most entries that follow a place in the journal, oldest first;
// after the zero place all that there are. It reads only what [Store.Append] has told to
// be safe, and never makes an Append wait. known is false when the place is not in the
// journal as it is now, although the journal reaches back to it: the entries were
// written again, and the first of lines is the oldest there is. Where kept journals were
// given up, the first line has a number beyond the next.
func (s *Store) Since(after api.Place, most int) (lines []api.Kept, known bool, err error) {
	j := s.journal
	// The newest file is read first: one that is begun afresh meanwhile shows up among
	// the older ones.
	safe := j.safe.Load()
	all, err := linesOf(j.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, true, err
	}
	if len(all) == 0 || all[0].Seq > after.Seq {
		older := []string{}
		for _, p := range j.passed() {
			if p.last >= after.Seq {
				older = append(older, p.path)
			}
		}
		for _, path := range append(older, j.path+".previous") {
			found, err := linesOf(path)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, true, err
			}
			all = append(all, found...)
		}
		slices.SortStableFunc(all, func(a, b api.Kept) int { return cmp.Compare(a.Seq, b.Seq) })
		all = slices.CompactFunc(all, func(a, b api.Kept) bool { return a.Seq == b.Seq })
	}
	known = after.Seq == 0 || len(all) == 0 || all[0].Seq > after.Seq
	if !known {
		i, found := slices.BinarySearchFunc(all, after.Seq, func(k api.Kept, seq uint64) int { return cmp.Compare(k.Seq, seq) })
		if known = found && all[i].Sum == after.Sum; known {
			all = all[i+1:]
		}
	}
	for _, k := range all {
		if k.Seq > safe || len(lines) == most {
			break
		}
		lines = append(lines, k)
	}
	return lines, known, nil
}

// linesOf reads the lines of a journal without their meaning, each number once; what is
// damaged is left out. It wraps [fs.ErrNotExist] if there is no such file.
func linesOf(path string) ([]api.Kept, error) {
	data, err := regular.Read(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be read: %w", err)
	}
	var all []api.Kept
	for raw := range bytes.SplitSeq(data, newline) {
		sum, text, _ := bytes.Cut(raw, []byte(" "))
		want, err := strconv.ParseUint(string(sum), 16, 32)
		if err != nil || checksum(text) != uint32(want) {
			continue
		}
		number, _, ok := bytes.Cut(bytes.TrimPrefix(text, opening[1:]), []byte(","))
		seq, err := strconv.ParseUint(string(number), 10, 64)
		if !ok || err != nil || len(all) > 0 && all[len(all)-1].Seq == seq {
			continue
		}
		all = append(all, api.Kept{Place: api.Place{Seq: seq, Sum: uint32(want)}, Text: text})
	}
	return all, nil
}

// passed is a journal that was begun afresh.
type passed struct {
	path string
	last uint64 // the number of its last entry
	size int64
}

// passed lists the journals that are kept, oldest first.
func (j *journal) passed() (list []passed) {
	entries, _ := os.ReadDir(j.dir)
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), passedName)
		last, err := strconv.ParseUint(digits, 10, 64)
		info, gone := e.Info()
		if ok && err == nil && gone == nil {
			list = append(list, passed{filepath.Join(j.dir, e.Name()), last, info.Size()})
		}
	}
	return list
}

// keepPassed keeps the journal that has become previous for a reader.
func (j *journal) keepPassed(previous string) {
	if j.retain <= 0 {
		return
	}
	path := filepath.Join(j.dir, fmt.Sprintf("%s%020d", passedName, j.last))
	if err := copyFile(previous, path); err != nil && !errors.Is(err, fs.ErrExist) {
		j.log.Warn("A journal could not be kept for the fleet; its turns may not reach the hall one by one.", "err", err)
	}
	list, total := j.passed(), int64(0)
	for _, p := range list {
		total += p.size
	}
	for ; total > j.retain; list = list[1:] {
		j.log.Warn("The backlog for the fleet is full; its oldest turns are given up. Finished games stay.", "file", list[0].path)
		if os.Remove(list[0].path) != nil {
			return
		}
		total -= list[0].size
	}
}

// Files lists the archive's files, in any order, and says when the folder last changed,
// zero if that was just now; nil if it has not changed since.
func (s *Store) Files(since time.Time) (list []api.GameFile, changed time.Time, err error) {
	info, err := os.Stat(s.archive.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, since, nil
	}
	if err != nil || info.ModTime().Equal(since) {
		return nil, since, err
	}
	entries, err := os.ReadDir(s.archive.dir)
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".sgf")
		if f, gone := e.Info(); ok && gone == nil && f.Mode().IsRegular() {
			list = append(list, api.GameFile{ID: id, Size: f.Size(), Changed: f.ModTime()})
		}
	}
	return list, settled(info), err
}

// coarse is how far apart two changes can be to which a file system gives the same time:
// FAT counts two seconds, most count ticks of the kernel.
const coarse = 2 * time.Second

// settled says when a folder last changed, zero while a change to come could bear that time.
func settled(folder fs.FileInfo) time.Time {
	changed := folder.ModTime()
	if age := time.Since(changed); age > -coarse && age < coarse {
		return time.Time{}
	}
	return changed
}

// Game returns a finished game and its file; an id that is not known is
// [fs.ErrNotExist].
func (s *Store) Game(id string) (api.GameInfo, []byte, error) {
	text, err := s.archive.SGF(id)
	if err != nil {
		return api.GameInfo{}, nil, err
	}
	g, err := s.archive.read(id)
	return g.GameInfo, text, err
}
