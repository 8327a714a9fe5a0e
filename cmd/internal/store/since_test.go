package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// since reads all that follows a place and checks that it is the entries first to last.
func since(t *testing.T, s *Store, after api.Place, first, last uint64, known bool) (at api.Place) {
	t.Helper()
	at = after
	got := []api.Kept{}
	for {
		lines, ok, err := s.Since(at, 7)
		if err != nil || ok != known {
			t.Fatalf("after %v: known %v, %v", at, ok, err)
		}
		if len(lines) == 0 {
			break
		}
		got, at, known = append(got, lines...), lines[len(lines)-1].Place, true
	}
	for i, k := range got {
		if k.Seq != first+uint64(i) {
			t.Fatalf("entry %d at place %d after %v", k.Seq, i, after)
		}
	}
	if uint64(len(got)) != last+1-first {
		t.Fatalf("%d entries after %v; want %d to %d", len(got), after, first, last)
	}
	return at
}

func TestSince(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	s.journal.rotate = 500
	s.Retain(1 << 20)
	since(t, s, api.Place{}, 1, 0, true)
	fill(t, s, 1, 10)
	at := since(t, s, api.Place{}, 1, 10, true)
	fill(t, s, 11, 200) // begun afresh nine times
	end := since(t, s, at, 11, 200, true)
	s.Close()
	s = mustOpen(t, dir)
	since(t, s, at, 11, 200, true)
	since(t, s, end, 201, 200, true)
	if err := s.Forget(end.Seq); err != nil {
		t.Fatal(err)
	}
	if n := len(glob(t, dir, "journal.passed.*")); n != 0 {
		t.Errorf("%d journals are kept that nobody needs", n)
	}
	since(t, s, end, 201, 200, true)
	// A place that is none of this journal's: all is told again from the oldest on.
	lines, known, err := s.Since(api.Place{Seq: end.Seq, Sum: end.Sum + 1}, 1)
	if err != nil || known || len(lines) != 1 || lines[0].Seq > end.Seq {
		t.Errorf("%v, %v, %v", lines, known, err)
	}
	if _, known, _ := s.Since(api.Place{Seq: end.Seq + 100}, 1); known {
		t.Error("a place beyond the end is known")
	}
}

func TestRetainIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	s.journal.rotate = 500
	s.Retain(10_000)
	fill(t, s, 1, 1000)
	total := int64(0)
	for _, path := range glob(t, dir, "journal.passed.*") {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > 10_000 || total < 5_000 {
		t.Errorf("%d bytes are kept", total)
	}
	lines, known, err := s.Since(api.Place{Seq: 1}, 1000)
	if err != nil || !known || len(lines) == 0 || lines[0].Seq < 800 || lines[len(lines)-1].Seq != 1000 {
		t.Errorf("%d entries, %v, %v", len(lines), known, err)
	}
}

// Damage in a kept journal costs what it hits.
func TestSinceOfADamagedJournal(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	fill(t, s, 1, 19)
	path := filepath.Join(dir, "journal")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o640); err != nil {
		t.Fatal(err)
	}
	lines, known, err := s.Since(api.Place{}, 100)
	if err != nil || !known || len(lines) != 18 {
		t.Errorf("%d entries, %v, %v", len(lines), known, err)
	}
}

// A file system that counts seconds gives a change the time of the one before.
func TestTwoChangesOfOneTime(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	if err := s.Keep(finished("mine", 1)); err != nil {
		t.Fatal(err)
	}
	dir := s.archive.dir
	var since time.Time
	for n := range 3 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("g", n, ".sgf")), []byte("(;FF[4]GM[511];B[j10];W[k11i9])"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Truncate(time.Second)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
		if games := list(t, s); len(games) != n+2 {
			t.Errorf("%d games are listed of %d", len(games), n+2)
		}
		files, changed, err := s.Files(since)
		if err != nil || len(files) != n+2 {
			t.Errorf("%d files of %d, %v", len(files), n+2, err)
		}
		since = changed
	}
}

func TestFilesOfTheArchive(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	if list, _, err := s.Files(time.Time{}); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	f := finished("20260301-120000-1", 1)
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	list, at, err := s.Files(time.Time{})
	if err != nil || len(list) != 1 || list[0].ID != f.ID {
		t.Fatalf("%v, %v", list, err)
	}
	before := time.Now().Add(-time.Minute)
	if err := os.Chtimes(s.archive.dir, before, before); err != nil {
		t.Fatal(err)
	}
	if _, at, err = s.Files(at); err != nil || at.IsZero() {
		t.Errorf("%v, %v", at, err)
	}
	if list, _, err := s.Files(at); err != nil || list != nil {
		t.Errorf("nothing has changed: %v, %v", list, err)
	}
	g, text, err := s.Game(f.ID)
	if err != nil || g.ID != f.ID || int64(len(text)) != list[0].Size {
		t.Errorf("%+v, %d bytes, %v", g, len(text), err)
	}
	if _, _, err := s.Game("20260301-120000-2"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
