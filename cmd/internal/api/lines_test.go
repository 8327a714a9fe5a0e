package api

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"time"

	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// Every entry that the program of before wrote becomes a line of the record, and the
// same bytes again.
func TestEntriesAreLines(t *testing.T) {
	data, err := os.ReadFile("testdata/v1/entries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	book := []game.Rules{game.Connect6(), game.Freestyle(), game.Standard(), game.Renju()}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Whole() && e.Clock == nil { // left out is "none", which is what is written
			e.Clock = new(clock.Control)
			if line, err = json.Marshal(&e); err != nil {
				t.Fatal(err)
			}
		}
		g := record.New(book, record.Seats{}, clock.Control{})
		if e.Left != nil { // the entry is one of a game with some clock
			g = record.New(book, record.Seats{}, clock.Control{Main: 24 * time.Hour, Increment: time.Second})
			if e.Left.Black.Periods+e.Left.White.Periods > 0 {
				g = record.New(book, record.Seats{}, clock.Control{Main: 24 * time.Hour, Periods: 99, Period: 24 * time.Hour})
			}
		}
		l := e.Line(&g)
		if u, unread := l.Event.(record.Unread); unread {
			t.Errorf("%s: %v", line, u.Err)
			continue
		}
		if told, ok := l.Event.(record.Told); ok {
			l.Left = record.Sides(&told.Game.Clock, l.At)
		}
		if got, err := json.Marshal(EntryOf(l)); err != nil || !bytes.Equal(got, line) {
			t.Errorf("%v\nwas %s\nnow %s", err, line, got)
		}
	}
}

// A checkpoint of before may hold a stone that the rules refuse as a part of the machine's
// turn: it is none, and the machine has its whole turn to choose.
func TestCheckpointKeepsNoRefusedStone(t *testing.T) {
	for placed, want := range map[string]int{`"A1"`: 0, `"H8"`: 1} {
		text := `{"seq":1,"kind":"checkpoint","game":"renju","id":"a","level":5,"time_ms":5000,"opening":"renju","human":["white"],` +
			`"state":{"started":"2026-03-01T12:00:00Z","placed":[` + placed + `]}}`
		var e Entry
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		g := record.New([]game.Rules{game.Renju()}, record.Seats{}, clock.Control{})
		told, ok := e.Line(&g).Event.(record.Told)
		if !ok || len(told.Game.Placed) != want || len(told.Game.Decision) != want {
			t.Errorf("%s: %v, %+v", placed, ok, told.Game)
		}
	}
}
