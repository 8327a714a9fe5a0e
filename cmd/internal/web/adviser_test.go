package web

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// Who gives hints is chosen in the page's settings, of those who play the game; the choice
// is kept, and what the adviser likes is on the board for those who want it.
func TestChoosingAnAdviser(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Phase, n.Wanted, n.Turn, n.Marks, n.ToMove, n.Human = api.PhaseHuman, nil, nil, nil, board.Black, []board.Color{board.Black}
		n.Players = []api.Program{{Name: "gnugo", Shown: "GNU Go", Games: []string{"go"}}, {Name: "six", Shown: "Six", Games: []string{"connect6"}}, {Name: "road-shape", Shown: "Road/shape", Games: []string{"connect6"}}}
	})
	p := browser(t).Open(t, s.url(), webtest.Desktop)
	options := `[...document.querySelector("#adviser").options].map((o) => o.text).join()`
	p.Wait("the advisers", `!document.querySelector("#hint-ask").disabled && `+options+`.startsWith("Table setting,Machine,Six,")`)
	ask := func(want string) {
		t.Helper()
		p.Wait("asking", `document.querySelector("#hint-ask").click() || true`)
		lastCommand(t, s, want)
	}
	ask(`{"do":"hint"}`)
	choose := `(() => { const c = document.querySelector("#adviser"); c.value = "six"; c.dispatchEvent(new Event("change")); return c.value === "six" })()`
	p.Wait("the choice", choose)
	ask(`{"adviser":"six","do":"hint"}`)
	chance := 0.61
	s.table.set(func(n *api.Snapshot) {
		n.Hint = &api.Hint{Why: api.HintSearch, Points: apitest.Points("C3", "D4"), Said: map[string]string{"en": "Hint from Six: C3 and D4.", "zh": "Six 的提示：C3和D4。"},
			Candidates: []api.Candidate{{Points: apitest.Points("C3", "D4"), Chance: &chance}}}
	})
	p.Wait("the hint", `document.querySelector("#hint-said").textContent.includes("Hint from Six") && !document.querySelector('[data-mark="candidate"]')`)
	p.Wait("candidates on", `document.querySelector("#set-candidates").click() || true`)
	p.Wait("the candidates", `[...document.querySelectorAll('[data-mark="candidate"]')].map((e) => e.dataset.at + e.textContent).sort().join() === "C361,D461"`)
	inMenu(p)
	p.Keep("adviser")
	p.Reload()
	p.Wait("the choice is kept", `document.querySelector("#adviser")?.value === "six"`)
	s.table.set(func(n *api.Snapshot) { n.Players = n.Players[:1] })
	p.Wait("nobody to choose", `document.querySelector("#adviser-setting").hidden`)
	ask(`{"do":"hint"}`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// An adviser's long name keeps the choice of advisers on a phone's screen.
func TestAdvisersOnASmallPhone(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Players = []api.Program{{Name: "road-shape-sight", Games: []string{"connect6"}}}
	})
	p := browser(t).Open(t, s.url(), webtest.Screen{Width: 320, Height: 568, Touch: true})
	p.Wait("the choice", `!document.querySelector("#adviser-setting").hidden`)
	p.Wait("the menu", `(location.hash = "menu", document.querySelector("#adviser").checkVisibility())`)
	if !webtest.Eval[bool](p, `document.querySelector("#adviser").getBoundingClientRect().right <= document.querySelector("#adviser-setting").getBoundingClientRect().right + 1`) {
		t.Error("the choice of advisers is cut")
	}
}
