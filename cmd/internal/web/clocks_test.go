package web

import (
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// timed puts a clock of ten minutes and byo-yomi on the table, White's time
// running.
func timed(n *api.Snapshot) {
	scene(n)
	n.Phase, n.Turn, n.Wanted = api.PhaseHuman, nil, nil
	n.Human = []board.Color{board.Black, board.White}
	says(n, "White to move: put down two white stones.", "轮到白方：请落两枚白子。")
	n.Clock = api.Clock{Control: apitest.As[clock.Control]("10m+3x30s"), Running: board.White, PeriodMS: 30_000,
		Black: api.ClockSide{LeftMS: 8*60_000 + 42_000, Periods: 3}, White: api.ClockSide{LeftMS: 2_500, Periods: 3}}
}

// counts waits until White's last seconds are counted on the page. They pass by
// the wall's clock: who was too slow to see them is given them again.
func counts(t *testing.T, s *site, p *webtest.Tab) {
	t.Helper()
	for range 20 {
		s.table.set(timed)
		if p.Sees(`/^[012]\.\d$/.test(document.querySelector("#clock-white .left")?.textContent)`, 5*time.Second) {
			return
		}
	}
	t.Fatalf("White's last seconds are not counted; the page says %q", p.Text("#clock-white .left"))
}

// The clocks stand beside or below the board, count by themselves, go over into
// byo-yomi and warn, on every screen.
func TestClocksOnThePage(t *testing.T) {
	b := browser(t)
	chinese, dark := webtest.Phone, webtest.Desktop
	chinese.Language = "zh-CN"
	dark.Dark = true
	for name, screen := range map[string]webtest.Screen{"phone": webtest.Phone, "desktop": webtest.Desktop, "large": webtest.Large, "chinese": chinese, "dark": dark} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			p := b.Open(t, s.url(), screen)
			p.Wait("no clock", `document.body.dataset.clock !== "yes"`)
			counts(t, s, p)
			p.Wait("White's clock to run", `document.body.dataset.clock === "yes" && document.querySelector("#clock-white").dataset.running === "yes" && document.querySelector("#clock-black .left").textContent === "8:42"`)
			p.Wait("byo-yomi", `document.querySelector("#clock-white .left").textContent.startsWith("0:2") && document.querySelector("#clock-white .left").textContent.length === 4`)
			p.Keep("clocks-" + name)
			if ok := webtest.Eval[bool](p, `[..."bw"].every((_, i) => { const c = document.querySelectorAll("[role=timer]")[i].getBoundingClientRect(), b = document.querySelector("#board").getBoundingClientRect();
				return (c.top >= b.bottom || c.bottom <= b.top || c.left >= b.right) && c.width > 40 && c.left >= 0 && c.top >= 0 && c.right <= innerWidth && c.bottom <= innerHeight })`); !ok {
				t.Error("the clocks are not whole in the window, beside, above or below the board")
			}
			s.table.set(func(n *api.Snapshot) {
				n.Clock.White = api.ClockSide{LeftMS: 9_300, Periods: 1, Overtime: true}
				says(n, "White to move: put down two white stones. Byo-yomi: this is the last period. Less than 10 seconds are left.",
					"轮到白方：请落两枚白子。读秒：最后一次。剩余时间不足10秒。")
			})
			p.Wait("the warning", `document.querySelector("#clock-white").dataset.low === "yes"`)
			want := "Less than 10 seconds are left."
			if name == "chinese" {
				want = "剩余时间不足10秒。"
			}
			p.Wait("the warning in words", `document.querySelector("#message").textContent.includes("`+want+`")`)
			p.Keep("clocks-low-" + name)
			s.table.set(func(n *api.Snapshot) { n.Clock.Running, n.Phase = board.Empty, api.PhasePaused })
			p.Wait("the clocks to stand", `document.querySelector("#clock-white").dataset.running === "no"`)
			before := p.Text("#clock-white .left")
			p.Wait("the time to be noted", `(window.noted = performance.now())`)
			p.Wait("half a second", `performance.now() > window.noted + 500`)
			if after := p.Text("#clock-white .left"); after != before {
				t.Errorf("a clock that stands went from %s to %s", before, after)
			}
			s.table.set(func(n *api.Snapshot) { n.Clock = api.Clock{Control: clock.Control{}} })
			p.Wait("the clocks to go", `document.body.dataset.clock !== "yes"`)
			if c := p.Complaints(); len(c) > 0 {
				t.Error(c)
			}
		})
	}
}

