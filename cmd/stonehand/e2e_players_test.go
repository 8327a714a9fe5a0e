package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

const gnugo = `
[players.gnugo]
command = ["/usr/games/gnugo", "--mode", "gtp", "--level", "1", "--max-level", "1", "--chinese-rules"]
protocol = "gtp"
shown = "GNU Go"
`

// gnugoTable starts a daemon with a simulated board of Go at which GNU Go can sit, and
// whose hands put its stones down.
func gnugoTable(t *testing.T, size int, more string) (p *process, dir, file string) {
	t.Helper()
	if _, err := exec.LookPath("/usr/games/gnugo"); err != nil {
		t.Skip("optional: gnugo is not installed")
	}
	config := strings.Replace(fast, "[board]\n", fmt.Sprintf("[board]\ncols = %d\nrows = %[1]d\n", size), 1)
	config = strings.Replace(config, "time = \"100ms\"", "time = \"30s\"", 1)
	config = strings.Replace(config, "level = 1\n", "level = 1\nrules = \"go\"\nhuman = \"both\"\n", 1)
	config = strings.Replace(config, "[sim]\n", "[sim]\nas_real_board = false\nhand = \"1ms\"\n", 1) + gnugo + more
	dir, file = t.TempDir(), daemonConfig(t, config)
	return startDaemon(t, "stonehand", "serve", "--data", dir, "--config", file), dir, file
}

