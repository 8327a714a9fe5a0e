package main_test

import (
	"testing"

	"stonehand/cmd/internal/table"
	"stonehand/cmd/stonehand/internal/daemontest"
	"stonehand/engine/board"
)

// TestMemory plays a game at full strength on the simulated board, with a page
// listening to what the machine thinks, and looks at the most memory that the
// daemon, built as it is delivered, has had at any time.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a game at full strength takes a while, so -short leaves it out")
	}
	t.Parallel()
	const limit = 64 << 10 // KiB
	d := daemontest.Start(t, daemontest.Build(t), "serve", "--data", t.TempDir(), "--config", daemontest.Config(t, `
[game]
level = 10
time = "1s"
[board]
settle = "50ms"
[web]
listen = "127.0.0.1:0"
`))
	page := d.Follow(t)
	begun := d.Peak()
	end := d.PlayOut(t, func(s *table.Snapshot, due int) []string {
		c, _ := board.ParseColor(s.ToMove)
		return daemontest.Hinder(s.Stones, due, c)
	})
	for _, path := range []string{"/", "/metrics", "/api/games", "/api/games/" + end.GameID + ".sgf"} {
		if _, err := d.Send("GET", path, nil); err != nil {
			t.Error(err)
		}
	}
	peak := d.Peak()
	t.Logf("resident at most %.1f MiB (%.1f MiB once it was ready); %d turns, %d thoughts told",
		float64(peak)/1024, float64(begun)/1024, len(end.Moves), page())
	if peak >= limit {
		t.Errorf("the daemon has had %d KiB resident, want less than %d", peak, limit)
	}
	d.Stop()
}
