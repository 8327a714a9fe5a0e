package main_test

import (
	"strings"
	"testing"
)

// TestRenjuOnTheTable lets the machine play Renju against itself on a board of
// 15x15, keeps the game, and begins one of Gomoku after it.
func TestRenjuOnTheTable(t *testing.T) {
	t.Parallel()
	config := strings.Replace(fast, "level = 1\n", "level = 4\nrules = \"renju\"\nhuman = \"none\"\n", 1)
	config = strings.Replace(config, "[board]\n", "[board]\ncols = 15\nrows = 15\n", 1)
	config = strings.Replace(config, "[sim]\n", "[sim]\nas_real_board = false\nhand = \"5ms\"\n", 1)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, config))
	s := p.Over(t)
	if s.Game != "renju" || s.Cols != 15 || s.Result == "" || strings.Join(s.Games, " ") != "renju gomoku gomoku-standard go" {
		t.Fatalf("%s on %d columns, result %q; there are %v", s.Game, s.Cols, s.Result, s.Games)
	}
	if s.Reason == "line" && !strings.HasSuffix(s.Message, " in a row.") {
		t.Errorf("it says %q", s.Message)
	}
	for i, turn := range s.Moves {
		if len(turn) != 1 {
			t.Fatalf("turn %d is %v", i+1, turn)
		}
	}
	if text := string(sgfOf(t, p.tableClient, s.GameID)); !strings.Contains(text, "GM[4]") || !strings.Contains(text, "SZ[15]") || !strings.Contains(text, "RU[renju]") {
		t.Errorf("the record is\n%s", text)
	}
	games, err := p.Games()
	if err != nil || len(games) != 1 || games[0].Game != "renju" {
		t.Errorf("games %+v, %v", games, err)
	}
	if _, err := p.Send("POST", "/api/analysis", []byte(`{"do":"start","game":"`+s.GameID+`"}`)); err != nil {
		t.Errorf("its analysis: %v", err)
	}
	if _, err := p.Command(map[string]any{"do": "new-game", "game": "gomoku", "human": "both"}); err != nil {
		t.Fatal(err)
	}
	if s, err = p.State(); err != nil || s.Game != "gomoku" {
		t.Errorf("%+v, %v", s, err)
	}
}
