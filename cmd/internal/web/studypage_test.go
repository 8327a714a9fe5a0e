package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// goState is a game of Go in which a corner has begun.
func goState(n *api.Snapshot) {
	n.Game, n.Human, n.Go = "go", []board.Color{board.Black, board.White}, &api.Go{Komi: 7.5, Shown: api.ShowOff}
	n.Record, n.Stones, n.Moves, n.ToMove = nil, nil, nil, board.Black
	for i, name := range []string{"P4", "D4", "P17", "D16", "Q14", "C3"} {
		p, err := size19.Parse(name, board.Algebraic)
		if err != nil {
			panic(err)
		}
		c := []board.Color{board.Black, board.White}[i%2]
		n.Record = append(n.Record, api.Stone{Point: p, Color: c})
		n.Moves = append(n.Moves, api.Points{p})
	}
	n.Stones = []api.Seen{}
	n.Link = false // the stones are the record's
	says(n, "Black to move: put down one black stone.", "轮到黑方：请落一枚黑子。")
}

func TestStudyOverHTTP(t *testing.T) {
	s, _ := newServer(t)
	a := ask(t, s, "POST", "/api/study", `{"size":"3x3","stones":"b...w....","to_move":"white"}`)
	var study api.Study
	if err := json.Unmarshal([]byte(a.text), &study); a.StatusCode != 200 || err != nil {
		t.Fatalf("%s %s", a.Status, a.text)
	}
	if len(study.Map.Points) != 9 || len(study.Worth) != 9 || study.Worth[0] != nil || study.Worth[1] == nil || study.Counting {
		t.Errorf("%+v", study)
	}
	if again := ask(t, s, "POST", "/api/study", `{"size":"3x3","stones":"b...w....","to_move":"white"}`); again.text != a.text {
		t.Errorf("asked twice: %s", again.text)
	}
	for body, want := range map[string]string{
		`{"size":"3x3","stones":"b","to_move":"white"}`:               "has 1 characters",
		`{"size":"3x3","stones":"b...w....","to_move":"green"}`:       "",
		`{"size":"3x3","stones":"b...w....","to_move":"white","a":1}`: "is unknown",
	} {
		if a := ask(t, s, "POST", "/api/study", body); a.StatusCode != 400 || !strings.Contains(a.text, want) {
			t.Errorf("%s: %s %s", body, a.Status, a.text)
		}
	}
}

// The switch draws the heat map, the balance is said and drawn, pointing at a point says what a
// move there is worth, and known moves are listed and marked, with the counts of the library.
func TestStudyOnThePage(t *testing.T) {
	shelf := library.Open(t.TempDir(), library.MaxIndex, nil)
	if _, err := shelf.Add(context.Background(), "one.sgf", []byte("(;GM[1]FF[4]SZ[19]RE[B+R];B[pp];W[dp];B[pc];W[dd];B[qf];W[cq];B[qn])")); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(s *site) { s.set = func(c *Config) { c.Library = shelf } })
	s.table.set(goState)
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	p.Wait("the card", `!document.querySelector("#study").hidden && document.querySelector("#study-bar").hidden`)
	p.Click(`#study input[value="map"] + span`)
	p.Wait("the map", `document.querySelectorAll("#board .study .black").length > 50 && document.querySelectorAll("#board .study .white").length > 50`)
	if got := p.Text("#study-balance"); !strings.Contains(got, "has more influence: +") {
		t.Errorf("the balance is said to be %q", got)
	}
	p.Keep("study-map")
	p.Click(`#study input[value="forces"] + span`)
	p.Wait("the forces", `document.querySelector("#board .study").dataset.key.endsWith("forces")`)
	p.Click(`#study input[value="territory"] + span`)
	p.Wait("the territory", `document.querySelectorAll('#board [data-mark="area"]').length > 5 && !document.querySelector("#board .study").children.length`)
	webtest.Eval[bool](p, `document.querySelector('[data-point="C6"]').dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", bubbles: true }))`)
	p.Wait("what C6 is worth", `document.querySelector("#study-point").textContent.startsWith("C6: a move here is worth ")`)
	webtest.Eval[bool](p, `(document.querySelector('[data-point="K10"]').focus(), true)`)
	p.Type(kb.ArrowUp)
	p.Wait("what the point at the keyboard is worth", `document.querySelector("#study-point").textContent.startsWith("K11: ") && document.querySelector('[data-point="K11"]').getAttribute("aria-label").includes("a move here is worth")`)
	p.Click("#study-moves")
	p.Wait("the known moves, with the counts of the library", `document.querySelectorAll("#study-known li").length > 2 && document.querySelectorAll('#board [data-mark="known"]').length > 2 && document.querySelector("#study-games").textContent === "Games counted in your library: 1."`)
	if got := p.Text("#study-known"); !strings.Contains(got, "in this position 1×, won 1") {
		t.Errorf("the list does not have what was played here: %q", got)
	}
	p.Keep("study-moves")
	otherLanguage(p)
	p.Wait("Chinese", `document.querySelector("#study-games").textContent === "已统计棋谱库中 1 局。"`)
	otherLanguage(p)
	webtest.Eval[bool](p, `(() => { const e = document.querySelector("#study-lights"); e.value = "area"; return e.dispatchEvent(new Event("change")); })()`)
	p.Wait("that the lights are asked for", `true`)
	s.table.set(func(n *api.Snapshot) { n.Go.Shown = api.ShowMoves })
	p.Wait("what the lights show", `document.querySelector("#study-lights").value === "moves"`)
	if got := s.table.taken(); !slices.ContainsFunc(got, func(c api.Command) bool { return c.Do == api.DoShow && c.Answer == api.ShowTerritory }) {
		t.Errorf("the table was asked %v", got)
	}

	// It is remembered, and off is off.
	p = browser(t).Open(t, s.url(), webtest.Desktop)
	p.Click(`#study input[value="off"] + span`)
	p.Wait("nothing", `document.querySelector("#study-bar").hidden && !document.querySelectorAll('#board [data-mark="area"]').length`)
	if list := p.Complaints(); len(list) > 0 {
		t.Errorf("%q", list)
	}
}

