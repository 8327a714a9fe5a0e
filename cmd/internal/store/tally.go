package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/wallclock"
)

// mostTally is how long the file of counts grows. A line has some 120 bytes, and an hour
// of an exhibit some ten of them once they are added up: that is four years of 2500 hours.
const mostTally = 12 << 20

// Tally counts what happens at an exhibit, in a file of lines to which it appends; when
// that is long, lines of the same hour and kind become one, and the oldest are given up.
// The methods are safe for concurrent use.
type Tally struct {
	path string
	log  *slog.Logger
	mu   sync.Mutex // held while the file is changed
	most int64
}

var _ api.Tally = (*Tally)(nil)

// Tally returns the store's counts.
func (s *Store) Tally() *Tally {
	return &Tally{path: filepath.Join(s.path, "visits.jsonl"), log: s.journal.log, most: mostTally}
}

// Add implements [api.Tally].
func (t *Tally) Add(c api.Count) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	line, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("counting visitors: %w", err)
	}
	info, err := os.Lstat(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("counting visitors: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("counting visitors: %s is not a file", t.path)
	case info.Size()+int64(len(line)) >= t.most:
		if err := t.shorten(); err != nil {
			return fmt.Errorf("counting visitors: %w", err)
		}
	}
	f, err := os.OpenFile(t.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o640)
	if err != nil {
		return fmt.Errorf("counting visitors: %w", err)
	}
	// The line begins with its end of line, so that one that a power cut left unfinished
	// costs no other.
	_, err = f.Write(append([]byte("\n"), line...))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("counting visitors: %w", err)
	}
	return nil
}

// Counts returns what was counted, added up, the earliest hour first.
func (t *Tally) Counts() ([]api.Count, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	list, err := t.read()
	if err != nil {
		return nil, fmt.Errorf("reading the counts of visitors: %w", err)
	}
	return list, nil
}

// read reads the file and adds up what is of the same kind; t.mu is held.
func (t *Tally) read() ([]api.Count, error) {
	data, err := regular.Read(t.path, t.most+1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sums := map[api.Count]api.Count{}
	damaged := 0
	for line := range bytes.SplitSeq(data, newline) {
		var c api.Count
		if len(line) == 0 {
			continue
		}
		if json.Unmarshal(line, &c) != nil || c.Count < 1 {
			damaged++
			continue
		}
		c.Hour = c.Hour.UTC()
		key := c
		key.Count, key.Turns, key.Time = 0, 0, 0
		sum := sums[key]
		c.Count, c.Turns, c.Time = c.Count+sum.Count, c.Turns+sum.Turns, c.Time+sum.Time
		sums[key] = c
	}
	if damaged > 0 {
		t.log.Warn("Lines of the counts of visitors cannot be read and are left out.", "file", t.path, "lines", damaged)
	}
	list := make([]api.Count, 0, len(sums))
	zone := wallclock.Zone()
	for _, c := range sums {
		c.Hour = c.Hour.In(zone)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b api.Count) int {
		return cmp.Or(a.Hour.Compare(b.Hour), cmp.Compare(b.What, a.What), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Level, b.Level), cmp.Compare(a.Result, b.Result))
	})
	return list, nil
}

// shorten writes the file again, added up, and without the oldest lines if it would
// still be more than half full; t.mu is held.
func (t *Tally) shorten() error {
	list, err := t.read()
	if err != nil {
		return err
	}
	var lines [][]byte
	size := int64(0)
	for _, c := range slices.Backward(list) {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if size += int64(len(line)) + 1; size > t.most/2 {
			break
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	return renameio.WriteFile(t.path, append([]byte("\n"), bytes.Join(lines, newline)...), 0o640)
}
