package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// opens is the configuration of a table that plays with openings on 15x15.
func opens(rules, opening, human string) string {
	text := strings.Replace(fast, "level = 1\n", fmt.Sprintf("level = 4\nrules = %q\nopening = %q\nhuman = %q\n", rules, opening, human), 1)
	return strings.Replace(text, "[board]\n", "[board]\ncols = 15\nrows = 15\n", 1)
}

// anywhere plays where the opening, and the rules, allow it.
func anywhere(s *api.Snapshot, due int) []string {
	if a := s.Opening.Allowed; len(a) > 0 {
		return []string{a[len(a)-1].String()}
	}
	var list []string
	for _, row := range []string{"1", "2", "15"} {
		for _, col := range strings.Split("A C D F G I J L M O", " ") {
			p := col + row
			if !slices.ContainsFunc(s.Stones, func(x api.Seen) bool { return x.Point.String() == p }) && !slices.Contains(s.Forbidden, apitest.At(p)) {
				list = append(list, p)
			}
		}
	}
	return list[:due]
}

// openGame plays through an opening and a few turns more at the simulated board.
// People choose what is chosen last of what there is.
func openGame(t *testing.T, p *process, until func(*api.Snapshot) bool) *api.Snapshot {
	t.Helper()
	for end := time.Now().Add(10 * patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s, err := p.State()
		if err != nil {
			t.Fatal(err)
		}
		if until(s) {
			return s
		}
		if s.Phase == api.PhaseChoose {
			if _, err := p.Command(map[string]any{"do": "choose", "answer": s.Opening.Choices[len(s.Opening.Choices)-1]}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := p.Act(s, anywhere); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the opening does not end")
	return nil
}

// TestOpenings plays every opening from either seat at the simulated board, with
// the machine in the other, through a power cut, and reads the records again.
func TestOpenings(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games take a while with the race detector, so -short leaves it out")
	}
	t.Parallel()
	data := t.TempDir()
	config := daemonConfig(t, opens("renju", "renju-rif", "black"))
	p := startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
	for i, c := range []struct{ game, opening, human string }{
		{"renju", "renju-rif", "black"}, {"renju", "renju-rif", "white"}, {"renju", "renju", "white"},
		{"gomoku", "swap2", "black"}, {"gomoku", "swap2", "white"},
	} {
		if i > 0 {
			if _, err := p.Command(map[string]any{"do": "new-game", "game": c.game, "opening": c.opening, "human": c.human}); err != nil {
				t.Fatal(err)
			}
		}
		s := openGame(t, p, func(s *api.Snapshot) bool {
			return s.Opening.Kind.String() == c.opening && len(s.Opening.Made) > 0 && s.Phase != api.PhaseRepair
		})
		p.Kill()
		p = startDaemon(t, "stonehand", "serve", "--data", data, "--config", config)
		again := p.Until(t, "the board", func(s *api.Snapshot) bool { return s.Link })
		if again.GameID != s.GameID || len(again.Moves) < len(s.Moves) || again.Opening.Black != s.Opening.Black && len(again.Opening.Made) == len(s.Opening.Made) {
			t.Fatalf("%+v: after the power cut %+v, before it %+v", c, again, s)
		}
		s = openGame(t, p, func(s *api.Snapshot) bool { return len(s.Moves) >= 7 })
		if s.Opening.Player != 0 || len(s.Opening.Choices) != 0 || (s.Opening.Code == "") != (c.game == "gomoku") {
			t.Errorf("%+v: the opening is %+v", c, s.Opening)
		}
		if _, err := p.Command(map[string]any{"do": "resign"}); err != nil {
			t.Fatal(err)
		}
		r, err := sgf.ReadAny(sgfOf(t, p.tableClient, s.GameID))
		if err != nil {
			t.Fatalf("%+v: its record: %v", c, err)
		}
		if black := slices.Contains(s.Human, board.Black); black != (r.Black == "human") || black == (r.White == "human") {
			t.Errorf("%+v: people had %v, and the record has %q against %q", c, s.Human, r.Black, r.White)
		}
		rules, _ := r.Game.(game.Gomoku)
		var made []api.Made
		for _, m := range r.Made {
			made = append(made, api.Made{After: m.After, Choice: m.Choice})
		}
		if string(rules.Opening) != c.opening || !slices.Equal(made, s.Opening.Made) || len(r.Offer) != 0 != (c.opening == "renju-rif") {
			t.Errorf("%+v: the record has %s, %v and %v; chosen was %v", c, rules.Opening, made, r.Offer, s.Opening.Made)
		}
	}
}

// TestOpeningByTaps goes through Renju's opening on the page, in a real browser, by
// taps alone: stones where they are marked, the choice by a button.
func TestOpeningByTaps(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, opens("renju", "renju-rif", "both")))
	p := browser.Open(t, d.Base+"/", webtest.Phone)
	wait := func(what string, ok func(*api.Snapshot) bool) *api.Snapshot { return d.Until(t, what, ok) }
	tap := func(what, point string, ok func(*api.Snapshot) bool) {
		p.Wait(what+": the page", `document.querySelector("#status").dataset.phase !== "thinking"`)
		p.Tap(point)
		wait(what, ok)
	}
	turns := func(n int) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool { return len(s.Moves) == n }
	}
	p.Wait("the point in the middle", `document.querySelectorAll('.marks [data-mark="allowed"]').length === 1`)
	tap("the first stone", "H8", turns(1))
	p.Wait("the points around it", `document.querySelectorAll('.marks [data-mark="allowed"]').length === 8`)
	tap("the second stone", "I9", turns(2))
	p.Wait("the points of the third stone", `document.querySelectorAll('.marks [data-mark="allowed"]').length === 23`)
	tap("the third stone", "I7", turns(3))
	p.Wait("the choice", `document.querySelector("#opening-name").textContent === "Opening I7, Hogetsu" && document.querySelectorAll("#answers button").length === 2`)
	p.Keep("opening-choice-phone")
	p.Click(`#answers [data-answer="black"]`)
	wait("the exchange", func(s *api.Snapshot) bool { return s.Opening.Black == 2 && s.Phase == api.PhaseHuman })
	// The board moves when the choice goes.
	p.Wait("the choice to go", `document.querySelectorAll("#answers button").length === 0`)
	tap("the fourth stone", "A1", turns(4))
	p.Wait("two stones to be due", `document.querySelectorAll("#pips .due").length === 2`)
	p.Tap("H6")
	p.Wait("the first of them", `document.querySelector('.stones [data-at="H6"]') !== null`)
	tap("the fifth stones", "L5", turns(5))
	p.Wait("the buttons that keep one", `[...document.querySelectorAll("#answers button")].map((b) => b.textContent).join() === "keep H6,keep L5"`)
	// Who takes one stone off the board has chosen the other.
	p.Tap("L5")
	s := wait("the fifth stone", func(s *api.Snapshot) bool { return len(s.Opening.Made) == 2 && s.Phase == api.PhaseHuman })
	if got := s.Moves[4]; len(got) != 1 || got[0].String() != "H6" || s.ToMove != board.White {
		t.Errorf("the fifth turn is %v, and %s is to move", got, s.ToMove)
	}
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
