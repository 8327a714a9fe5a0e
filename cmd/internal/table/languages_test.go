package table

import (
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw/sim"
)

// TestBothLanguagesSayTheSame puts one stone too many down and one of the wrong
// colour: anyone who reads the page in the other language is told the same, and not to
// go on.
func TestBothLanguagesSayTheSame(t *testing.T) {
	for _, own := range []text.Language{text.English, text.Chinese} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) {
				c.Human, c.Language = api.Colors{board.Black, board.White}, own
			})
			defer r.stop()
			says := func(zh, en string) {
				t.Helper()
				r.pass(3 * time.Second)
				s := r.table.Snapshot()
				if got := s.Said["zh"].Message; !strings.Contains(got, zh) {
					t.Errorf("in Chinese: %q, want %q in it", got, zh)
				}
				if got := s.Said["en"].Message; !strings.Contains(got, en) {
					t.Errorf("in English: %q, want %q in it", got, en)
				}
				if s.Message != s.Said[own.String()].Message {
					t.Errorf("the message is %q, and in its language %q", s.Message, s.Said[own.String()].Message)
				}
				if strings.ContainsFunc(s.Said["en"].Message, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
					t.Errorf("Chinese in %q", s.Said["en"].Message)
				}
			}
			r.pass(3 * time.Second)
			r.put("J10", board.Black)
			r.pass(3 * time.Second)
			r.put("K10", board.White)
			r.put("K11", board.White)
			r.put("K12", board.White)
			says("请取走", "Take away the stone on")
			r.lift("K12")
			r.pass(3 * time.Second)
			r.put("A1", board.White)
			says("颜色不对", "wrong colour")
			r.lift("A1")
			if _, err := r.table.Do(t.Context(), api.Command{Do: api.DoPause}); err != nil {
				t.Fatal(err)
			}
			says("暂停", "paused")
		})
	}
}

// Helping hands that are putting the board right need no person, and nobody is asked
// in either language.
func TestNobodyIsAskedForWhatHandsDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Human, c.Simulated, c.Helping = api.Colors{board.Black, board.White}, true, true
		})
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		for _, do := range []string{api.DoUndo, api.DoNewGame} {
			s := r.do(api.Command{Do: do})
			if !s.Mending || s.Said["en"].Message != "The helping hands are putting the board right." || s.Said["zh"].Message != "系统正在自动恢复棋盘。" {
				t.Errorf("after %s: %q", do, s.Said)
			}
		}
		if s := r.do(api.Command{Do: api.DoHands, Answer: api.HandsOwn}); !strings.Contains(s.Message, "take all stones off") {
			t.Errorf("%q", s.Message)
		}
	})
}
