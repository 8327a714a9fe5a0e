package main_test

import (
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// What other programs think reaches those who follow the table, in both protocols that our
// own consoles speak.
func TestThoughtsOfProgramsAreTold(t *testing.T) {
	t.Parallel()
	const programs = `
[players.five]
command = ["stonehand", "console", "gomocup", "--nodes", "500", "--thoughts"]
protocol = "gomocup"
memory_mb = 4096
[players.six]
command = ["stonehand", "console", "connect6", "--hash", "1", "--nodes", "500", "--no-book", "--thoughts"]
protocol = "connect6"
memory_mb = 4096
`
	config := strings.Replace(fast, "[sim]\n", "[sim]\nas_real_board = false\nhand = \"5ms\"\n", 1) + programs
	for game, name := range map[string]string{"gomoku": "five", "connect6": "six"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, config))
			thoughts := p.Follow(t)
			if _, err := p.Command(map[string]any{"do": "new-game", "game": game, "time": 30, "players": map[string]string{"black": name, "white": name}}); err != nil {
				t.Fatal(err)
			}
			p.Until(t, "thoughts about a turn", func(s *api.Snapshot) bool { return thoughts() > 0 })
		})
	}
}

// A hint comes from the adviser of the settings, from the machine in games that it does not
// play, and from the one that a person asks.
func TestAdvisers(t *testing.T) {
	t.Parallel()
	config := strings.Replace(fast, "level = 1\n", "level = 1\nhuman = \"both\"\nadviser = \"five\"\n", 1) + `
[players.five]
command = ["stonehand", "console", "gomocup", "--nodes", "500", "--thoughts"]
protocol = "gomocup"
shown = "Five"
memory_mb = 4096
`
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, config))
	for _, c := range []struct{ game, adviser, want string }{
		{"connect6", "", "Hint: "}, {"gomoku", "", "Hint from Five: "}, {"gomoku", "machine", "Hint: "}, {"gomoku", "tuple", "Hint from Tuples: "}, {"connect6", "road-shape", "Hint from Road/shape: "},
	} {
		if _, err := p.Command(map[string]any{"do": "new-game", "game": c.game, "human": "both"}); err != nil {
			t.Fatal(err)
		}
		p.Until(t, "the game", func(s *api.Snapshot) bool { return s.Game == c.game && s.Phase == api.PhaseHuman && s.Hint == nil })
		// A program that is still being started on a busy machine may miss the hint's time:
		// then the machine gives it.
		for end := time.Now().Add(patience); ; time.Sleep(time.Second) {
			if _, err := p.Command(map[string]any{"do": "hint", "adviser": c.adviser}); err != nil {
				t.Fatal(err)
			}
			s := p.Until(t, "the hint", func(s *api.Snapshot) bool { return s.Hint == nil || s.Hint.Why != api.HintSought })
			if s.Hint != nil && len(s.Hint.Points) > 0 && strings.HasPrefix(s.Hint.Said["en"], c.want) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%+v: the hint is %+v", c, s.Hint)
			}
		}
	}
	if _, err := p.Command(map[string]any{"do": "hint", "adviser": "nobody"}); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("nobody was asked: %v", err)
	}
}
