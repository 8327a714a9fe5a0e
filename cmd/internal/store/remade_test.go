package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stonehand/cmd/internal/api"
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

// passable returns a folder that is not there yet, at a place where others may look for it.
func passable(t *testing.T) string {
	t.Helper()
	parent := t.TempDir()
	if err := errors.Join(os.Chmod(parent, 0o755), os.Chmod(filepath.Dir(parent), 0o755)); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(parent, "data")
}

// refused appends an entry without rights, which must fail because of them.
func refused(t *testing.T, s *Store, n uint64) {
	t.Helper()
	withoutRights(t, func() {
		for range 2 {
			if err := s.Append(entry(n)); !errors.Is(err, fs.ErrPermission) {
				t.Errorf("entry %d: %v", n, err)
			}
		}
		if s.Remade() {
			t.Error("it says that it was made again")
		}
	})
}

// A folder that takes nothing yet when it comes is tried again.
func TestFolderThatComesReadOnly(t *testing.T) {
	dir := passable(t)
	if err := os.WriteFile(dir, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, dir)
	held := written(t, 5)
	if err := errors.Join(os.Remove(dir), os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "journal"), held, 0o644), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	refused(t, s, 1)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	takesTheGame(t, s, dir, held)
}

// takesTheGame has a game saved in a folder that can be used now, and held, its old journal,
// set aside.
func takesTheGame(t *testing.T, s *Store, dir string, held []byte) {
	t.Helper()
	fill(t, s, 1, 7)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(1, 7))
	if !bytes.Equal(asideOf(t, dir), held) {
		t.Errorf("set aside: %q", asideOf(t, dir))
	}
}

// A folder in the place of another that takes nothing yet gets the whole present game
// when it does. If the first one comes back, the game goes on there.
func TestReadOnlyFolderInPlaceOfAnother(t *testing.T) {
	for name, tt := range map[string]struct {
		then  func(dir string) error
		first uint64
	}{
		"writable later": {func(dir string) error { return os.Chmod(dir, 0o755) }, 21}, // 21 begins the present game
		"back again":     {func(dir string) error { return errors.Join(os.Remove(dir), os.Rename(dir+".away", dir)) }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := passable(t)
			s := mustOpen(t, dir)
			fill(t, s, 1, 25)
			if err := errors.Join(os.Rename(dir, dir+".away"), os.Mkdir(dir, 0o555)); err != nil {
				t.Fatal(err)
			}
			refused(t, s, 26)
			if err := tt.then(dir); err != nil {
				t.Fatal(err)
			}
			fill(t, s, 26, 27)
			if again := tt.first > 1; s.Remade() != again {
				t.Errorf("that it was made again is to be %v", again)
			}
			if _, err := Open(dir, quiet); !errors.Is(err, ErrInUse) {
				t.Errorf("it can be opened a second time: %v", err)
			}
			s.Close()
			s = mustOpen(t, dir)
			same(t, s.Entries, entries(tt.first, 27))
			if len(s.Warnings) != 0 {
				t.Error(s.Warnings)
			}
		})
	}
}

// A folder that another Stonehand uses is left to it.
func TestFolderOfAnotherInPlace(t *testing.T) {
	parent := t.TempDir()
	dir, theirs := filepath.Join(parent, "data"), filepath.Join(parent, "theirs")
	s, other := mustOpen(t, dir), mustOpen(t, theirs)
	fill(t, s, 1, 25)
	fill(t, other, 1, 3)
	want, err := os.ReadFile(filepath.Join(theirs, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Rename(dir, dir+".away"), os.Rename(theirs, dir)); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(entry(26)); !errors.Is(err, ErrInUse) {
		t.Errorf("%v", err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "journal")); err != nil || !bytes.Equal(data, want) {
		t.Errorf("%q, %v", data, err)
	}
	other.Close()
	fill(t, s, 26, 27)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(21, 27))
}

// A folder that is deleted before anything was saved in it has lost nothing.
func TestFolderThatIsDeletedEmpty(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := mustOpen(t, dir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if !s.Remade() {
		t.Error("it was not made again")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s = mustOpen(t, dir); s.Loss != api.LossNone || len(s.Warnings) > 0 {
		t.Errorf("loss %v, %q", s.Loss, s.Warnings)
	}
}
