package main

import (
	"errors"
	"log/slog"
	"testing"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/text"
)

// The voice names the first line that is wrong, and says something also where no line is.
func TestVoiceOfWrongSettings(t *testing.T) {
	const noLine = "I cannot start. My page says why."
	for _, c := range []struct {
		wrong error
		want  string
	}{
		{config.Problems{{Key: "board.cols"}, {Line: 6, Key: "game.level"}, {Line: 8}}, "I cannot start: there is an error in line 6 of my settings."},
		{config.Problems{{Key: "board.cols"}}, noLine},
		{errors.New("the settings cannot be read"), noLine},
	} {
		m := newMending("no such file", "", c.wrong, slog.New(slog.DiscardHandler))
		if got := m.spoken(text.English); got != c.want {
			t.Errorf("%v: it says %q, want %q", c.wrong, got, c.want)
		}
	}
}
