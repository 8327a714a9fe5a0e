package main_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

// TestClockAcrossPowerCuts kills the daemon at random moments of a game on a
// clock: what it has noted last counts, and the clock stands until somebody is
// there again. Who then lets the time run out has lost, and the record says so.
// That a second is noted at the latest is tested where time is simulated.
func TestClockAcrossPowerCuts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the daemon many times, so -short leaves it out")
	}
	t.Parallel()
	dir := t.TempDir()
	args := []string{"serve", "--data", dir, "--config", daemonConfig(t, strings.Replace(fast, "[game]\n", "[game]\nhuman = \"both\"\nclock = \"10m+5s\"\n", 1))}
	rng := rand.New(rand.NewPCG(1, 5))
	p := startDaemon(t, "stonehand", args...)
	s := p.Until(t, "the first turn", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman })
	if s.Clock.Control.String() != "10m+5s" || s.Clock.Running != board.Empty || s.Clock.Black.LeftMS != 600_000 {
		t.Fatalf("nobody is there, and the clock is %+v", s.Clock)
	}
	if err := p.Put(api.Stone{Point: apitest.At("J10"), Color: board.Black}); err != nil {
		t.Fatal(err)
	}
	p.Until(t, "White's time to run", func(s *api.Snapshot) bool { return s.Clock.Running == board.White && s.Clock.White.LeftMS < 599_900 })
	last := int64(600_000)
	for cut := range 5 {
		p.Until(t, "White's time to be noted", func(*api.Snapshot) bool { return noted(t, dir) < last })
		time.Sleep(time.Duration(rng.IntN(1500)) * time.Millisecond)
		most, asked := noted(t, dir), time.Now()
		before, err := p.State()
		if err != nil {
			t.Fatal(err)
		}
		p.Kill()
		p.Wait()
		took := time.Since(asked)
		kept := noted(t, dir)
		p = startDaemon(t, "stonehand", args...)
		after := p.Until(t, "the game", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman })
		last = after.Clock.White.LeftMS
		if last != kept || last > most || last < before.Clock.White.LeftMS-took.Milliseconds()-1 || after.Clock.Black != before.Clock.Black || after.Clock.Running != board.Empty || after.Level != before.Level || len(after.Moves) != 1 {
			t.Fatalf("cut %d: the clock was %+v, %v before the cut; White's %d ms were noted then, and %d at the cut; it is %+v; level %d, then %d",
				cut, before.Clock, took, most, kept, after.Clock, before.Level, after.Level)
		}
		if _, err := p.Command(map[string]any{"do": "seats", "level": 1 + (after.Level+1)%10}); err != nil {
			t.Fatal(err)
		}
		p.Until(t, "the time to run again", func(s *api.Snapshot) bool { return s.Clock.Running == board.White })
	}
	if _, err := p.Command(map[string]any{"do": "seats", "clock": "1s/turn"}); err != nil {
		t.Fatal(err)
	}
	s = p.Until(t, "White to lose on time", func(s *api.Snapshot) bool { return s.Phase == api.PhaseOver })
	if s.Result != "black" || s.Reason != "time" {
		t.Errorf("%s by %s", s.Result, s.Reason)
	}
	text := string(sgfOf(t, p.tableClient, s.GameID))
	for _, part := range []string{"RE[B+T]", "TM[0]OT[1x1 byo-yomi]", "REASON[time]"} {
		if !strings.Contains(text, part) {
			t.Errorf("the record has no %s:\n%s", part, text)
		}
	}
	p.Stop()
}

// noted returns what White has left, in milliseconds, by the last entry in a
// daemon's journal that says so.
func noted(t *testing.T, dir string) (ms int64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var e api.Entry
		// A line that is being written is no entry yet.
		if _, entry, _ := strings.Cut(line, " "); json.Unmarshal([]byte(entry), &e) == nil && e.Left != nil {
			ms = e.Left.White.Main
		}
	}
	return ms
}

// sgfOf waits for a finished game's file.
func sgfOf(t *testing.T, d tableClient, id string) []byte {
	t.Helper()
	var text []byte
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if text, err = d.Send("GET", "/api/games/"+id+".sgf", nil); err == nil {
			return text
		}
	}
	t.Fatalf("the finished game cannot be fetched: %v", err)
	return nil
}

// TestMachineAgainstMachine lets the machine play itself on a clock, with the
// simulated board's arm and nobody there, until the game is over.
func TestMachineAgainstMachine(t *testing.T) {
	t.Parallel()
	settings := strings.NewReplacer("[sim]\n", "[sim]\nas_real_board = false\n", "[game]\n", "[game]\nhuman = \"none\"\nclock = \"10m+100ms\"\n").Replace(fast)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, settings))
	s := p.Over(t)
	if s.Reason == "time" || len(s.Moves) < 6 || len(s.Stones) != len(s.Record) {
		t.Errorf("%s by %s after %v", s.Result, s.Reason, s.Moves)
	}
	text := string(sgfOf(t, p.tableClient, s.GameID))
	for _, part := range []string{"PB[Stonehand level 1]", "PW[Stonehand level 1]", "TM[600]OT[0.1 fischer]", "WL["} {
		if !strings.Contains(text, part) {
			t.Errorf("the record has no %s:\n%s", part, text)
		}
	}
	p.Stop()
}
