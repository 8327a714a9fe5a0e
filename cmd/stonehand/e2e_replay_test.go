package main_test

import (
	"testing"

	"stonehand/cmd/internal/table"
	"stonehand/cmd/stonehand/internal/daemontest"
)

// TestReplayPage looks on at a replay, as a page does.
func TestReplayPage(t *testing.T) {
	t.Parallel()
	d := daemontest.Start(t, "stonehand", "replay", "--listen", "127.0.0.1:0", "--speed", "10", "../internal/replay/testdata/machine.rec")
	s := d.Until(t, "the machine's first turn", func(s *table.Snapshot) bool { return len(s.Turn) == 2 })
	if s.Turn[0] != "A1" || s.Turn[1] != "B1" {
		t.Errorf("the machine chose %v, and A1 B1 then", s.Turn)
	}
	s = d.Until(t, "the end", func(s *table.Snapshot) bool { return s.Phase == table.PhaseOver })
	if s.Result != "white" || s.Reason != "resign" || len(s.Moves) != 4 {
		t.Errorf("it ended with %q by %q after %v", s.Result, s.Reason, s.Moves)
	}
	d.Stop()
}
