package web

import (
	"fmt"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// What the reader chooses takes effect at once and is kept by the browser; single keys
// press the page's buttons until they are turned off.
func TestSettingsAreKept(t *testing.T) {
	s := newSite(t)
	s.table.set(scene)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	shown := func(what, of string) {
		t.Helper()
		p.Wait(what, `document.querySelectorAll("#board .number").length === `+of)
	}
	shown("no numbers", "0")
	p.Type("t")
	shown("the turns' numbers", "13")
	p.Type("c")
	names := `getComputedStyle(document.querySelector("#board .names")).display`
	p.Wait("the names to go", names+` === "none"`)
	p.Type("m")
	p.Wait("the menu", `!document.querySelector("#menu").hidden`)
	p.Click("#set-last")
	p.Keep("settings-desktop")
	if v := p.Violations(webtest.Axe(t)); len(v) > 0 {
		t.Error(v)
	}
	p.Reload()
	p.Wait("the page again", `document.body?.dataset.online === "yes" && document.querySelectorAll("#board .number").length === 13 && `+names+` === "none" && !document.querySelector("#set-last").checked`)
	p.Type("?")
	p.Wait("the list of keys", `document.querySelector("#shortcuts-dialog").open && document.querySelectorAll("#shortcuts-list dt").length > 8`)
	p.Keep("shortcuts")
	if v := p.Violations(webtest.Axe(t), "#shortcuts-dialog"); len(v) > 0 {
		t.Error(v)
	}
	p.Click("#shortcuts-dialog button")
	p.Type("n")
	p.Wait("the new game", `document.querySelector("#new-dialog").open`)
	p.Click("#new-cancel")
	p.Wait("the game again", `!document.querySelector("#new-dialog").open && document.querySelector("#menu").hidden`)
	p.Type("m")
	p.Wait("the menu", `!document.querySelector("#menu").hidden`)
	p.Click("#set-shortcuts")
	p.Wait("the keys to be off", `document.body.dataset.shortcuts === "off"`)
	p.Type("t")
	shown("the key to be off", "13")
	for _, c := range p.Complaints() {
		t.Error(c)
	}
}

// A finger sees under the loupe where it points, and its stone waits to be confirmed.
func TestFingerConfirms(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), windows[0])
	p.Click(`[data-point="K10"]`)
	p.Wait("the proposal", `!document.querySelector("#propose").hidden && document.querySelector("#propose-put").textContent.includes("K10")`)
	if got := p.Marked("proposed"); len(got) != 1 || len(p.Stones()) != 0 {
		t.Errorf("proposed: %v, on the board: %v", got, p.Stones())
	}
	p.Keep("propose-320")
	p.Click("#propose-not")
	p.Wait("the proposal to go", `document.querySelector("#propose").hidden && !document.querySelector("#board .proposed")`)
	p.Click(`[data-point="K10"]`)
	p.Click(`[data-point="L10"]`)
	p.Click("#propose-put")
	p.Wait("the stone", `document.querySelectorAll('.stones [data-at="L10"]').length === 1`)
	p.Click(`[data-point="M10"]`)
	p.Click(`[data-point="M10"]`)
	p.Wait("the second stone, by a second tap", `document.querySelectorAll('.stones [data-at="M10"]').length === 1 && document.querySelector("#propose").hidden`)
	if got := p.Stones(); len(got) != 2 {
		t.Errorf("on the board: %v", got)
	}
	webtest.Eval[any](p, `(() => { const e = document.querySelector('[data-point="E9"]'), r = e.getBoundingClientRect();
		e.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch", pointerId: 7, isPrimary: true, clientX: r.x + 3, clientY: r.y + 3 })) })()`)
	p.Wait("the loupe", `!document.querySelector("#loupe").hidden && document.querySelector("#loupe b").textContent === "E9"`)
	p.Keep("loupe-320")
}

