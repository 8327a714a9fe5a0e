package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/regular"
)

// Analyses are kept analyses of games, one a file: a checksum, and what it is of.
// The methods are safe for concurrent use.
type Analyses struct {
	dir  string
	by   func() string
	log  *slog.Logger
	mu   sync.Mutex // held while files are changed
	most int
	size int64
}

// Analyses returns the store's, made by what by names: the same game's by another
// engine is not found. The latest are kept, so many in so many bytes. One of a usual game
// takes some 20 KiB, one of the longest possible less than 1 MiB.
func (s *Store) Analyses(by func() string, most int, size int64) *Analyses {
	return &Analyses{dir: filepath.Join(s.path, "analyses"), by: by, log: s.journal.log, most: most, size: size}
}

// path is where the analysis of a record is.
func (a *Analyses) path(record []byte) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%x", a.by(), sha256.Sum256(record)))
	return filepath.Join(a.dir, fmt.Sprintf("%x.json", sum[:16]))
}

// Find returns the analysis of the game in an SGF file, nil if there is none. One
// that is damaged is set aside and logged.
func (a *Analyses) Find(record []byte) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	path := a.path(record)
	data, err := regular.Read(path, a.size)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		sum, text, ok := bytes.Cut(data, newline)
		if ok && string(sum) == fmt.Sprintf("%08x", checksum(text)) {
			return text
		}
		err = errors.New("its checksum does not agree with its text")
	}
	side := strings.TrimSuffix(path, ".json") + ".damaged"
	err = errors.Join(err, os.Rename(path, side))
	a.log.Warn("A kept analysis cannot be used; it was set aside, and the game can be analysed again.", "set_aside", side, "err", err)
	return nil
}

// Keep keeps the analysis of the game in an SGF file, whole or not at all, and
// removes the oldest ones there is no room for.
func (a *Analyses) Keep(record, analysis []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := os.MkdirAll(a.dir, 0o750); err != nil {
		return err
	}
	text := slices.Concat(fmt.Appendf(nil, "%08x\n", checksum(analysis)), analysis)
	if int64(len(text)) > a.size {
		return fmt.Errorf("it takes %d bytes, and there is room for %d", len(text), a.size)
	}
	path := a.path(record)
	if err := renameio.WriteFile(path, text, 0o640, renameio.WithTempDir(a.dir)); err != nil {
		return err
	}
	return errors.Join(a.prune(filepath.Base(path)), regular.SyncDir(a.dir))
}

// prune removes what there is no room for: what a killed process had begun and what
// is damaged first, then the oldest, but never the one of that name.
func (a *Analyses) prune(spare string) error {
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Name() != spare {
			files = append(files, info)
		}
	}
	// What cannot be used goes first.
	good := func(f fs.FileInfo) int {
		if strings.HasPrefix(f.Name(), ".") || filepath.Ext(f.Name()) != ".json" {
			return 0
		}
		return 1
	}
	slices.SortFunc(files, func(f, g fs.FileInfo) int {
		return cmp.Or(cmp.Compare(good(g), good(f)), g.ModTime().Compare(f.ModTime()))
	})
	info, err := os.Stat(filepath.Join(a.dir, spare))
	if err != nil {
		return err
	}
	room, left := a.size-info.Size(), a.most-1
	for _, f := range files {
		room -= f.Size()
		left--
		if room < 0 || left < 0 {
			err = errors.Join(err, os.RemoveAll(filepath.Join(a.dir, f.Name())))
		}
	}
	return err
}