// Two programs play a whole game of Go at a table, which they know by their names, and
// agree on its score. The game goes on where it was when the daemon is killed in it.
func TestGNUGoPlaysItself(t *testing.T) {
	if testing.Short() {
		t.Skip("a game of a program against itself takes a while, so -short leaves it out")
	}
	t.Parallel()
	p, dir, file := gnugoTable(t, 9, "")
	s, err := p.Command(map[string]any{"do": "new-game", "game": "go", "players": map[string]string{"black": "gnugo", "white": "gnugo"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Programs.Black != "gnugo" || s.Programs.White != "gnugo" || len(s.Human) > 0 || len(s.Players) == 0 || s.Players[0].Shown != "GNU Go" {
		t.Errorf("%+v play, people %v, of %+v", s.Programs, s.Human, s.Players)
	}
	p.Until(t, "ten turns", func(s *api.Snapshot) bool { return len(s.Moves) >= 10 })
	p.Kill()
	p = startDaemon(t, "stonehand", "serve", "--data", dir, "--config", file)
	s = p.Over(t)
	if s.Reason != "score" && s.Reason != "resign" || len(s.Moves) < 10 {
		t.Errorf("the game ended by %q after %d turns", s.Reason, len(s.Moves))
	}
	if strings.Contains(s.Said["en"].Message, "for it") {
		t.Errorf("the machine stood in: %q", s.Message)
	}
	if text := string(sgfOf(t, p.tableClient, s.GameID)); !strings.Contains(text, "PB[GNU Go]") || !strings.Contains(text, "PW[GNU Go]") {
		t.Errorf("the record is\n%s", text)
	}
}

// Whole games of GNU Go on every usual board, with handicap and komi, by every clock: none
// is lost on time, and the machine plays no turn for it.
func TestGNUGoPlaysByEveryClock(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games of a program take a while, so -short leaves them out")
	}
	t.Parallel()
	for _, c := range []struct {
		size               int
		terms, clock, text string
	}{
		{9, "japanese komi 6.5", "30m", "TM[1800]"},
		{9, "chinese komi 5.5", "1s+2/3m", "TM[1]OT[2/180 Canadian]"},
		{13, "chinese handicap 4", "10s+5/5m", "TM[10]OT[5/300 Canadian]"},
		{13, "chinese komi 0.5 handicap 3 free", "2s+3x1m", "TM[2]OT[3x60 byo-yomi]"},
		{19, "aga handicap 9", "10s+25/20m", "TM[10]OT[25/1200 Canadian]"},
	} {
		t.Run(fmt.Sprintf("%d %s %s", c.size, c.terms, strings.ReplaceAll(c.clock, "/", " in ")), func(t *testing.T) {
			if c.size > 9 && os.Getenv("STONEHAND_GNUGO") == "" {
				t.Skip("optional: on boards larger than 9x9 a game takes minutes; run with STONEHAND_GNUGO=1")
			}
			t.Parallel()
			p, _, _ := gnugoTable(t, c.size, "")
			if _, err := p.Command(map[string]any{"do": "new-game", "game": "go", "terms": c.terms, "clock": c.clock,
				"players": map[string]string{"black": "gnugo", "white": "gnugo"}}); err != nil {
				t.Fatal(err)
			}
			s := p.Over(t)
			if s.Reason != "score" && s.Reason != "resign" || len(s.Moves) < c.size {
				t.Errorf("the game ended by %q after %d turns", s.Reason, len(s.Moves))
			}
			if strings.Contains(p.Log(), "no turn that can be played") {
				t.Errorf("the machine stood in:\n%s", p.Log())
			}
			text := string(sgfOf(t, p.tableClient, s.GameID))
			if !strings.Contains(text, c.text) {
				t.Errorf("no %s in the record\n%s", c.text, text)
			}
			t.Logf("%d turns, %s, %s", len(s.Moves), s.Reason, s.Go.Score)
		})
	}
}

// A person plays against GNU Go, takes a turn back, leaves the seat to the program for some
// turns and takes it again. In the end GNU Go says which stones are dead; the person agrees.
func TestPersonPlaysGNUGo(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games take a while with the race detector, so -short leaves it out")
	}
	t.Parallel()
	p, _, _ := gnugoTable(t, 9, "")
	do := func(c map[string]any) *api.Snapshot {
		t.Helper()
		s, err := p.Command(c)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	person := func(s *api.Snapshot, _ int) []string {
		for i := range 81 {
			if at := board.At(i*7%9, (i/9+i*3)%9); open(s, at) >= 2 {
				return []string{at.String()}
			}
		}
		return nil
	}
	until := func(what string, ok func(*api.Snapshot) bool) (s *api.Snapshot) {
		t.Helper()
		return p.Until(t, what, func(now *api.Snapshot) bool {
			if s = now; ok(s) {
				return true
			}
			if _, err := p.Act(s, person); err != nil {
				t.Fatal(err)
			}
			return false
		})
	}
	persons := func(n int) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool {
			return len(s.Moves) >= n && s.Phase == api.PhaseHuman && s.ToMove == board.Black
		}
	}
	do(map[string]any{"do": "new-game", "game": "go", "terms": "chinese komi 7.5", "human": "black", "players": map[string]string{"white": "gnugo"}})
	until("three turns each", persons(6))
	do(map[string]any{"do": "undo"})
	s := until("the person's turn again", func(s *api.Snapshot) bool { return len(s.Moves) < 6 && persons(4)(s) })
	n := len(s.Moves)
	until("more turns", persons(n+4))
	do(map[string]any{"do": "seats", "human": "none", "players": map[string]string{"black": "gnugo", "white": "gnugo"}})
	until("the programs' turns", func(s *api.Snapshot) bool { return len(s.Moves) >= n+9 })
	if s = do(map[string]any{"do": "seats", "human": "black", "players": map[string]string{"white": "gnugo"}}); s.Programs.Black != "" || s.Programs.White != "gnugo" {
		t.Errorf("%+v sit there", s.Programs)
	}
	s = until("the count", func(s *api.Snapshot) bool {
		if persons(0)(s) && person(s, 1) == nil {
			if _, err := p.Command(map[string]any{"do": "pass"}); err != nil {
				t.Log(err)
			}
		}
		return s.Phase == api.PhaseCount || s.Phase == api.PhaseOver
	})
	if s.Phase == api.PhaseOver {
		t.Fatalf("%s after %d turns", s.Reason, len(s.Moves))
	}
	want := deadByGNUGo(t, s)
	s = p.Until(t, "the proposal", func(s *api.Snapshot) bool { return len(s.Go.Dead) == len(want) })
	for _, at := range s.Go.Dead {
		if !slices.Contains(want, at.String()) {
			t.Errorf("%v are dead, GNU Go says %v", s.Go.Dead, want)
		}
	}
	s = do(map[string]any{"do": "agree"})
	if s.Phase != api.PhaseOver || s.Reason != "score" || s.Go.Score == "" {
		t.Errorf("%s, %s, %q", s.Phase, s.Reason, s.Go.Score)
	}
	if strings.Contains(p.Log(), "no turn that can be played") {
		t.Errorf("the machine stood in:\n%s", p.Log())
	}
	t.Logf("%d turns, %s, dead %v", len(s.Moves), s.Go.Score, want)
}

// open counts the empty points around an empty one of a game; 0 where a stone stands.
func open(s *api.Snapshot, at board.Point) (n int) {
	taken := func(p board.Point) bool {
		return slices.ContainsFunc(s.Record, func(x api.Stone) bool { return x.Point == p })
	}
	if taken(at) {
		return 0
	}
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if x, y := at.X()+d[0], at.Y()+d[1]; x >= 0 && y >= 0 && x < s.Cols && y < s.Rows && !taken(board.At(x, y)) {
			n++
		}
	}
	return n
}

// deadByGNUGo asks another GNU Go which stones of a game are dead.
func deadByGNUGo(t *testing.T, s *api.Snapshot) (points []string) {
	t.Helper()
	var in strings.Builder
	fmt.Fprintf(&in, "boardsize %d\nclear_board\nkomi %v\n", s.Cols, s.Go.Komi)
	for i, move := range s.Moves {
		at, side := "pass", []string{"black", "white"}[i%2]
		if len(move) > 0 {
			at = board.Size{Cols: s.Cols, Rows: s.Rows}.Name(move[0], board.GTP)
		}
		fmt.Fprintf(&in, "play %s %s\n", side, at)
	}
	in.WriteString("99 final_status_list dead\nquit\n")
	cmd := exec.Command("/usr/games/gnugo", "--mode", "gtp", "--level", "1", "--max-level", "1", "--chinese-rules")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, answer, _ := strings.Cut(string(out), "=99")
	answer, _, _ = strings.Cut(answer, "\n\n")
	for _, word := range strings.Fields(answer) {
		at, err := board.Size{Cols: s.Cols, Rows: s.Rows}.Parse(word, board.GTP)
		if err != nil {
			t.Fatalf("%q: %v", answer, err)
		}
		points = append(points, at.String())
	}
	return points
}
