package main_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// on9 is a simulated board of 9x9.
var on9 = strings.NewReplacer("[game]\n", "[game]\nrules = \"go\"\n", "[board]\n", "[board]\ncols = 9\nrows = 9\n").Replace(fast)

// A front end that speaks GTP plays Go against the people at a board: handicap, a
// capture, passes, and the dead stones that the people agree on.
func TestBridgeGo(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, on9))
	b := peopleAt(t, p, false)
	g := startGTP(t, "console", "bridge", "--board", p.Base, "--protocol", "gtp", "--game", "go", "--name", "GTP")
	when := func(turns int, phase api.Phase, do string) { b.when(turns, phase, do) }
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

// when has the people do something at the board as soon as it is to be done.
func (b *bridged) when(turns int, phase api.Phase, do string) {
	go func() {
		for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
			s, err := b.table.State()
			if err == nil && len(s.Moves) == turns && s.Phase == phase {
				if _, err := b.table.Command(map[string]any{"do": do}); err == nil {
					return
				}
			}
		}
	}()
}

// What a front end plays and takes back in Go is shown at the board at once, and so is
// its clock; after two passes either of them may play on.
func TestBridgeGoFollows(t *testing.T) {
	t.Parallel()
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, on9))
	b := peopleAt(t, p, false)
	g := startGTP(t, "console", "bridge", "--board", p.Base, "--protocol", "gtp", "--game", "go", "--name", "GTP")
	moves := func(n int) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool { return len(s.Moves) == n }
	}
	g.says(t, "boardsize 9", "=")
	g.says(t, "clear_board", "=")
	g.says(t, "time_settings 600 300 10", "=")
	g.says(t, "play b B1", "=")
	g.says(t, "time_left w 500 0", "=")
	b.turns <- []string{"A1"}
	g.says(t, "genmove w", "= A1")
	s := p.Until(t, "the clock", func(s *api.Snapshot) bool { return s.Clock.Control.String() == "10m+10/5m" })
	if left := s.Clock.White.LeftMS; left > 500_000 || left < 300_000 {
		t.Errorf("White has %d ms, of 500 s", left)
	}
	if left := s.Clock.Black.LeftMS; left != 600_000 {
		t.Errorf("Black has %d ms: its clock is the front end's", left)
	}
	g.says(t, "play b A2", "=") // captures A1, before the people are asked for a move
	p.Until(t, "the capture at the board", func(s *api.Snapshot) bool { return len(s.Moves) == 3 && s.Go.Prisoners.Black == 1 })
	g.says(t, "undo", "=")
	// A hand that still puts it back after the next undo would play it as a turn.
	p.Until(t, "the captured stone to be back", func(s *api.Snapshot) bool {
		return len(s.Moves) == 2 && s.Go.Prisoners.Black == 0 && s.Phase == api.PhaseRemote && slices.ContainsFunc(s.Stones, func(x api.Seen) bool { return x.Point == board.At(0, 0) })
	})
	g.says(t, "undo", "=")
	p.Until(t, "one turn to be left", func(s *api.Snapshot) bool { return len(s.Moves) == 1 && len(s.Stones) == 1 })
	g.says(t, "time_left w 20 10", "=") // of the byo-yomi's 300 seconds
	b.turns <- []string{"C3"}
	p.Until(t, "the people to be quicker than their clock", moves(2))
	g.says(t, "genmove w", "= C3")
	if s = p.Until(t, "their clock", func(s *api.Snapshot) bool { return s.Clock.White.Overtime }); !s.Clock.Canadian || s.Clock.White.Periods != 9 {
		t.Errorf("White has %+v, not the last 20 seconds", s.Clock.White)
	}
	g.says(t, "play b pass", "=")
	p.Until(t, "the pass", moves(3))
	b.when(3, api.PhaseHuman, "pass")
	p.Until(t, "the people to pass before they are asked", moves(4))
	g.says(t, "genmove w", "= pass")
	b.when(4, api.PhaseCount, "play-on")
	g.says(t, "final_score", "? the people at the board play on")
	g.says(t, "play b D5", "=")
	b.turns <- []string{"E5"}
	g.says(t, "genmove w", "= E5")
	g.says(t, "play b H8", "=")
	b.when(7, api.PhaseHuman, "pass")
	g.says(t, "genmove w", "= pass")
	g.says(t, "play b pass", "=")
	b.when(9, api.PhaseCount, "play-on") // and they move, before anybody asks
	b.turns <- []string{"G7"}
	p.Until(t, "their move", moves(10))
	g.says(t, "final_score", "? the people at the board play on")
	g.says(t, "genmove w", "= G7")
	g.says(t, "play b pass", "=")
	p.Until(t, "the pass", moves(11))
	b.when(11, api.PhaseHuman, "pass")
	g.says(t, "genmove w", "= pass")
	g.says(t, "play b F6", "=") // the front end plays on
	p.Until(t, "play to go on", func(s *api.Snapshot) bool { return len(s.Moves) == 13 && !s.Go.Counting })
	b.turns <- []string{"G6"}
	g.says(t, "genmove w", "= G6")
	g.says(t, "play b pass", "=")
	p.Until(t, "the pass", moves(15))
	b.when(15, api.PhaseHuman, "pass")
	g.says(t, "genmove w", "= pass")
	g.says(t, "undo", "=") // also of a pass, while the people count
	p.Until(t, "the pass to be taken back", func(s *api.Snapshot) bool { return len(s.Moves) == 15 && !s.Go.Counting })
	b.when(15, api.PhaseHuman, "resign")
	g.says(t, "genmove w", "= resign")
	g.says(t, "time_settings 1 0 0", "=") // another game, in which the people are slow
	g.says(t, "clear_board", "=")
	g.says(t, "play b E5", "=")
	g.says(t, "genmove w", "= resign")
	if s = p.Until(t, "the end", func(s *api.Snapshot) bool { return s.Result == "black" }); s.Reason != "time" {
		t.Errorf("White has lost by %s", s.Reason)
	}
	g.says(t, "quit", "=")
}
