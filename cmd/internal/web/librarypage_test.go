package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/web/webtest"
)

// A ladder of captures in the corner with a variation, for the page.
const annotated = "(;GM[1]FF[4]SZ[9]PB[Anna]PW[Bo]BR[3d]DT[2026-03-01]EV[Spring Cup]RE[B+3.5]RU[Japanese]KM[6.5]C[The corner.]" +
	";B[ba];W[aa](;B[ab]C[Black takes.]TR[aa]LB[cc:A];W[cc];B[gg])(;B[dd]MA[dd];W[ee]))"

// People find a game, go through it, add a variation and a comment, save, and guess.
func TestLibraryOnThePage(t *testing.T) {
	shelf := library.Open(t.TempDir(), library.MaxIndex, nil)
	for name, text := range map[string]string{"anna.sgf": annotated, "cy.sgf": "(;GM[511]SZ[19]PB[Cy]PW[Di]DT[2025];B[JJ];W[KK];W[JK];B[AA];B[BB])"} {
		if _, err := shelf.Add(context.Background(), name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	s := newSite(t, func(s *site) { s.set = func(c *Config) { c.Library = shelf } })
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	openLibrary(p)
	p.Wait("the games", `document.querySelectorAll("#library-list .open").length === 3`)
	p.Click("#library-player")
	p.Type("ann")
	p.Wait("the game that is looked for", `document.querySelectorAll("#library-list .open").length === 1`)
	p.Keep("library")
	p.Click("#library-list .open")
	p.Wait("the game", `!document.querySelector("#tree").hidden && document.querySelector("#tree-comment").value === "The corner."`)
	if got := p.Text("#tree-about"); got != "Black wins by 3.5 · Go · Spring Cup · 1 Mar 2026" {
		t.Errorf("of the game it says %q", got)
	}
	p.Wait("its start", `document.querySelector("#tree-said").textContent === "Start of the game. Captured: Black 0, White 0."`)
	p.Wait("a board of nine", `document.querySelectorAll("#board .cell").length === 81`)
	for range 3 {
		p.Click("#tree-on")
	}
	p.Wait("the capture", `document.querySelectorAll(".stones [data-at]").length === 2 && document.querySelectorAll('[data-mark="triangle"]').length === 1`)
	p.Keep("tree")

	// A variation is played on from there, by the table's rules.
	p.Tap("A9")
	p.Wait("that suicide is refused", `document.querySelector("#toast").textContent.includes("liberty")`)
	p.Tap("E5")
	p.Wait("the new move", `document.querySelectorAll(".stones [data-at]").length === 3 && !document.querySelector("#tree-save").disabled`)
	p.Click("#tree-comment")
	p.Type("ours")

	// Who does not want to lose it stays, and the game is still in sight.
	for _, way := range []string{"#menu", "#library"} {
		webtest.Eval[bool](p, `location.hash = "`+way+`", true`)
		p.Wait("the question", `document.querySelector("#ask-dialog").open`)
		p.Click(`#ask-dialog [value="cancel"]`)
		p.Wait("the game", `location.hash.startsWith("#tree/") && document.body.dataset.view === "look" && !document.querySelector("dialog[open]") && document.querySelector("#tree-comment").value === "ours"`)
	}
	p.Click("#tree-save")
	p.Wait("that it is saved", `document.querySelector("#tree-save").disabled && document.querySelector("#toast").textContent === "Saved."`)
	p.Click("#tree-title")
	p.Type(kb.ArrowLeft)
	p.Wait("the comment of before", `document.querySelector("#tree-comment").value === "Black takes." && document.querySelectorAll("#tree-ways li").length === 2`)

	// Guessing counts what is right at once.
	p.Click("#tree-first")
	p.Click("#tree-guess")
	p.Tap("B9")
	p.Wait("the guess", `document.querySelector("#tree-said").textContent.startsWith("Right at the first try: 1 of 1.")`)
	p.Tap("G3")
	p.Wait("the wrong guess", `document.querySelector("#tree-said").textContent.includes("Not there")`)
	p.Tap("A9")
	p.Wait("the next guess", `document.querySelector("#tree-said").textContent.startsWith("Right at the first try: 1 of 2.")`)
	p.Click("#tree-comment")
	p.Type(kb.Escape)
	if !webtest.Eval[bool](p, `!document.querySelector("#tree").hidden`) {
		t.Error("the game was left while its comment was written")
	}
	p.Click("#tree-about")
	p.Type(kb.Escape)
	p.Wait("the table", `document.querySelector("#tree").hidden && document.querySelectorAll("#board .cell").length === 361`)
	if list := p.Complaints(); len(list) > 1 { // the move that was refused is one
		t.Errorf("%q", list)
	}
}

// steady returns a check that the board is where it is now, that nothing of some elements
// is cut at a side, and that axe-core finds nothing amiss in parts of the page.
func steady(t *testing.T, p *webtest.Tab, screen webtest.Screen, source, elements string) func(what string, parts ...string) {
	const place = `(() => { const r = document.querySelector("#board").getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(" ") })()`
	// Of what is seen and does not scroll by itself.
	cut := fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => {
		const r = e.getBoundingClientRect();
		return r.width && !e.closest("svg, select") && (r.left < -1 || r.right > innerWidth + 1) }).map((e) => e.id || e.tagName).join(" ")`, elements)
	before := webtest.Eval[string](p, place)
	return func(what string, parts ...string) {
		t.Helper()
		if got := webtest.Eval[string](p, cut); got != "" {
			t.Errorf("%s: cut at a side: %s", what, got)
		}
		if got := webtest.Eval[string](p, place); got != before {
			t.Errorf("%s: the board went from %s to %s", what, before, got)
		}
		if !hasBarriersOfItsOwn(screen) {
			return
		}
		for _, v := range p.Violations(source, parts...) {
			t.Errorf("%s: %s", what, v)
		}
	}
}

// Of several files that are added, those that cannot be read are named.
func TestFilesThatCannotBeReadAreNamed(t *testing.T) {
	s := newSite(t, func(s *site) {
		s.set = func(c *Config) { c.Library = library.Open(t.TempDir(), library.MaxIndex, nil) }
	})
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	openLibrary(p)
	webtest.Eval[bool](p, `(() => {
		const files = new DataTransfer();
		for (const [name, text] of [["list.txt", "milk"], ["a.sgf", "(;GM[1]SZ[9];B[ee])"], ["b.sgf", "(;GM[1]SZ[9];B[cc])"], ["letter.sgf", "Dear Ann"]]) files.items.add(new File([text], name));
		return document.querySelector("#library-dialog").dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true })) || true;
	})()`)
	p.Wait("the two names", `document.querySelector("#toast").textContent === "list.txt: This file cannot be read as a game record. letter.sgf: This file cannot be read as a game record."`)
	p.Wait("the other games", `document.querySelector("#library-said").textContent.includes("2")`)
}

// In small and large windows, light and dark, in both languages: the board stays where it is, nothing
// is cut at a side, and axe-core finds nothing amiss.
func TestLibraryInEveryWindow(t *testing.T) {
	shelf := library.Open(t.TempDir(), library.MaxIndex, nil)
	long := strings.NewReplacer("PB[Anna]", "PB[remote opponent]", "PW[Bo]", "PW[human, Stonehand level 5]").Replace(annotated)
	if _, err := shelf.Add(context.Background(), "anna.sgf", []byte(long)); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(s *site) { s.set = func(c *Config) { c.Library = shelf } })
	b, source := browser(t), webtest.Axe(t)
	for _, screen := range []webtest.Screen{
		{Width: 320, Height: 568, Touch: true}, {Width: 390, Height: 844, Touch: true, Dark: true, Language: "zh-CN"},
		{Width: 360, Height: 640, Touch: true}, {Width: 844, Height: 390, Touch: true, Language: "zh-CN"}, {Width: 1366, Height: 768, Dark: true},
	} {
		t.Run(fmt.Sprintf("%dx%d", screen.Width, screen.Height), func(t *testing.T) {
			p := b.Open(t, s.url(), screen)
			check := steady(t, p, screen, source, "#top *, #tree-status, #tree-status *, #tree button, #library-dialog *")
			cut := `[...document.querySelectorAll("#tree-title")].filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map((e) => e.id).join(" ")`
			openLibrary(p)
			p.Wait("the games", `document.querySelectorAll("#library-list .open").length === 2`)
			check("library", "#library-dialog")
			p.Click("#library-list .open")
			p.Wait("the game", `!document.querySelector("#tree").hidden`)
			for range 3 {
				p.Click("#tree-on")
			}
			p.Wait("the capture", `document.querySelectorAll(".stones [data-at]").length === 2`)
			check("game", "#top", "#tree-status", "#low")
			for _, font := range fonts {
				webtest.Eval[bool](p, fmt.Sprintf(`(document.documentElement.style.setProperty("--font", %q), true)`, font))
				if what := webtest.Eval[string](p, cut); what != "" {
					t.Errorf("%s is cut in font %q", what, font)
				}
			}
			p.Keep("tree-" + t.Name()[len("TestLibraryInEveryWindow/"):])
		})
	}
}
