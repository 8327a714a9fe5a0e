package main_test

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
)

// TestHintsOfEveryGame asks the daemon for a hint in every game that it plays, and for what
// there is to know of a position of Go.
func TestHintsOfEveryGame(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes a search many times slower, so -short leaves it out")
	}
	t.Parallel()
	config := strings.Replace(fast, "level = 1\n", "level = 1\nhuman = \"both\"\n", 1)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, config))
	s, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range s.Games {
		if _, err := p.Command(map[string]any{"do": "new-game", "game": name, "human": "both"}); err != nil {
			t.Fatal(err)
		}
		p.Until(t, "the game", func(s *api.Snapshot) bool { return s.Game == name && s.Phase == api.PhaseHuman })
		if _, err := p.Command(map[string]any{"do": "hint"}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s := p.Until(t, "the hint", func(s *api.Snapshot) bool { return s.Hint == nil || s.Hint.Why != api.HintSought })
		if s.Hint == nil || len(s.Hint.Points) != s.Due || s.Hint.Said["en"] == "" || s.Hint.Said["zh"] == "" {
			t.Errorf("%s: the hint is %+v", name, s.Hint)
		}
	}
	answer, err := p.Send("POST", "/api/study", []byte(`{"size":"9x9","stones":"`+strings.Repeat(".", 40)+"b"+strings.Repeat(".", 40)+`","to_move":"white"}`))
	if err != nil || !strings.Contains(string(answer), `"worth"`) {
		t.Errorf("the study: %s, %v", answer, err)
	}
	if _, err := p.Command(map[string]any{"do": "show", "answer": api.ShowMap}); err != nil {
		t.Error(err)
	}
}
