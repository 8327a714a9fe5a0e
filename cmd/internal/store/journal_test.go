package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		child()
		return
	}
	goleak.VerifyTestMain(m)
}

var quiet = slog.New(slog.DiscardHandler)

// entry returns a plausible entry; the first and every 20th begin a game.
func entry(seq uint64) api.Entry {
	e := api.Entry{Seq: seq, At: time.Date(2026, 3, 1, 12, 0, int(seq), 0, time.UTC)}
	if seq%20 == 1 {
		e.Kind, e.Game, e.ID, e.Human, e.Level, e.Time = api.KindNewGame, "connect6", fmt.Sprintf("g%d", seq), []board.Color{board.Black}, 5, 5000
		return e
	}
	e.Kind, e.Color, e.Turn = api.KindTurn, board.White, apitest.Points("K10", "K11")
	return e
}

func entries(first, last uint64) []api.Entry {
	var all []api.Entry
	for seq := first; seq <= last; seq++ {
		all = append(all, entry(seq))
	}
	return all
}

func mustOpen(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fill(t *testing.T, s *Store, first, last uint64) {
	t.Helper()
	for _, e := range entries(first, last) {
		if err := s.Append(e); err != nil {
			t.Fatal(err)
		}
	}
}

// written returns the bytes of a journal of n entries.
func written(t testing.TB, n uint64) []byte {
	var data []byte
	for _, e := range entries(1, n) {
		line, err := encode(e)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, line...)
	}
	return data
}

// with makes a store's directory whose journal holds data.
func with(t *testing.T, data []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "journal"), data, 0o640); err != nil {
		t.Fatal(err)
	}
	return dir
}

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func same(t *testing.T, got, want []api.Entry) {
	t.Helper()
	if d := gocmp.Diff(want, got); d != "" {
		t.Fatal(d)
	}
}

func TestWhatIsAppendedIsReadBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "as", "needed")
	s := mustOpen(t, dir)
	if len(s.Entries) != 0 || len(s.Warnings) != 0 {
		t.Fatalf("a new store holds %v, %q", s.Entries, s.Warnings)
	}
	fill(t, s, 1, 30)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(entry(31)); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	s = mustOpen(t, dir)
	same(t, s.Entries, entries(1, 30))
	if len(s.Warnings) != 0 {
		t.Error(s.Warnings)
	}
	fill(t, s, 31, 35)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(1, 35))
}

