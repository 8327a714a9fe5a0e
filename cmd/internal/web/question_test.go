package web

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
)

// A question of the board is shown with a button for each answer, in the page's
// language, and its points are marked.
func TestQuestion(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Phase, n.Wanted, n.Turn = api.PhaseRepair, nil, nil
		says(n, "The stones do not stand as in the game. Play on from here? And whose turn is it?", "棋子与对局不符。要从当前局面继续吗？轮到谁？")
		n.Question = &api.Inquiry{ID: 7, Kind: "set-up", Text: n.Message, Options: []api.Option{
			at("A1", option("black", "Black to move", "轮到黑方")), at("A1", option("white", "White to move", "轮到白方")), option("no", "No", "否"),
		}}
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the answers", `[...document.querySelectorAll("#answers button")].map((b) => b.textContent).join() === "Black to move,White to move,No"`)
	if got := p.Text("#message"); got != "The stones do not stand as in the game. Play on from here? And whose turn is it?" {
		t.Errorf("the page says %q", got)
	}
	if got := p.Marked("asked"); len(got) != 1 || got[0] != "A1" {
		t.Errorf("marked as asked: %v", got)
	}
	p.Keep("question-phone")
	otherLanguage(p)
	p.Wait("Chinese", `document.querySelector('#answers [data-answer="no"]').textContent === "否" && document.querySelector("#message").textContent.startsWith("棋子与对局不符")`)
	p.Click(`#answers [data-answer="white"]`)
	for end := time.Now().Add(webtest.Limit); len(s.table.taken()) == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
	}
	if got := s.table.taken(); len(got) != 1 || got[0].Do != api.DoAnswer || got[0].Question != 7 || got[0].Answer != "white" {
		t.Fatalf("commands %+v", got)
	}
	s.table.set(func(n *api.Snapshot) { n.Question = nil })
	p.Wait("the answers to go", `document.querySelector("#answers").hidden`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
