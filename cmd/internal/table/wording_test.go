package table

import (
	"errors"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Every verdict has a sentence in every language, and marks that the lights and
// the page can show.
func TestEveryVerdictIsWordedAndShown(t *testing.T) {
	one, two := []board.Point{board.At(1, 1)}, []board.Point{board.At(1, 1), board.At(2, 1)}
	stone := func(k referee.MarkKind, c board.Color) referee.Mark {
		return referee.Mark{Point: board.At(1, 1), Kind: k, Color: c}
	}
	for _, v := range []referee.Verdict{
		referee.Moved{From: board.At(1, 1), To: board.At(2, 2), Color: board.Black},
		referee.Replaced{Stones: []referee.Mark{stone(referee.MarkWrong, board.White)}},
		referee.Replaced{Stones: []referee.Mark{stone(referee.MarkWrong, board.White), stone(referee.MarkWrong, board.Black)}},
		referee.Missing{Stones: []referee.Mark{stone(referee.MarkMissing, board.Black)}},
		referee.Missing{Stones: []referee.Mark{stone(referee.MarkMissing, board.White), stone(referee.MarkMissing, board.Black)}},
		referee.OutOfTurn{Points: one, Color: board.Black}, referee.OutOfTurn{Points: two, Color: board.White},
		referee.TooMany{Points: one, Due: 2}, referee.TooMany{Points: two, Due: 1},
		referee.Refused{Points: two, Err: errors.New("overline")},
		referee.Extra{Points: one}, referee.Extra{Points: two},
		referee.TakingBack{Stones: []referee.Mark{stone(referee.MarkMissing, board.White)}, Turns: 1},
		referee.TakingBack{Stones: []referee.Mark{stone(referee.MarkMissing, board.White)}, Rest: two, Turns: 2},
		referee.Wanted{Points: one, Color: board.Black}, referee.Wanted{Points: two, Color: board.White},
		referee.Unseen{Points: one, Color: board.White},
		referee.Captured{Stones: []referee.Mark{stone(referee.MarkCaptured, board.White), stone(referee.MarkCaptured, board.White)}},
		referee.Capturing{Stones: []referee.Mark{stone(referee.MarkCaptured, board.White)}, At: board.At(2, 1)},
		referee.Capturing{Stones: []referee.Mark{stone(referee.MarkMissing, board.White)}, At: board.At(2, 1), Asked: true},
		referee.Partial{Points: one, Due: 2}, referee.Ready{Points: two, Color: board.White},
	} {
		for _, l := range []text.Language{text.English, text.Chinese} {
			table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Language: l})
			if err != nil {
				t.Fatal(err)
			}
			s := table.core.present().Advice(v)
			han := strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
			if s == "" || strings.Contains(s, "%!") || han != (l == text.Chinese) {
				t.Errorf("%T in %v: %q", v, l, s)
			}
		}
		if len(v.Marks()) == 0 {
			t.Errorf("%T marks no point", v)
		}
		for _, m := range v.Marks() {
			if s := present.Signal(m); s == hw.Off || !s.Valid() {
				t.Errorf("%T: %v is shown as %v", v, m, s)
			}
			if present.MarkNames[m.Kind] == "" && m.Kind != referee.MarkWanted {
				t.Errorf("%T: mark %v has no name", v, m.Kind)
			}
		}
	}
}

// Every question has a sentence in every language, with and without a point on
// the board that answers it, and a text for every button.
func TestEveryQuestionIsWorded(t *testing.T) {
	about := func(n int) []referee.Mark {
		return []referee.Mark{{Point: board.At(1, 1), Kind: referee.MarkAsked, Color: board.Black}, {Point: board.At(2, 1), Kind: referee.MarkAsked, Color: board.White}}[:n]
	}
	turn := func(c board.Color) game.Turn {
		return game.Turn{Color: c, Points: []board.Point{board.At(3, 3), board.At(4, 4)}}
	}
	yes, no := referee.Option{Answer: referee.Yes, Point: board.Nowhere}, referee.Option{Answer: referee.No, Point: board.Nowhere}
	black, white := referee.Option{Answer: referee.BlackMoves, Point: board.Nowhere}, referee.Option{Answer: referee.WhiteMoves, Point: board.Nowhere}
	seen := map[string]bool{}
	for _, q := range []referee.Question{
		{Kind: referee.AskNewGame, Options: []referee.Option{yes, no}},
		{Kind: referee.AskSetUp, Options: []referee.Option{black, white, no}},
		{Kind: referee.AskUnseen, Options: []referee.Option{{Answer: "B2", Point: board.Nowhere}, no}, About: about(1)},
		{Kind: referee.AskUnseen, Options: []referee.Option{{Answer: "B2", Point: board.Nowhere}, {Answer: "C2", Point: board.Nowhere}, no}, About: about(2)},
		{Kind: referee.AskTurns, Options: []referee.Option{yes, no}, Turns: []game.Turn{turn(board.White), turn(board.Black)}},
		{Kind: referee.AskCapture, Options: []referee.Option{yes, no}, About: about(1), Turns: []game.Turn{turn(board.White)}},
		{Kind: referee.AskColors, Options: []referee.Option{yes}, About: about(2)},
	} {
		for _, l := range []text.Language{text.English, text.Chinese} {
			for _, at := range []board.Point{board.Nowhere, board.At(0, 0)} {
				table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Language: l})
				if err != nil {
					t.Fatal(err)
				}
				q.Options = slices.Clone(q.Options)
				q.Options[0].Point = at
				table.core.sensed.View.Question = &q
				got := table.core.present().Question()
				texts := got.Text
				for _, o := range got.Options {
					texts += o.Text
					if o.Text == "" {
						t.Errorf("%v: the answer %v has no text", q.Kind, o.Answer)
					}
				}
				han := strings.ContainsFunc(got.Text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
				if got.Text == "" || strings.Contains(texts, "%!") || strings.Contains(texts, "EXTRA") || han != (l == text.Chinese) {
					t.Errorf("%v in %v: %q", q.Kind, l, texts)
				}
				if at == board.Nowhere {
					if seen[got.Text] {
						t.Errorf("two questions are %q", got.Text)
					}
					seen[got.Text] = true
				}
			}
		}
	}
}

