package main_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/store"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// quietGame returns the turns of a game of n turns in which nobody has more than
// two in a row.
func quietGame(n int) (turns [][]board.Point) {
	var points [3][]board.Point
	for i := range 361 {
		p := board.At(i%19, i/19)
		c := board.Black + board.Color((p.X()/2+p.Y())%2)
		points[c] = append(points[c], p)
	}
	for i := range n {
		c, due := board.Black+board.Color(i%2), 2
		if i == 0 {
			due = 1
		}
		turns = append(turns, points[c][:due])
		points[c] = points[c][due:]
	}
	return turns
}

// years fills a folder with what years of games leave there: so many finished
// games, and a journal as long as one gets, with a game under way.
func years(t testing.TB, dir string, games int) {
	t.Helper()
	s, err := store.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	turns := quietGame(60)
	seq, present := uint64(games), uint64(0) // the number of the game under way
	save := func(e api.Entry) {
		seq++
		e.Seq, e.At = seq, now
		if err := s.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	for long := int64(0); long < 240<<10; {
		present = seq + 1
		save(api.Entry{Kind: api.KindNewGame, Game: "connect6", ID: fmt.Sprintf("20260301-120000-%d", present), Human: []board.Color{board.Black}, Level: 5, Time: 5000})
		save(api.Entry{Kind: api.KindMended})
		for i, turn := range turns {
			e := api.Entry{Kind: api.KindTurn, Color: board.Black + board.Color(i%2)}
			for _, p := range turn {
				e.Turn = append(e.Turn, apitest.At(p.String()))
			}
			save(e)
		}
		info, err := os.Stat(filepath.Join(dir, "journal"))
		if err != nil {
			t.Fatal(err)
		}
		long = info.Size()
	}
	g := game.New(game.Connect6())
	for i, turn := range turns {
		if err := g.Play(game.Turn{Color: board.Black + board.Color(i%2), Points: turn}); err != nil {
			t.Fatal(err)
		}
	}
	g.End(game.Result{Winner: board.White, Reason: game.ByResign})
	f := api.Finished{ID: "first", Started: now, Ended: now.Add(time.Hour), Game: g, Black: "human", White: "Stonehand level 5"}
	if err := s.Keep(f); err != nil {
		t.Fatal(err)
	}
	record, err := s.SGF(f.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games - 1 {
		if err := os.WriteFile(filepath.Join(dir, "games", fmt.Sprintf("20260301-120000-%d.sgf", present-1-uint64(i))), record, 0o640); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkStart measures the time from the start of the process to the answer
// of its table.
func BenchmarkStart(b *testing.B) {
	program := buildDaemon(b)
	for _, c := range []struct {
		name  string
		games int
		spoil func(data []byte) []byte // the journal; nil: not
	}{
		{"new", 0, nil},
		{"5000games", 5000, nil},
		{"damaged", 5000, func(data []byte) []byte { data[len(data)/3] ^= 1; return data }},
	} {
		b.Run(c.name, func(b *testing.B) {
			dir := b.TempDir()
			if c.games > 0 {
				years(b, dir, c.games)
			}
			journal := filepath.Join(dir, "journal")
			config := daemonConfig(b, "[web]\nlisten = \"127.0.0.1:0\"\n")
			var list time.Duration
			for b.Loop() {
				b.StopTimer()
				if c.spoil != nil {
					data, err := os.ReadFile(journal)
					if err == nil {
						err = os.WriteFile(journal, c.spoil(data), 0o640)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				p := startDaemon(b, program, "serve", "--data", dir, "--config", config)
				if _, err := p.State(); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				begun := time.Now()
				games, err := p.Games()
				if err != nil || len(games) != c.games {
					b.Fatalf("%d games, %v", len(games), err)
				}
				list = time.Since(begun)
				p.Kill()
				b.StartTimer()
			}
			b.ReportMetric(float64(list.Milliseconds()), "ms/list")
		})
	}
}

// A folder full of games keeps nobody waiting: the daemon starts with the game
// that was under way, and lists the finished ones.
func TestStartAfterYears(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	years(t, dir, 500)
	begun := time.Now()
	p := startDaemon(t, "stonehand", "serve", "--data", dir, "--config", daemonConfig(t, fast))
	s, err := p.State()
	if err != nil || len(s.Moves) != 60 || s.Fault != "" {
		t.Fatalf("%v: %+v", err, s)
	}
	t.Logf("started in %v", time.Since(begun).Round(time.Millisecond))
	if games, err := p.Games(); err != nil || len(games) != 500 {
		t.Errorf("%d games, %v", len(games), err)
	}
	p.Stop()
}
