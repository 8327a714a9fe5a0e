package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

// twoPlayGo is a game of Go between two people, in its middle.
func twoPlayGo(n *api.Snapshot) {
	n.GameID, n.Game, n.Cols, n.Rows, n.Phase, n.Due = "go", "go", 9, 9, api.PhaseHuman, 1
	n.Human, n.Moves = []board.Color{board.Black, board.White}, apitest.Turns([][]string{{"C3"}, {"G7"}, {"G3"}, {"C7"}})
	n.Record, n.Stones = nil, nil
	for i, p := range apitest.Points("C3", "G7", "G3", "C7") {
		n.Record = append(n.Record, api.Stone{Point: p, Color: board.Black + board.Color(i%2)})
		n.Stones = append(n.Stones, api.Seen{Point: p, Color: referee.Black + referee.Sight(i%2)})
	}
	n.Go = &api.Go{Terms: apitest.As[game.Terms]("chinese"), Komi: 7.5}
	says(n, "Black to move: put down one black stone.", "轮到黑方：请放一枚黑子。")
}

// People who play Go on a small phone see how to pass, and then what is counted and how to
// agree to it, without scrolling.
func TestGoOnASmallPhone(t *testing.T) {
	s := newSite(t)
	s.table.set(twoPlayGo)
	b := browser(t)
	for _, screen := range []webtest.Screen{{Width: 360, Height: 640, Touch: true}, {Width: 320, Height: 568, Touch: true, Dark: true, Language: "zh-CN"}, {Width: 1280, Height: 800}} {
		s.table.set(twoPlayGo)
		p := b.Open(t, s.url(), screen)
		seen := func(when string, ids ...string) {
			t.Helper()
			for _, id := range ids {
				if !webtest.Eval[bool](p, `(() => { const r = document.querySelector("`+id+`").getBoundingClientRect(), e = document.elementFromPoint(r.x + r.width / 2, r.bottom - 4);
					return r.width > 40 && r.height > 15 && r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && Boolean(e?.closest("`+id+`")) })()`) {
					t.Errorf("%dx%d, %s: %s cannot be seen", screen.Width, screen.Height, when, id)
				}
			}
			if cut := webtest.Eval[string](p, `[...document.querySelectorAll("#acts button")].filter((e) => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)).map((e) => e.id).join()`); cut != "" {
				t.Errorf("%dx%d, %s: %s is cut", screen.Width, screen.Height, when, cut)
			}
			p.Keep(fmt.Sprintf("go-%d-%s", screen.Width, when))
		}
		p.Wait("the game", `!document.querySelector("#go").hidden && !document.querySelector("#pass").disabled`)
		seen("play", "#pass", "#undo", "#pause", "#resign", "#new", "#go-about")
		p.Click("#pass")
		lastCommand(t, s, `{"do":"pass"}`)
		s.table.set(func(n *api.Snapshot) {
			n.Phase, n.Due, n.Moves = api.PhaseCount, 0, append(n.Moves, nil, nil)
			n.Go = &api.Go{Terms: n.Go.Terms, Komi: 7.5, Counting: true, Score: "W+6.5", Points: api.Two{Black: 41, White: 47.5}, Dead: apitest.Points("G3"), Owner: "b" + "................................................................................"}
			says(n, "Both sides have passed. Tap the dead stones, then agree.", "双方均已停一手。请点选死子，然后确认。")
		})
		p.Wait("the count", `!document.querySelector("#go-acts").hidden`)
		seen("count", "#agree-black", "#agree-white", "#play-on", "#go-count")
		p.Click("#agree-white")
		lastCommand(t, s, `{"color":"white","do":"agree"}`)
		s.table.set(func(n *api.Snapshot) {
			n.Phase, n.Result, n.Reason, n.ToMove, n.Go = api.PhaseOver, "white", "score", board.Empty, &api.Go{Terms: n.Go.Terms, Komi: 7.5, Score: "W+6.5", Points: n.Go.Points}
			says(n, "White wins by 6.5 points.", "白方胜6.5目。")
		})
		p.Wait("the end", `!document.querySelector("#end-acts").hidden`)
		seen("over", "#go-count", "#end-again")
		if !webtest.Eval[bool](p, `["pass", "agree-black", "play-on"].every((id) => !document.querySelector("#" + id).checkVisibility())`) {
			t.Error("a game that is over can be passed or agreed to")
		}
		for _, complaint := range p.Complaints() {
			t.Errorf("console: %s", complaint)
		}
		webtest.Eval[bool](p, `(localStorage.clear(), true)`)
	}
}

// Two people who count a game of Go by keys go from the pass to their agreement, and from
// one's to the other's.
func TestGoCountedByKeys(t *testing.T) {
	s := newSite(t)
	s.table.set(twoPlayGo)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	focused := func(what, id string) {
		t.Helper()
		p.Wait(what, `document.activeElement.id === "`+id+`"`)
	}
	count := func(agreed ...board.Color) {
		s.table.set(func(n *api.Snapshot) {
			n.Phase, n.Due = api.PhaseCount, 0
			n.Go = &api.Go{Terms: n.Go.Terms, Komi: 7.5, Counting: true, Score: "W+6.5", Points: api.Two{Black: 41, White: 47.5}, Agreed: agreed}
		})
	}
	p.Use(webtest.ByKeys, "button", "Pass")
	lastCommand(t, s, `{"do":"pass"}`)
	count()
	focused("the count", "agree-black")
	p.Type(kb.Enter)
	lastCommand(t, s, `{"color":"black","do":"agree"}`)
	count(board.Black)
	focused("the other side", "agree-white")
	p.Type(kb.Enter)
	lastCommand(t, s, `{"color":"white","do":"agree"}`)
	s.table.set(func(n *api.Snapshot) {
		n.Phase, n.Result, n.Reason, n.ToMove, n.Go = api.PhaseOver, "white", "score", board.Empty, &api.Go{Terms: n.Go.Terms, Komi: 7.5, Score: "W+6.5", Points: n.Go.Points}
	})
	focused("the end", "end-again")
}

// One point is not "1 points", whose ever it is.
func TestCountOfOnePoint(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		twoPlayGo(n)
		n.Phase, n.Go = api.PhaseCount, &api.Go{Terms: n.Go.Terms, Komi: 6.5, Counting: true, Score: "W+5.5", Points: api.Two{Black: 1, White: 6.5}}
	})
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	p.Wait("the count", `document.querySelector("#go-count").textContent === "Points: Black 1, White 6.5"`)
}

// The dialog for a new game of Go begins with what the game on the table has.
func TestNewGameOfGoAsTheLastOne(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		terms   string
		has     api.Go
		chooses string // rules, goal, handicap, where it stands, komi
	}{
		{"japanese komi 0 handicap 3 free", api.Go{Handicap: 3}, "japanese 0 3 free 0"},
		{"capture 5", api.Go{Capture: 5}, "chinese 5 0  "},
		{"aga handicap 12 free capture 7", api.Go{Handicap: 12, Capture: 7}, "aga 0 0 free "}, // more than the dialog offers
	} {
		s.table.set(func(n *api.Snapshot) {
			twoPlayGo(n)
			c.has.Terms = apitest.As[game.Terms](c.terms)
			n.Go = &c.has
		})
		p := browser(t).Open(t, s.url(), webtest.Desktop)
		p.Click("#new")
		p.Wait(c.chooses, `["rules", "capture", "handicap", "places", "komi"].map((name) => document.querySelector("#go-" + name).value).join(" ") === "`+c.chooses+`"`)
	}
}
