package web

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// What a program thinks is shown with its own values where it tells no chance to win. Its
// candidates are on the board for those who want them.
func TestCandidatesOnThePage(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Phase, n.Wanted, n.Turn, n.Marks, n.ToMove = api.PhaseThinking, nil, nil, nil, board.White
		n.Programs = api.Sides{White: "rapfi"}
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the buttons", `!document.querySelector("#new").disabled`)
	half := 0.525
	stop := s.table.keepTelling(api.Update{Thought: &api.Thought{
		Depth: 12, Score: -310, Nodes: 45000, TotalMS: 5000, LeftMS: 2000, Line: apitest.Turns([][]string{{"D4"}, {"E5"}}),
		Candidates: []api.Candidate{{Points: apitest.Points("D4"), Score: -310}, {Points: apitest.Points("F6"), Score: 12, Chance: &half}},
	}})
	defer stop()
	p.Wait("the value", `document.querySelector("#score").textContent === "White −310" && document.querySelector("#depth").textContent === "12"`)
	p.Wait("no candidate", `!document.querySelector('[data-mark="candidate"]')`)
	p.Wait("the setting", `document.querySelector("#set-candidates").click() || true`)
	p.Wait("the candidates", `[...document.querySelectorAll('[data-mark="candidate"]')].map((e) => e.dataset.at + e.textContent).sort().join() === "D4−310,F653"`)
	p.Keep("candidates")
	p.Wait("their legend", `document.querySelector("#legend").textContent.includes("candidate, with its value")`)
	otherLanguage(p)
	p.Wait("the other language", `document.querySelector("#legend").textContent.includes("候选点及其评估")`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
