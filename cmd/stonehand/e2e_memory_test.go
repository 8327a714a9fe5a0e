package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// TestMemory plays games at full strength on the simulated board, those of Gomoku and Renju
// the machine against itself, and one of Go between two people, with a page that listens to
// what the machine thinks and is loaded again after every game, has the last one of Connect6
// analysed, and looks at the most memory that the daemon, built as it is delivered, has had
// at any time.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("games at full strength take a while, so -short leaves them out")
	}
	t.Parallel()
	program := buildDaemon(t)
	for _, tt := range []struct {
		name  string
		flags []string
		limit int // MiB
	}{
		{"normal", nil, 48},
		{"lean", []string{"--lean"}, 24},
	} { // both with the four threads that a Raspberry Pi searches with, and its four processors
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := startDaemon(t, "env", append([]string{"GOMAXPROCS=4", program, "serve", "--data", t.TempDir(), "--config", daemonConfig(t, `
[game]
level = 15
time = "1s"
[board]
settle = "50ms"
[engine]
threads = 4
[web]
listen = "127.0.0.1:0"
`)}, tt.flags...)...)
			thoughts := d.Follow(t)
			begun := d.Peak()
			turns, last := 0, ""
			for range 2 {
				if _, err := d.Command(map[string]any{"do": api.DoNewGame, "level": 15, "time": 0.05}); err != nil {
					t.Fatal(err)
				}
				end := d.PlayOut(t, hinderMachine)
				turns += len(end.Moves)
				load(t, d, end.GameID)
				last = end.GameID
			}
			for _, rules := range []game.Gomoku{game.Freestyle(), game.Renju()} {
				aloneAt(t, d, rules)
				load(t, d, last)
			}
			load(t, d, countOut(t, d))
			peak := d.Peak()
			t.Logf("resident at most %.1f MiB (%.1f MiB once it was ready); %d turns, %d thoughts told",
				float64(peak)/1024, float64(begun)/1024, turns, thoughts())
			if peak >= tt.limit<<10 {
				t.Errorf("the daemon has had %d KiB resident, want less than %d MiB\n%s", peak, tt.limit, mapped(t, d.Pid()))
			}
			judge(t, d, last)
			peak = d.Peak()
			t.Logf("resident at most %.1f MiB with an analysis", float64(peak)/1024)
			if peak >= tt.limit<<10 {
				t.Errorf("the daemon has had %d KiB resident with an analysis, want less than %d MiB\n%s", peak, tt.limit, mapped(t, d.Pid()))
			}
			d.Stop()
		})
	}
}

// hinderMachine plays a person's turn against the machine's fullest windows.
func hinderMachine(s *api.Snapshot, due int) []string {
	c, _ := board.ParseColor(s.ToMove.String())
	return hinder(shown(s), due, c)
}

// aloneAt has the machine play the first stones of a game against itself.
func aloneAt(t *testing.T, d *process, rules game.Gomoku) {
	t.Helper()
	if _, err := d.Command(map[string]any{"do": api.DoNewGame, "game": rules.Name(), "size": rules.Size().String(), "human": "none", "level": 15, "time": 0.05}); err != nil {
		t.Fatal(err)
	}
	d.Until(t, "a dozen stones", func(s *api.Snapshot) bool {
		if s.Result != "" || len(s.Moves) >= 12 {
			return true
		}
		if _, err := d.Act(s, nil); err != nil { // clears the board, and puts the machine's stones down
			t.Fatal(err)
		}
		return false
	})
}