// Time that runs while somebody looks back at a finished game is not given back.
func TestClocksGoOnBehindAReview(t *testing.T) {
	s := newSite(t, func(s *site) { s.games = shelf{"a": threeTurns} })
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	counts(t, s, p)
	p.Wait("the review", `(location.hash = "#game/a/0") && document.body.dataset.clock !== "yes"`)
	p.Wait("byo-yomi to begin", `(window.since ??= performance.now()) + 2500 < performance.now()`)
	p.Wait("the table", `!(location.hash = "") && document.body.dataset.clock === "yes"`)
	if left := p.Text("#clock-white .left"); !strings.HasPrefix(left, "0:") {
		t.Errorf("White has %s left", left)
	}
}

// A game's clock is chosen in the dialog, from those at hand or in words; one
// that cannot be is not sent.
func TestChoosingAClock(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the buttons", `!document.querySelector("#new").disabled`)
	p.Click("#new")
	p.Wait("the dialog", `document.querySelector("#new-dialog").open && document.querySelector("#clock").value === "none" && !document.querySelector("#time-field").hidden`)
	choose := func(value string) {
		t.Helper()
		p.Wait("the choice "+value, `(() => { const c = document.querySelector("#clock"); c.value = "`+value+`"; c.dispatchEvent(new Event("change")); return c.value === "`+value+`" })()`)
	}
	// What is hidden is not asked for: an empty time would keep the dialog from being sent.
	webtest.Eval[bool](p, `document.querySelector("#time").value = "", true`)
	choose("10m+5s")
	p.Wait("no time a turn", `document.querySelector("#time-field").hidden`)
	p.Keep("clock-dialog-phone")
	p.Click("#new-ok")
	lastCommand(t, s, `{"clock":"10m+5s","do":"new-game","game":"connect6","human":"black","level":5,"time":5}`)

	s.table.set(func(n *api.Snapshot) { n.Clock.Control = apitest.As[clock.Control]("15m+10s") })
	p.Wait("the clocks", `document.body.dataset.clock === "yes"`)
	inMenu(p)
	p.Click("#seats")
	p.Wait("the present clock in words", `document.querySelector("#clock").value === "other" && document.querySelector("#clock-other").value === "15m+10s"`)
	p.Click("#new-ok")
	lastCommand(t, s, `{"do":"seats","human":"black","level":5,"time":5}`)

	p.Click("#new")
	choose("other")
	for text, valid := range map[string]bool{
		"soon": false, "10": false, "10m+5": false, "x30s": false, "": false,
		"10m": true, "1h30m + 0.5s": true, "10M+3×30s": false, "10m+3×30s": true, "45s / turn": true, "3x1m": true,
	} {
		if got := webtest.Eval[bool](p, `(() => { const o = document.querySelector("#clock-other"); o.value = "`+text+`"; return o.validity.valid })()`); got != valid {
			t.Errorf("%q is valid: %v, want %v", text, got, valid)
		}
	}
	p.Wait("another clock", `(() => { document.querySelector("#clock-other").value = "20m+5x1m"; return true })()`)
	p.Keep("clock-other-phone")
	p.Click("#new-ok")
	lastCommand(t, s, `{"clock":"20m+5x1m","do":"new-game","game":"connect6","human":"black","level":5,"time":5}`)
	if c := p.Complaints(); len(c) > 0 {
		t.Error(c)
	}
}
