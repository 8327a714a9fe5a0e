package main_test

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
)

// TestReplayPage looks on at a replay, as a page does.
func TestReplayPage(t *testing.T) {
	t.Parallel()
	d := startDaemon(t, "stonehand", "replay", "--listen", "127.0.0.1:0", "--speed", "10", "../internal/replay/testdata/machine.rec")
	// A page that is behind sees the second turn first, or the end.
	s := d.Until(t, "a turn of the machine", func(s *api.Snapshot) bool { return len(s.Turn) == 2 || s.Phase == api.PhaseOver })
	if turn := strings.Join(apitest.Names(s.Turn), " "); turn != "A1 B1" && turn != "C1 D1" && s.Phase != api.PhaseOver {
		t.Errorf("the machine chose %v, and A1 B1 or C1 D1 then", s.Turn)
	}
	s = d.Until(t, "the end", func(s *api.Snapshot) bool { return s.Phase == api.PhaseOver })
	if s.Result != "white" || s.Reason != "resign" || len(s.Moves) != 4 || strings.Join(apitest.Names(s.Moves[1]), " ") != "A1 B1" || strings.Join(apitest.Names(s.Moves[3]), " ") != "C1 D1" {
		t.Errorf("it ended with %q by %q after %v", s.Result, s.Reason, s.Moves)
	}
	d.Stop()
}
