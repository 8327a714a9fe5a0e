package main_test

import (
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/stonehand/internal/daemontest"
)

// on9 is a simulated board of 9x9.
var on9 = strings.NewReplacer("[game]\n", "[game]\nrules = \"go\"\n", "[board]\n", "[board]\ncols = 9\nrows = 9\n").Replace(fast)

// A front end that speaks GTP plays Go against the people at a board: handicap, a
// capture, passes, and the dead stones that the people agree on.
func TestBridgeGo(t *testing.T) {
	t.Parallel()
	p := daemontest.Start(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemontest.Config(t, on9))
	b := peopleAt(t, p, false)
	g := startGTP(t, "console", "bridge", "--board", p.Base, "--protocol", "gtp", "--game", "go", "--name", "GTP")
	// when has the people do something at the board as soon as it is to be done.
	when := func(turns int, phase api.Phase, do string) {
		go func() {
			for until := time.Now().Add(daemontest.Patience); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
				s, err := b.table.State()
				if err == nil && len(s.Moves) == turns && s.Phase == phase {
					if _, err := b.table.Command(map[string]any{"do": do}); err == nil {
						return
					}
				}
			}
		}()
	}
	g.says(t, "boardsize 9", "=")
	g.says(t, "komi 3.5", "=")
	g.says(t, "clear_board", "=")
	g.says(t, "set_free_handicap A2 E5", "=")
	b.turns <- []string{"A1"}
	g.says(t, "1 genmove w", "=1 A1")
	g.says(t, "play b B1", "=") // captures it
	b.turns <- []string{"G7"}
	g.says(t, "genmove w", "= G7")
	g.says(t, "captures black", "= 1")
	g.says(t, "play b pass", "=")
	when(6, api.PhaseHuman, "pass")
	g.says(t, "genmove w", "= pass")
	s, err := b.table.State()
	if err != nil {
		t.Fatal(err)
	}
	if s.Go == nil || s.Go.Komi != 3.5 || s.Go.Handicap != 2 || s.Go.Prisoners.Black != 1 || len(s.Moves) != 7 {
		t.Errorf("%+v %v", s.Go, s.Moves)
	}
	g.says(t, "kgs-genmove_cleanup w", "? dead stones are agreed on after both sides have passed")
	when(7, api.PhaseCount, "agree")
	g.says(t, "final_score", "= ")
	if s, err = b.table.State(); err != nil || s.Reason != "score" {
		t.Fatalf("%+v, %v", s, err)
	}
	g.says(t, "final_score", "= "+s.Go.Score)
	g.says(t, "final_status_list dead", "=")
	g.says(t, "clear_board", "=")
	g.says(t, "play b E5", "=")
	when(1, api.PhaseHuman, "resign")
	g.says(t, "genmove w", "= resign")
	g.says(t, "quit", "=")
}