// cut lists the texts that are seen in part only: those that reach out of an element
// that hides what is outside, or out of the window. What is hidden to the eye on
// purpose is a point in size.
const cut = `(() => {
	const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const text = walk.currentNode, at = text.parentElement;
		if (!text.data.trim() || at.closest("script, noscript, svg, select, #toast") || !at.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
		const range = document.createRange();
		range.selectNodeContents(text);
		const r = range.getBoundingClientRect();
		if (!r.width || !r.height) continue;
		let scrolls = false, secret = false;
		for (let e = at; e && e !== document.documentElement; e = e.parentElement) {
			const box = e.getBoundingClientRect(), style = getComputedStyle(e);
			if (box.width <= 1) { scrolls = secret = true; break; }
			const down = ["auto", "scroll"].includes(style.overflowY), clips = (o) => ["hidden", "clip"].includes(o);
			if (clips(style.overflowX) && (r.right > box.right + 1 || r.left < box.left - 1)) { found.push(text.data.trim() + " in " + (e.id || e.className)); break; }
			if (!scrolls && clips(style.overflowY) && (r.bottom > box.bottom + 2 || r.top < box.top - 2)) { found.push(text.data.trim() + " in " + (e.id || e.className)); break; }
			scrolls ||= down;
		}
		const key = at.closest("button, a, label")?.getBoundingClientRect();
		if (key && !secret && (r.left < key.left - 1 || r.right > key.right + 1 || r.top < key.top - 2 || r.bottom > key.bottom + 2)) found.push(text.data.trim() + " out of its button");
		if (!scrolls && (r.left < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)) found.push(text.data.trim() + " out of the window");
	}
	for (const key of document.querySelectorAll("button, a, input, select")) {
		const box = key.closest(".card, .actions")?.getBoundingClientRect(), r = key.getBoundingClientRect();
		if (box && r.width && key.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && r.right > box.right + 1) found.push((key.id || key.tagName) + " out of its card");
	}
	return found.join("; ");
})()`

// No text is cut in the narrowest window in either language, in any view.
func TestNoTextIsCut(t *testing.T) {
	for _, language := range []string{"en-GB", "zh-CN"} {
		t.Run(language, func(t *testing.T) {
			s := newSite(t, func(s *site) { s.games, s.judge = shelf{"a": threeTurns}, newFakeAnalyst() })
			screen := windows[0]
			screen.Language = language
			p := browser(t).Open(t, s.url(), screen)
			look := func(where string) {
				t.Helper()
				if found := webtest.Eval[string](p, cut); found != "" {
					t.Errorf("%s: cut: %s", where, found)
				}
				p.Keep("cut-" + language + "-" + strings.ReplaceAll(where, " ", "-"))
			}
			look("beginning")
			for _, c := range course {
				s.table.set(c.set)
				p.Wait(c.name, c.shown)
				look(c.name)
			}
			for _, level := range []int{5, 3, 10} { // the longest names
				s.table.set(func(n *api.Snapshot) {
					n.Phase, n.Result, n.Reason, n.Level, n.ToMove = api.PhaseHuman, "", "", level, board.Black
					n.Clock = api.Clock{Control: apitest.As[clock.Control]("10m+5s"), Black: api.ClockSide{LeftMS: 600_000}, White: api.ClockSide{LeftMS: 620_000}, Running: board.Black}
				})
				p.Wait("the clocks", fmt.Sprintf(`document.querySelectorAll(".clock").length === 2 && document.querySelector("#opponent").dataset.key.includes('"face":%d,')`, level))
				look(fmt.Sprintf("clock of level %d", level))
			}
			s.table.set(func(n *api.Snapshot) { n.Clock = api.Clock{Control: apitest.As[clock.Control]("none")} })
			webtest.Eval[any](p, `(location.hash = "game/a", 0)`)
			p.Wait("the game", `!document.querySelector("#review").hidden`)
			look("look back")
			webtest.Eval[any](p, `(location.hash = "", 0)`)
			p.Wait("the table", `document.querySelector("#review").hidden`)
			newGame(p)
			p.Wait("the dialog", `document.querySelector("#new-dialog").open`)
			look("new game")
			p.Click("#new-cancel")
			s.table.set(func(n *api.Snapshot) { n.Phase = api.PhaseHuman })
			p.Click("#burger")
			p.Wait("the menu", `!document.querySelector("#menu").hidden`)
			look("menu")
			p.Click("#shortcuts-show")
			look("keys")
			p.Click("#shortcuts-dialog button")
			openLibrary(p)
			look("library")
			webtest.Eval[any](p, `Object.assign(document.querySelector("#library-title").style, { width: "5px", overflow: "hidden" })`)
			if webtest.Eval[string](p, cut) == "" {
				t.Error("a title of 5 pixels passes: nothing was looked at")
			}
		})
	}
}
