package study

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

func TestHintsOfCapture(t *testing.T) {
	for name, c := range map[string]struct {
		toMove board.Color
		goal   int
		rows   string
		why    string
		point  string
		says   string
	}{
		"one stone that wins, rather than three that are saved": {board.Black, 1,
			"....X...O ....X...X ......... ......... .OXO..... .OXO..... .OXO..... ..O...... .....X...", api.HintCapture, "H9", "(one white stone). That wins."},
		"no snapback for four": {board.Black, 1,
			"......... .......X. .......X. .......X. ......... ...XO.... XXXXO.... OOOXO.... O..OO....", "", "", ""},
		"nothing can be saved": {board.Black, 1, ".O... OXO.. ..... ..OXO ...O.", api.HintLost, "", "The opponent can win by force"},
		"an eye is filled":     {board.Black, 2, "...O ...O .XOO X.XX", api.HintSearch, "B1", "I found nothing stronger"},
		"two of three":         {board.Black, 3, "OX... OX... .X... ..... .....", api.HintWorth, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			at := draw(t, c.toMove, strings.Fields(c.rows)...)
			at.Goal = c.goal
			h := inCapture(at)
			if len(h.Points) != 1 || !at.May(h.Points[0]) || h.Why != api.HintCapture && h.Why != api.HintLost && at.given(h.Points[0]) > 0 {
				t.Errorf("%+v lets the opponent win", h)
			}
			if c.why != "" && h.Why != c.why || !strings.Contains(h.Said["en"], c.says) || h.Said["zh"] == "" {
				t.Errorf("%+v", h)
			}
			if c.point != "" && h.Points[0].String() != c.point {
				t.Errorf("%v is the hint, not %s", h.Points, c.point)
			}
		})
	}
}

// In a game of capturing, a hint wins where that can be done at once, and lets the opponent
// win at once only where every move does.
func TestHintsOfCaptureGiveNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		goal := rapid.IntRange(1, 3).Draw(t, "goal")
		rules := rapid.SampledFrom([]string{"chinese", "new-zealand"}).Draw(t, "rules")
		g := game.New(game.Weiqi{Board: board.Size{Cols: 4, Rows: 4}, Terms: game.Terms{Preset: rules, Capture: goal}})
		for range rapid.IntRange(1, 15).Draw(t, "moves") {
			p := g.Size().Point(rapid.IntRange(0, 15).Draw(t, "point"))
			c, _ := g.Due()
			_ = g.Play(game.Turn{Color: c, Points: []board.Point{p}}) // or it may not be played
		}
		if g.Result().Over {
			return
		}
		c, _ := g.Due()
		won, safe := false, false
		ends := func(g *game.Game, points ...board.Point) (*game.Game, bool) {
			next := g.Clone()
			by, _ := next.Due()
			err := next.Play(game.Turn{Color: by, Points: points})
			return next, err == nil && next.Result().Winner == by
		}
		gives := func(points ...board.Point) bool {
			next, wins := ends(g, points...)
			if wins {
				return false
			}
			for p := range g.Size().Points {
				if _, lost := ends(next, p); lost {
					return true
				}
			}
			return next.Result().Winner == c.Other()
		}
		for p := range g.Size().Points {
			if g.Check(game.Turn{Color: c, Points: []board.Point{p}}) == nil {
				_, wins := ends(g, p)
				won, safe = won || wins, safe || !gives(p)
			}
		}
		h, err := (&Hints{}).Hint(t.Context(), g, nil, Adviser{})
		if err != nil || g.Check(game.Turn{Color: c, Points: h.Points}) != nil {
			t.Fatalf("%+v, %v", h, err)
		}
		if _, wins := ends(g, h.Points...); won && !wins {
			t.Fatalf("%s overlooks a capture that wins", h.Said["en"])
		}
		if safe && gives(h.Points...) {
			t.Fatalf("%s lets the opponent win at once", h.Said["en"])
		}
	})
}

// No program knows a game of capturing: none is asked.
func TestNoProgramIsAskedOfCapture(t *testing.T) {
	h := Hints{Ask: func(context.Context, player.Question) (player.Answer, error) {
		t.Error("a program was asked")
		return player.Answer{}, nil
	}}
	g := game.New(game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Capture: 1}})
	if found, err := h.Hint(t.Context(), g, nil, Adviser{Name: "gnugo", Shown: "GNU Go"}); err != nil || len(found.Points) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
}