// A hint is asked for, shown and said; it is refused in words where there is none.
func TestHintOnThePage(t *testing.T) {
	s := newSite(t)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the button", `!document.querySelector("#hint-ask").disabled`)
	p.Click("#hint-ask")
	p.Wait("that the table is asked", `true`)
	at := size19.Point(180)
	s.table.set(func(n *api.Snapshot) {
		n.Hint = &api.Hint{Why: api.HintWin, Points: api.Points{at}, Said: map[string]string{"en": "Hint: J10. It wins by force.", "zh": "提示：J10。"}}
	})
	p.Wait("the hint", `document.querySelector("#hint-said").textContent === "Hint: J10. It wins by force." && document.querySelectorAll('#board [data-mark="suggested"]').length === 1`)
	p.Keep("hint")
	s.table.set(func(n *api.Snapshot) {
		says(n, "Hint: J10. It wins by force. Black to move.", "提示：J10。轮到黑方。")
	})
	p.Wait("that it is said once", `document.querySelector("#message").textContent.includes("J10") && document.querySelector("#hint-said").textContent === ""`)
	if got := s.table.taken(); len(got) == 0 || got[0].Do != api.DoHint {
		t.Errorf("the table was asked %v", got)
	}
	s.table.set(func(n *api.Snapshot) { n.Hint, n.Phase = nil, api.PhaseThinking })
	p.Wait("that the machine's time has none", `document.querySelector("#hint-ask").disabled && !document.querySelectorAll('#board [data-mark="suggested"]').length`)
	s.table.set(func(n *api.Snapshot) { n.Phase, n.Remote = api.PhaseHuman, &api.Remote{Color: board.White, Link: "up"} })
	p.Wait("that a remote game has none", `document.querySelector("#hint-ask").disabled && document.querySelector("#hint-said").textContent.includes("remote")`)
	if list := p.Complaints(); len(list) > 0 {
		t.Errorf("%q", list)
	}
}

// In the library's games too; and a finger that rests on a point says what it is worth, and
// plays nothing.
func TestStudyInEveryWindow(t *testing.T) {
	shelf := library.Open(t.TempDir(), library.MaxIndex, nil)
	if _, err := shelf.Add(context.Background(), "anna.sgf", []byte("(;GM[1]FF[4]SZ[19]PB[Anna]PW[Bo];B[pp];W[dp];B[pc];W[dd];B[qf];W[cq])")); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(s *site) { s.set = func(c *Config) { c.Library = shelf } })
	s.table.set(goState)
	b, source := browser(t), webtest.Axe(t)
	for _, screen := range []webtest.Screen{
		{Width: 320, Height: 568, Touch: true}, {Width: 390, Height: 844, Touch: true, Dark: true, Language: "zh-CN"},
		{Width: 844, Height: 390, Touch: true}, {Width: 1366, Height: 768, Dark: true, Language: "zh-CN"}, {Width: 1440, Height: 900},
	} {
		name := fmt.Sprintf("%dx%d", screen.Width, screen.Height)
		t.Run(name, func(t *testing.T) {
			p := b.Open(t, s.url(), screen)
			check := steady(t, p, screen, source, "#study *, #hint *")
			p.Click(`#study input[value="map"] + span`)
			if !webtest.Eval[bool](p, `document.querySelector("#study-moves").checked`) { // as on the screen before
				p.Click("#study-moves")
			}
			p.Wait("the map", `document.querySelectorAll("#board .study rect").length > 100 && document.querySelectorAll("#study-known li").length > 2`)
			check("table", "#low")
			p.Keep("study-" + name)
			webtest.Eval[bool](p, `(document.querySelector("#study-title").scrollIntoView(), true)`)
			p.Keep("study-card-" + name)
			webtest.Eval[bool](p, `document.querySelector('[data-point="K10"]').dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }))`)
			p.Wait("the tip", `!document.querySelector("#study-tip").hidden && document.querySelector("#study-tip").textContent.startsWith("K10")`)
			check("tip", "#table")
			p.Keep("study-tip-" + name)
			stones := len(p.Stones())
			webtest.Eval[bool](p, `(document.querySelector('[data-point="K10"]').dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", bubbles: true })), document.querySelector('[data-point="K10"]').dispatchEvent(new MouseEvent("click", { bubbles: true })))`)
			openLibrary(p)
			p.Wait("the games", `document.querySelectorAll("#library-list .open").length === 2`)
			webtest.Eval[bool](p, `([...document.querySelectorAll("#library-list .open")].find((e) => e.textContent.includes("Anna")).click(), true)`)
			p.Wait("the game", `!document.querySelector("#tree").hidden && document.querySelector("#tree #study")`)
			p.Click("#tree-last")
			p.Wait("its map", `document.querySelectorAll("#board .study rect").length > 100 && document.querySelectorAll('#board [data-mark="known"]').length > 2`)
			check("record", "#low")
			p.Keep("study-tree-" + name)
			p.Click("#tree-close")
			p.Wait("the table", `document.querySelector("#tree").hidden && document.querySelector("#side #study")`)
			if n := len(p.Stones()); n != stones {
				t.Errorf("the finger that rested on a point has played: %d stones, not %d", n, stones)
			}
			if list := p.Complaints(); len(list) > 0 {
				t.Errorf("%q", list)
			}
		})
	}
}
