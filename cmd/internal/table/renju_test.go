package table

import (
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// What Renju forbids to Black is lit before anybody plays there, and a stone on it
// is refused in words, in both languages, and no turn.
func TestRenjuMarksFouls(t *testing.T) {
	for _, lang := range []struct {
		language text.Language
		says     string
	}{{text.English, "H8 is forbidden to Black: it makes two open threes."}, {text.Chinese, "H8对黑方是禁手：三三"}} {
		synctest.Test(t, func(t *testing.T) {
			settings := sim.Settings{Board: hw.Geometry{Cols: 15, Rows: 15, Colors: true}}
			r := newRig(t, settings, nil, func(c *Config) {
				c.Games, c.Human, c.Language = []game.Rules{game.Renju()}, api.Colors{board.Black, board.White}, lang.language
			})
			defer r.stop()
			r.pass(time.Second)
			for i, at := range strings.Fields("G8 A1 J8 A15 H7 O1 H9 O15") {
				if at == "J8" {
					at = "I8"
				}
				r.put(at, []board.Color{board.Black, board.White}[i%2])
				r.pass(time.Second)
			}
			foul := r.index("H8")
			if s := r.phase(api.PhaseHuman); s.ToMove != board.Black || !slices.Equal(s.Forbidden, apitest.Points("H8")) || r.board.Lights().Points[foul] != hw.Refused {
				t.Fatalf("forbidden %v, lit %v", s.Forbidden, r.board.Lights().Points[foul])
			}
			r.put("H8", board.Black)
			r.pass(3 * time.Second)
			if s := r.phase(api.PhaseHuman); len(s.Moves) != 8 || !strings.Contains(s.Message, lang.says) || r.board.Lights().Points[foul] != hw.Refused {
				t.Errorf("%d turns, %q", len(s.Moves), s.Message)
			}
			r.lift("H8")
			r.put("A8", board.Black)
			r.pass(time.Second)
			if s := r.phase(api.PhaseHuman); len(s.Moves) != 9 || len(s.Forbidden) != 0 {
				t.Errorf("%d turns, forbidden to White %v", len(s.Moves), s.Forbidden)
			}
		})
	}
}
