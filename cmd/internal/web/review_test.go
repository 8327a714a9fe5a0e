package web

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// What the page says of an analysis under way, cancelled, failed and done.
func TestAnalysisOnThePage(t *testing.T) {
	analyst := newFakeAnalyst()
	s := newSite(t, func(s *site) { s.games, s.judge = shelf{"a": threeTurns, "b": threeTurns}, analyst })
	s.table.set(func(n *api.Snapshot) {
		n.GameID, n.Phase, n.Result, n.Reason, n.ToMove = "a", api.PhaseOver, "black", "resign", board.Empty
	})
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	says := func(what, text string) {
		t.Helper()
		p.Wait(what, `document.querySelector("#analyse-text").textContent === `+quoted(text)+` && !document.querySelector("#analyse-now").hidden`)
	}
	offers := func(what, text, hint string) {
		t.Helper()
		p.Wait(what, `!document.querySelector("#analyse-form").hidden && document.querySelector("#analyse-start").textContent === `+quoted(text)+
			` && document.querySelector("#analyse-hint").textContent === `+quoted(hint))
	}

	// From the table, when its game is over.
	p.Wait("the way back", `!document.querySelector("#look-back").hidden`)
	p.Click("#look-back")
	p.Wait("the game", `!document.querySelector("#review").hidden && document.querySelectorAll(".stones [data-at]").length === 5`)
	offers("the offer", "Analyse", "takes about 6 s")
	p.Keep("look-back")

	p.Click("#analyse-start")
	says("the beginning", "Analysing: 0 of 4 positions.")
	analyst.letGo(1)
	says("progress", "Analysing: 1 of 4 positions.")
	s.table.set(func(n *api.Snapshot) { n.GameID, n.Phase, n.Result, n.ToMove = "c", api.PhaseThinking, "", board.White })
	analyst.tokens <- errWait
	says("the pause", "Analysing: 1 of 4 positions. Waiting while the machine thinks.")
	if got := p.Text("#review-live"); got != "At the table: White is thinking" {
		t.Errorf("of the table is said %q", got)
	}
	s.table.set(func(n *api.Snapshot) { n.Phase = api.PhaseHuman })
	analyst.letGo(1)
	says("the end of the pause", "Analysing: 2 of 4 positions.")
	p.Click("#analyse-cancel")
	offers("the offer, after the other was cancelled", "Analyse", "takes about 6 s")

	p.Click("#analyse-start")
	analyst.tokens <- errors.New("no memory")
	offers("the failure", "Analyse", "The analysis failed. The table’s log says why.")

	// Another game sees that the machine is busy, and may end that.
	p.Click("#analyse-start")
	analyst.letGo(2)
	p.Click("#review-close")
	p.Wait("the table", `document.querySelector("#review").hidden && document.body.dataset.view === "play" && document.querySelector("#view-title").textContent === "Stonehand"`)
	inMenu(p)
	p.Click(`#games li:nth-child(2) .back`)
	says("that another is under way", "Analysing another game: 2 of 4 positions.")
	p.Click("#analyse-cancel")
	offers("the offer", "Analyse", "takes about 6 s")
	p.Click("#analyse-start")
	analyst.letGo(4)
	p.Wait("the graph", `document.querySelectorAll("#graph [data-turn]").length === 3 && document.querySelectorAll('#graph [data-symbol="bad"]').length === 1`)
	offers("more time", "Analyse again", "")

	// A machine that was restarted has forgotten what it was about and what it had
	// found; the page shows that still.
	webtest.Eval[bool](p, `document.querySelector("#analyse-time").value = "5", true`)
	p.Click("#analyse-start")
	analyst.letGo(1)
	says("another analysis", "Analysing: 1 of 4 positions.")
	s.stop()
	p.Wait("the page to say that the machine is away", `!document.querySelector("#offline").hidden`)
	s.start()
	p.Wait("the page to notice", `document.querySelector("#offline").hidden && document.querySelector("#annotated-sgf").hidden`)
	offers("more time", "Analyse again", "")
	p.Type("m")
	p.Wait("the mistake", `document.querySelector("#step-count").textContent === "Turn 2 of 3" && location.hash === "#game/b/2" && document.querySelectorAll('[data-mark="better"]').length === 2`)

	// The browser's own way back leads to the table and to the game again.
	p.Click("#review-close")
	p.Wait("the table", `document.querySelector("#review").hidden && document.title === "White to play · Stonehand"`)
	webtest.Eval[bool](p, `history.back() ?? true`)
	p.Wait("the game", `!document.querySelector("#review").hidden && document.querySelector("#step-count").textContent === "Turn 2 of 3"`)
	p.Type(kb.End)
	p.Wait("the end", `location.hash === "#game/b/3"`)
	for _, complaint := range p.Complaints() {
		t.Logf("console: %s", complaint) // the machine was away
	}
}

