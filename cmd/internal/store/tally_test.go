package store

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

func tally(t *testing.T) *Tally {
	return &Tally{path: filepath.Join(t.TempDir(), "visits.jsonl"), log: slog.New(slog.NewTextHandler(t.Output(), nil)), most: mostTally}
}

func add(t *testing.T, c *Tally, hour int, what string) {
	t.Helper()
	if err := c.Add(api.Count{Hour: time.Date(2026, 11, 23, hour, 0, 0, 0, time.Local), What: what, Count: 1, Turns: 10, Time: 60}); err != nil {
		t.Fatal(err)
	}
}

// Counts are added up by hour, survive a restart, and a line that a power cut left
// unfinished costs no other.
func TestTally(t *testing.T) {
	c := tally(t)
	if list, err := c.Counts(); err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	add(t, c, 11, "visit")
	add(t, c, 10, "game")
	f, err := os.OpenFile(c.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\n{\"hour\":\"2026-"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	again := &Tally{path: c.path, log: c.log, most: c.most}
	add(t, again, 10, "game")
	list, err := again.Counts()
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if g := list[0]; g.What != "game" || g.Count != 2 || g.Turns != 20 || g.Time != 120 || g.Hour.Hour() != 10 {
		t.Errorf("%+v", g)
	}
}

// However much is counted, the file keeps its bound, and the latest hours stay.
func TestTallyIsBounded(t *testing.T) {
	c := tally(t)
	c.most = 4096
	for i := range 500 {
		if err := c.Add(api.Count{Hour: time.Unix(int64(i)*3600, 0), What: "visit", Count: 1}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(c.path); err != nil || info.Size() > c.most {
			t.Fatalf("%v bytes, %v", info.Size(), err)
		}
	}
	list, err := c.Counts()
	if err != nil || len(list) < 10 || !list[len(list)-1].Hour.Equal(time.Unix(499*3600, 0)) {
		t.Errorf("%d left, %v", len(list), err)
	}
}

func TestTallyThatIsNoFile(t *testing.T) {
	c := tally(t)
	if err := os.Mkdir(c.path, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := c.Add(api.Count{What: "visit", Count: 1}); err == nil {
		t.Error("a folder is taken for the file")
	}
	if _, err := c.Counts(); err == nil {
		t.Error("a folder is read")
	}
}
