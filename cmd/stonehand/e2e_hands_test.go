package main_test

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

// Someone who starts the program without a configuration only puts their own stones
// down: the machine's lie down by themselves, undo takes stones off, and a new game
// finds a clear board. There is nothing to shut down but a program of theirs, which
// the page does not offer. What people say of the hands is kept over a restart.
func TestTheFirstMinutesAreNoChore(t *testing.T) {
	t.Parallel()
	args := []string{"serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0"}
	d := startDaemon(t, "stonehand", args...)
	turn := func(moves int) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool {
			return s.Phase == api.PhaseHuman && len(s.Moves) == moves && len(s.Stones) == len(s.Record)
		}
	}
	do := func(c map[string]any) {
		t.Helper()
		if _, err := d.Command(c); err != nil {
			t.Fatal(err)
		}
	}
	put := func(points ...string) {
		t.Helper()
		for _, p := range points {
			if err := d.Put(api.Stone{Point: apitest.At(p), Color: board.Black}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s := d.Until(t, "a person's turn", turn(0)); !s.Sim || !s.Helping || s.Shutdown {
		t.Errorf("simulated %t, helping hands %t, shutting down %t", s.Sim, s.Helping, s.Shutdown)
	}
	put("J10")
	if s := d.Until(t, "the machine's stones", turn(2)); len(s.Stones) != 3 {
		t.Errorf("stones: %v", s.Stones)
	}
	put("A1", "S19")
	d.Until(t, "the machine's second turn", turn(4))
	do(map[string]any{"do": "undo"})
	d.Until(t, "the turns taken back", turn(2))
	do(map[string]any{"do": "new-game"})
	if s := d.Until(t, "the next game", turn(0)); len(s.Stones) != 0 {
		t.Errorf("stones: %v", s.Stones)
	}

	do(map[string]any{"do": "hands", "answer": "own"})
	put("J10")
	d.Until(t, "stones asked for", func(s *api.Snapshot) bool { return s.Phase == api.PhasePlace })
	d.Stop()
	d = startDaemon(t, "stonehand", args...)
	if s := d.Until(t, "the same game", func(s *api.Snapshot) bool { return s.Phase == api.PhasePlace }); s.Helping {
		t.Error("the hands help again")
	}
	do(map[string]any{"do": "hands", "answer": "help"})
	d.Until(t, "the machine's stones", turn(2))
	d.Stop()
}