func TestEndings(t *testing.T) {
	table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}})
	if err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]game.Result{
		"White wins with six in a row.":                     {Winner: board.White, Reason: game.ByLine, Line: make([]board.Point, 6)},
		"White wins":                                        {Winner: board.White, Reason: game.ByLine},
		"Black wins":                                        {Winner: board.Black, Reason: game.ByCapture}, // as a record tells
		"White wins. Stones captured: 3.":                   {Winner: board.White, Reason: game.ByCapture, Score: "W+3"},
		"Black wins with seven in a row.":                   {Winner: board.Black, Reason: game.ByLine, Line: make([]board.Point, 7)},
		"White wins with 12 in a row.":                      {Winner: board.White, Reason: game.ByLine, Line: make([]board.Point, 12)},
		"Black resigned. White wins.":                       {Winner: board.White, Reason: game.ByResign},
		"White ran out of time. Black wins.":                {Winner: board.Black, Reason: game.ByTime},
		"The board is full. Black has more fives and wins.": {Winner: board.Black, Reason: game.ByFives},
		"The board is full. The game is a draw.":            {Reason: game.ByFull},
		"The board is full, and both sides have the same number of fives. The game is a draw.": {Reason: game.ByFives},
	} {
		r.Over = true
		if got := table.core.present().Ending(r); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// In the dark is only what nobody has to look at: whatever a person has to do
// is lit, and the edge says who is to move.
func TestThePictureOfEveryPhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		edge := func(p api.Phase, want hw.Signal) {
			t.Helper()
			r.phase(p)
			if got := r.board.Lights().Edge; got != want {
				t.Errorf("edge in phase %v is %v, want %v", p, got, want)
			}
		}
		lit := func(name string, want hw.Signal) {
			t.Helper()
			if got := r.board.Lights().Points[r.index(name)]; got != want {
				t.Errorf("%s shows %v, want %v", name, got, want)
			}
		}
		r.pass(time.Second)
		edge(api.PhaseHuman, hw.YourTurn)
		r.put("J10", board.White)
		r.pass(time.Second)
		lit("J10", hw.WrongColor)
		r.lift("J10")
		r.put("J10", board.Black)
		r.pass(time.Second)
		edge(api.PhaseThinking, hw.Thinking)
		lit("J10", hw.Accepted)
		r.put("K10", board.Black)
		r.pass(200 * time.Millisecond)
		lit("K10", hw.Extra)
		r.pass(time.Second)
		edge(api.PhasePlace, hw.Off)
		lit("A1", hw.PlaceWhite)
		lit("K10", hw.Extra)
		r.do(api.Command{Do: api.DoPause})
		edge(api.PhasePaused, hw.Paused)
		lit("A1", hw.Off)
		r.do(api.Command{Do: api.DoResume})
		lit("A1", hw.PlaceWhite)
		r.put("A1", board.Black)
		r.pass(200 * time.Millisecond)
		lit("A1", hw.WrongColor)
		r.lift("J10")
		r.pass(200 * time.Millisecond)
		edge(api.PhaseRepair, hw.Off)
		lit("J10", hw.MissingBlack)
		lit("B1", hw.PlaceWhite)
		r.do(api.Command{Do: api.DoNewGame})
		edge(api.PhaseClear, hw.Off)
		lit("A1", hw.Extra)
		lit("B1", hw.Off)
		r.do(api.Command{Do: api.DoResign})
		edge(api.PhaseOver, hw.Off)
		r.board.Unplug()
		r.pass(time.Second)
		r.phase(api.PhaseLost)
	})
}