// A game that began from a position set up by hand, with White to move.
func TestReviewOfAGameThatWasSetUp(t *testing.T) {
	s := newSite(t, func(s *site) {
		s.games = shelf{"a": "(;FF[4]GM[511]SZ[19]AB[JJ][KK]AW[AA]PL[W]RE[B+R];W[CC];W[CD];B[JK];B[JL])"}
	})
	p := browser(t).Open(t, s.url()+"#game/a/0", webtest.Desktop)
	p.Wait("the position", `document.querySelectorAll(".stones [data-at]").length === 3`)
	p.Type(kb.ArrowRight)
	p.Wait("the first turn", `document.querySelectorAll(".stones [data-at]").length === 5`)
	if got := webtest.Eval[string](p, `document.querySelector('#turns [data-turn="1"]').getAttribute("aria-label")`); !strings.Contains(got, "White C3 C4") {
		t.Errorf("the first turn is called %q", got)
	}
	p.Keep("look-back-set-up")
	p.Type(kb.Escape)
	p.Wait("the table", `document.body.dataset.view === "play" && document.querySelector("#review").hidden`)
}

// Games of Gomoku can be looked back at and analysed.
func TestReviewOfGomoku(t *testing.T) {
	s := newSite(t, func(s *site) {
		s.games = shelf{"a": "(;FF[4]GM[4]SZ[15]RE[B+R];B[hh];W[aa];B[hi])"}
	})
	p := browser(t).Open(t, s.url()+"#game/a", webtest.Phone)
	p.Wait("the game", `!document.querySelector("#review").hidden && document.querySelectorAll(".stones [data-at]").length === 3`)
	if got := webtest.Eval[bool](p, `document.querySelector("#analyse-form").hidden`); got || p.Text("#graph-title") != "Analysis" {
		t.Errorf("hidden: %v, under the title %q", got, p.Text("#graph-title"))
	}
	p.Keep("look-back-gomoku")
}

// What cannot be looked back at is said, and the table stays.
func TestReviewIsRefused(t *testing.T) {
	s := newSite(t, func(s *site) { s.games = shelf{"go": "(;GM[1];B[dd])"} })
	p := browser(t).Open(t, s.url()+"#game/nothing", webtest.Phone)
	p.Wait("the refusal", `document.querySelector("#toast").textContent.startsWith('There is no finished game "nothing"')`)
	inMenu(p)
	p.Click("#games .back")
	p.Wait("the other refusal", `document.querySelector("#toast").textContent.startsWith("This file cannot be read as a game record.")`)
	if !webtest.Eval[bool](p, `document.querySelector("#review").hidden && !document.querySelector("#side").hidden && document.body.dataset.view === "play"`) {
		t.Error("the table is gone")
	}
}

// quoted writes a text as a JavaScript string.
func quoted(text string) string {
	b, err := encode(text)
	if err != nil {
		return `""`
	}
	return string(b)
}

// A person who looks back at a game sees the buttons that go through it, and the turn, in
// every window without scrolling.
func TestStepsAreInSight(t *testing.T) {
	s := newSite(t, func(s *site) { s.games, s.judge = shelf{"a": threeTurns}, newFakeAnalyst() })
	for _, screen := range windows[:5] {
		p := browser(t).Open(t, s.url()+"#game/a", screen)
		p.Wait("the game", `!document.querySelector("#review").hidden && document.querySelectorAll(".stones [data-at]").length === 5`)
		if hidden := webtest.Eval[string](p, `[...document.querySelectorAll("#steps > *, #review-close")].filter((e) => {
			const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.x + r.width / 2, r.bottom - 4);
			return r.bottom > innerHeight || !(top === e || e.contains(top)) }).map((e) => e.id).join()`); hidden != "" {
			t.Errorf("%dx%d: %s out of sight", screen.Width, screen.Height, hidden)
		}
		p.Keep(fmt.Sprintf("steps-%dx%d", screen.Width, screen.Height))
	}
}
