package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stonehand/cmd/internal/regular"
)

// A folder that somebody deletes, or puts another in the place of, is made again,
// with the present game whole, and stays this program's.
func TestFolderThatIsDeleted(t *testing.T) {
	for name, take := range map[string]func(dir string) error{
		"deleted": os.RemoveAll,
		"moved":   func(dir string) error { return os.Rename(dir, dir+".away") },
		"replaced": func(dir string) error {
			return errors.Join(os.Rename(dir, dir+".away"), os.Mkdir(dir, 0o750), os.WriteFile(filepath.Join(dir, "journal"), written(t, 3), 0o640))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			s := mustOpen(t, dir)
			fill(t, s, 1, 25)
			if s.Remade() {
				t.Error("it says that it was made again")
			}
			if err := take(dir); err != nil {
				t.Fatal(err)
			}
			if !s.Remade() || s.Remade() {
				t.Error("it is not said once that it was made again")
			}
			if _, err := Open(dir, quiet); !errors.Is(err, ErrInUse) {
				t.Errorf("it can be opened a second time: %v", err)
			}
			// Once more, and noticed by the next entry.
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			fill(t, s, 26, 27)
			if err := s.Keep(finished("g", 1)); err != nil {
				t.Error(err)
			}
			if !s.Remade() {
				t.Error("it is not said")
			}
			s.Close()
			s = mustOpen(t, dir)
			same(t, s.Entries, entries(21, 27)) // 21 begins the present game
			if len(s.Warnings) != 0 {
				t.Error(s.Warnings)
			}
		})
	}
}

// What stands in the place of a file and is none is never waited for.
func TestPipeInPlaceOfAFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "games"), 0o750); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"journal", "journal.copy", "calibration.json", "calibration.previous.json", "games/g.sgf"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := mustOpen(t, dir)
	if _, err := s.Calibration(); !errors.Is(err, regular.ErrNotRegular) || !strings.Contains(err.Error(), "calibration.json") {
		t.Errorf("calibration: %v", err)
	}
	if games := list(t, s); len(games) != 0 {
		t.Errorf("games: %v", games)
	}
	if _, err := s.SGF("g"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("game: %v", err)
	}
	fill(t, s, 1, 3)
	if err := s.Keep(finished("g", 1)); err != nil {
		t.Error(err)
	}
}