// countOut plays a game of Go on the full board to its score, with hints and with what the
// page shows of a position on the way, and returns its id.
func countOut(t *testing.T, d *process) string {
	t.Helper()
	do := func(c map[string]any) {
		if _, err := d.Command(c); err != nil {
			t.Error(err)
		}
	}
	do(map[string]any{"do": api.DoNewGame, "game": "go", "size": "19x19", "human": "both", "time": 0.05})
	rng, stones := rand.New(rand.NewPCG(1, 19)), 0
	place := func(s *api.Snapshot, _ int) []string {
		if stones++; stones%10 == 0 {
			do(map[string]any{"do": api.DoHint})
			studied(t, d, s)
		}
		for {
			if at := board.At(rng.IntN(s.Cols), rng.IntN(s.Rows)); open(s, at) > 1 {
				return []string{at.String()}
			}
		}
	}
	end := d.Until(t, "the score", func(s *api.Snapshot) bool {
		switch {
		case s.Result != "":
			return true
		case s.Phase == api.PhaseCount:
			do(map[string]any{"do": api.DoAgree})
		case s.Phase == api.PhaseHuman && len(s.Moves) >= 60:
			do(map[string]any{"do": api.DoPass})
		default:
			if _, err := d.Act(s, place); err != nil {
				t.Fatal(err)
			}
		}
		return false
	})
	return end.GameID
}

// studied asks what the page does that shows influence, territory and known moves.
func studied(t *testing.T, d *process, s *api.Snapshot) {
	t.Helper()
	points := bytes.Repeat([]byte{'.'}, s.Cols*s.Rows)
	for _, x := range s.Record {
		points[x.Point.Y()*s.Cols+x.Point.X()] = x.Color.String()[0]
	}
	order := fmt.Sprintf(`{"size":"%dx%d","stones":"%s","to_move":"%v"}`, s.Cols, s.Rows, points, s.ToMove)
	if _, err := d.Send("POST", "/api/study", []byte(order)); err != nil {
		t.Error(err)
	}
}

// load fetches what a browser does that opens the page on a finished game, six
// files at a time, and the metrics.
func load(t *testing.T, d *process, game string) {
	t.Helper()
	paths := []string{"/", "/metrics", "/healthz", "/api/openapi.json", "/api/state", "/api/games", "/api/games/" + game + ".sgf"}
	htmls, err := filepath.Glob("../internal/web/page/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, html := range htmls {
		path := "/page/" + filepath.Base(html)
		body, err := d.Send("GET", path, nil)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
		for _, named := range regexp.MustCompile(`"(/page/[^"]+)"`).FindAllSubmatch(body, -1) {
			paths = append(paths, string(named[1]))
		}
	}
	lines := make(chan struct{}, 6)
	var all sync.WaitGroup
	for _, path := range paths {
		lines <- struct{}{}
		all.Go(func() {
			if _, err := d.Send("GET", path, nil); err != nil {
				t.Error(err)
			}
			<-lines
		})
	}
	all.Wait()
}

// judge has a finished game analysed.
func judge(t *testing.T, d *process, game string) {
	t.Helper()
	if _, err := d.Send("POST", "/api/analysis", []byte(`{"do":"start","game":"`+game+`","time":0.05}`)); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		body, err := d.Send("GET", "/api/games/"+game+"/analysis", nil)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), `"state":"done"`) {
			return
		}
	}
	t.Fatal("the analysis does not end")
}

// mapped says what a process's resident memory is made of.
func mapped(t *testing.T, pid int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEngineMemory lets the engine alone, with the table as it is by default and
// four threads, think about positions from the first stone to a full board, and
// looks at the most memory that it has had.
func TestEngineMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("thinking takes a while, so -short leaves it out")
	}
	t.Parallel()
	const limit = 48 // MiB
	cmd := exec.Command(buildDaemon(t), "console", "connect6")
	in, out := piped(t, cmd)
	defer func() {
		io.WriteString(in, "quit\n")
		if err := cmd.Wait(); err != nil {
			t.Errorf("the engine ended badly: %v", err)
		}
	}()
	positions, err := os.ReadFile("../internal/lab/bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	io.WriteString(in, "threads 4\n")
	for line := range strings.Lines(string(positions)) {
		fmt.Fprintf(in, "go 80 %s", line)
		if !answers.Scan() || !strings.HasPrefix(answers.Text(), "move ") {
			t.Fatalf("%q is not an answer to %q", answers.Text(), line)
		}
	}
	peak := peakMemory(t, cmd.Process.Pid)
	t.Logf("resident at most %.1f MiB", float64(peak)/1024)
	if peak >= limit<<10 {
		t.Errorf("the engine has had %d KiB resident, want less than %d MiB\n%s", peak, limit, mapped(t, cmd.Process.Pid))
	}
}
