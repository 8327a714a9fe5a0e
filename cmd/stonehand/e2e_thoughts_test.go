package main_test

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/stonehand/internal/daemontest"
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
			p := daemontest.Start(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemontest.Config(t, config))
			thoughts := p.Follow(t)
			if _, err := p.Command(map[string]any{"do": "new-game", "game": game, "time": 30, "players": map[string]string{"black": name, "white": name}}); err != nil {
				t.Fatal(err)
			}
			p.Until(t, "thoughts about a turn", func(s *api.Snapshot) bool { return thoughts() > 0 })
		})
	}
}
