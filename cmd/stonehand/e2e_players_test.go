package main_test

import (
	"os/exec"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/stonehand/internal/daemontest"
)

const gnugo = `
[players.gnugo]
command = ["/usr/games/gnugo", "--mode", "gtp", "--level", "1", "--chinese-rules"]
protocol = "gtp"
shown = "GNU Go"
`

// Two programs play a whole game of Go at a table, which they know by their names, and
// agree on its score. The game goes on where it was when the daemon is killed in it.
func TestGNUGoPlaysItself(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("/usr/games/gnugo"); err != nil {
		t.Skip("optional: gnugo is not installed")
	}
	config := strings.Replace(fast, "[board]\n", "[board]\ncols = 9\nrows = 9\n", 1)
	config = strings.Replace(config, "time = \"100ms\"", "time = \"30s\"", 1)
	config = strings.Replace(config, "level = 1\n", "level = 1\nrules = \"go\"\nhuman = \"both\"\n", 1)
	config = strings.Replace(config, "[sim]\n", "[sim]\nas_real_board = false\nhand = \"5ms\"\n", 1) + gnugo
	dir, file := t.TempDir(), daemontest.Config(t, config)
	p := daemontest.Start(t, "stonehand", "serve", "--data", dir, "--config", file)
	s, err := p.Command(map[string]any{"do": "new-game", "game": "go", "players": map[string]string{"black": "gnugo", "white": "gnugo"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Programs.Black != "gnugo" || s.Programs.White != "gnugo" || len(s.Human) > 0 || len(s.Players) != 1 || s.Players[0].Shown != "GNU Go" {
		t.Errorf("%+v play, people %v, of %+v", s.Programs, s.Human, s.Players)
	}
	p.Until(t, "ten turns", func(s *api.Snapshot) bool { return len(s.Moves) >= 10 })
	p.Kill()
	p = daemontest.Start(t, "stonehand", "serve", "--data", dir, "--config", file)
	s = p.Over(t)
	if s.Reason != "score" && s.Reason != "resign" || len(s.Moves) < 10 {
		t.Errorf("the game ended by %q after %d turns", s.Reason, len(s.Moves))
	}
	if strings.Contains(s.Said["en"].Message, "for it") {
		t.Errorf("the machine stood in: %q", s.Message)
	}
	if text := string(sgfOf(t, p.Table, s.GameID)); !strings.Contains(text, "PB[GNU Go]") || !strings.Contains(text, "PW[GNU Go]") {
		t.Errorf("the record is\n%s", text)
	}
}
