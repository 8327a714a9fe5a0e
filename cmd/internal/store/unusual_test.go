package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
)

// What a newer version wrote in a line that is understood survives a rewrite.
func TestUnknownFieldsSurvive(t *testing.T) {
	text := []byte(`{"seq":2,"at":"2026-03-01T12:00:02Z","kind":"pause","mood":"good"}`)
	line := fmt.Appendf(nil, "%08x %s\n", checksum(text), text)
	dir := with(t, slices.Concat(written(t, 1), line, []byte("broken\n")))
	s := mustOpen(t, dir)
	if len(s.Entries) != 2 || s.Entries[1].Kind != api.KindPause {
		t.Fatalf("%+v", s.Entries)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "journal")); err != nil || !bytes.Contains(data, line) {
		t.Errorf("%q, %v", data, err)
	}
}

// A game whose words only a newer version knows is no damage: it stays where it is,
// and the table says who can read it.
func TestWordsOfANewerVersion(t *testing.T) {
	for name, text := range map[string]string{
		"opening": `{"seq":2,"at":"2026-03-01T12:00:02Z","kind":"new-game","game":"gomoku","id":"new","human":["black"],"level":3,"time_ms":1000,"v":9,"opening":"swap9"}`,
		"clock":   `{"seq":2,"at":"2026-03-01T12:00:02Z","kind":"new-game","game":"gomoku","id":"new","human":["green"],"clock":"5m;hourglass","v":9,"left":7}`,
		"kind":    `{"seq":2,"at":"2026-03-01T12:00:02Z","kind":"castle","turn":"J10"}`,
	} {
		t.Run(name, func(t *testing.T) {
			line := fmt.Appendf(nil, "%08x %s\n", checksum([]byte(text)), text)
			dir := with(t, slices.Concat(written(t, 1), line))
			s := mustOpen(t, dir)
			if s.Loss != api.LossNone || len(s.Warnings) != 0 || len(s.Entries) != 2 || s.Entries[1].Seq != 2 {
				t.Fatalf("loss %d, %q, %+v", s.Loss, s.Warnings, s.Entries)
			}
			if now, err := restore(t, s.Entries, 19, 19); err == nil || !strings.Contains(err.Error(), "newer version") || !strings.Contains(now.Fault, "newer version") {
				t.Errorf("%v, %q", err, now.Fault)
			}
			if data, err := os.ReadFile(filepath.Join(dir, "journal")); err != nil || !bytes.Contains(data, line) {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
}

// The numbers alone give the order, whatever the dates say.
func TestDatesMeanNothing(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	var want []api.Entry
	for i, years := range []int{0, -56, 30, -56, 0, 1} {
		e := entry(uint64(i + 1))
		e.At = e.At.AddDate(years, 0, 0)
		want = append(want, e)
		if err := s.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	same(t, mustOpen(t, dir).Entries, want)
}

// A game may begin after a gap: what was before it could not be saved.
func TestGameAfterAGap(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	fill(t, s, 1, 3)
	fill(t, s, 21, 23)
	s.Close()
	if s = reopen(t, dir, "gap"); len(s.Entries) != 6 || len(s.Warnings) != 0 {
		t.Errorf("%d entries, %q", len(s.Entries), s.Warnings)
	}
}

// A file that nobody could have written is read at its end, where the present
// game is.
func TestEnormousJournal(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	data := written(t, 23)
	dir := with(t, slices.Concat(make([]byte, maxFile+1000), []byte("\n"), data))
	s := reopen(t, dir, "enormous")
	same(t, s.Entries, entries(1, 23))
	if s.Loss != api.LossNone || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], fmt.Sprintf("only its last %d are read", maxFile)) {
		t.Errorf("loss %d, %q", s.Loss, s.Warnings)
	}
}

// A journal that belongs to somebody else is moved out of the way, if the folder
// is ours, and the copy serves.
func TestJournalOfSomebodyElse(t *testing.T) {
	dir := both(t, written(t, 5), written(t, 5))
	path := filepath.Join(dir, "journal")
	for name, mode := range map[string]os.FileMode{path: 0, filepath.Join(dir, "journal.copy"): 0o666, dir: 0o777, filepath.Dir(dir): 0o755} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	withoutRights(t, func() {
		s, err := Open(dir, quiet)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		if len(s.Entries) != 5 || s.Loss != api.LossMended || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "permission denied") {
			t.Errorf("%d entries, loss %d, %q", len(s.Entries), s.Loss, s.Warnings)
		}
		if err := s.Append(entry(6)); err != nil {
			t.Error(err)
		}
	})
	if n := len(glob(t, dir, "journal.damaged.*")); n != 1 {
		t.Errorf("%d files are set aside", n)
	}
	same(t, mustOpen(t, dir).Entries, entries(1, 6))
}