func TestLineIsReadableByAPerson(t *testing.T) {
	line, err := encode(entry(2))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"seq":2,"at":"2026-03-01T12:00:02Z","kind":"turn","color":"white","turn":["K10","K11"]}` + "\n"
	if got := string(line[9:]); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestNumbersHaveNoGaps(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	fill(t, s, 7, 8) // the first may be any
	for _, seq := range []uint64{8, 10, 1, 0} {
		if err := s.Append(entry(seq)); err == nil || !strings.Contains(err.Error(), "entry 9 is due") {
			t.Errorf("entry %d after 8: %v", seq, err)
		}
	}
	fill(t, s, 9, 9)
}

// TestTableThatCannotFollow goes back in the numbers, once.
func TestTableThatCannotFollow(t *testing.T) {
	dir := with(t, written(t, 6))
	s := mustOpen(t, dir)
	fill(t, s, 4, 5)
	if err := s.Append(entry(4)); err == nil {
		t.Error("it went back a second time")
	}
	s.Close()
	if kept, err := os.ReadFile(filepath.Join(dir, "journal.damaged.1")); err != nil || !bytes.Equal(kept, written(t, 6)) {
		t.Errorf("set aside: %q, %v", kept, err)
	}
	s = mustOpen(t, dir)
	same(t, s.Entries, entries(1, 5))
	fill(t, s, 1, 1)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(1, 1))
}

func TestTwoOpeners(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if _, err := Open(dir, quiet); !errors.Is(err, ErrInUse) {
		t.Fatalf("the second opener got %v", err)
	}
	s.Close()
	mustOpen(t, dir)
}

func lineEnds(data []byte) []int {
	var ends []int
	for i, c := range data {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// TestNothingIsOverwritten damages the same journal again and again.
func TestNothingIsOverwritten(t *testing.T) {
	dir := with(t, append(written(t, 2), "torn"...))
	for i := range 3 {
		s := mustOpen(t, dir)
		same(t, s.Entries, entries(1, 2))
		s.Close()
		if n := len(glob(t, dir, "journal.torn.*")); n != i+1 {
			t.Fatalf("%d files set aside after %d times", n, i+1)
		}
		if err := os.WriteFile(filepath.Join(dir, "journal"), append(written(t, 2), "torn"...), 0o640); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRotation(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	s.journal.rotate = 500
	fill(t, s, 1, 20)
	before, err := os.ReadFile(filepath.Join(dir, "journal"))
	if err != nil || len(before) < 500 {
		t.Fatalf("%d bytes, %v", len(before), err)
	}
	fill(t, s, 21, 25) // 21 begins a game
	s.Close()
	if previous, err := os.ReadFile(filepath.Join(dir, "journal.previous")); err != nil || !bytes.Equal(previous, before) {
		t.Fatalf("the journal before: %q, %v", previous, err)
	}
	s = mustOpen(t, dir)
	same(t, s.Entries, entries(21, 25))
	s.journal.rotate = 100
	fill(t, s, 26, 45)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(41, 45))
}

func TestRotationThatFails(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	s.journal.rotate = 500
	// A directory in the way cannot be removed while it is not empty.
	if err := os.MkdirAll(filepath.Join(dir, "journal.previous", "x"), 0o750); err != nil {
		t.Fatal(err)
	}
	fill(t, s, 1, 45)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(1, 45))
}

func TestJournalChangedByAnother(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(path string) error
		aside  int
	}{
		{"deleted", os.Remove, 0},
		{"emptied", func(path string) error { return os.Truncate(path, 0) }, 1},
		{"replaced", func(path string) error {
			if err := os.WriteFile(path+"2", []byte("hello\n"), 0o640); err != nil {
				return err
			}
			return os.Rename(path+"2", path)
		}, 1},
		{"appended to", func(path string) error {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteString("hello\n")
			return err
		}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			s := mustOpen(t, dir)
			fill(t, s, 1, 25)
			if err := tt.change(filepath.Join(dir, "journal")); err != nil {
				t.Fatal(err)
			}
			fill(t, s, 26, 27)
			s.Close()
			same(t, mustOpen(t, dir).Entries, entries(21, 27)) // 21 begins the present game
			if n := len(glob(t, dir, "journal.damaged.*")); n != tt.aside {
				t.Errorf("%d files set aside, not %d", n, tt.aside)
			}
		})
	}
}

func TestLeftoversOfAKilledProcessAreSwept(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".journal8123", ".hidden", "journal.torn.1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	mustOpen(t, dir)
	if got := glob(t, dir, ".*"); len(got) != 1 || filepath.Base(got[0]) != ".hidden" {
		t.Errorf("left: %v", got)
	}
}

func FuzzJournal(f *testing.F) {
	data := written(f, 5)
	f.Add(data)
	f.Add(data[:len(data)-7])
	f.Add([]byte("00000000 {}\n"))
	f.Add(append(bytes.Clone(data), data...))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := read(data)
		if s.good > len(data) || s.fault == "" && s.good != len(data) || s.torn && s.fault == "" {
			t.Fatalf("%d of %d bytes are good, fault %q", s.good, len(data), s.fault)
		}
		if !slices.IsSortedFunc(s.lines, func(a, b line) int { return cmp.Compare(a.Seq, b.Seq) }) {
			t.Fatal("the lines are not in order")
		}
		// What is kept reads the same, and without a fault.
		kept, _ := chain(s.lines)
		again := read(bytesOf(kept))
		if !again.clean() || len(again.lines) != len(kept) {
			t.Fatalf("what is kept has a fault: %q", again.fault)
		}
		for i, l := range kept {
			if d := gocmp.Diff(l.Entry, again.lines[i].Entry); d != "" {
				t.Fatal(d)
			}
		}
		for _, l := range s.lines {
			line, err := encode(l.Entry)
			if err != nil {
				continue // a date that JSON reads and does not write
			}
			got, err := decode(bytes.TrimSuffix(line, []byte("\n")))
			if err != nil {
				t.Fatal(err)
			}
			if d := gocmp.Diff(l.Entry, got); d != "" {
				t.Fatal(d)
			}
		}
	})
}

// BenchmarkAppend measures how long it takes until an entry would survive a
// power cut, on the disk of the temporary directory.
func BenchmarkAppend(b *testing.B) {
	dir := b.TempDir()
	s := mustOpen(b, dir)
	seq := uint64(0)
	for b.Loop() {
		seq++
		if err := s.Append(entry(seq)); err != nil {
			b.Fatal(err)
		}
	}
}
