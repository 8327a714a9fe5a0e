package web

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/clock"
)

// A question of the board is shown with a button for each answer, in the page's
// language, and its points are marked.
func TestQuestion(t *testing.T) {
	b, s := browser(t), newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Phase, n.Wanted, n.Turn = api.PhaseRepair, nil, nil
		says(n, "The stones do not stand as in the game. Play on from here? And whose turn is it?", "棋子与对局不符。要从当前局面继续吗？轮到谁？")
		n.Question = &api.Inquiry{ID: 7, Kind: "set-up", Text: n.Message, Options: []api.Option{
			at("A1", option("black", "Black to move", "轮到黑方")), at("A1", option("white", "White to move", "轮到白方")), option("no", "No", "否"),
		}}
	})
	p := b.Open(t, s.url(), webtest.Phone)
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

	// Asked while the machine's stones are to be placed, it is what the title is about; what
	// the table says is seen whole beside a clock.
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Helping, n.Clock = true, api.Clock{Control: apitest.As[clock.Control]("10m+5s"), Black: api.ClockSide{LeftMS: 600_000}, White: api.ClockSide{LeftMS: 600_000}}
		asked := func(l text.Language) string { return l.Join(l.Say(text.AskSetUp), l.Say(text.AnswerSide, "A15")) }
		says(n, asked(text.English), asked(text.Chinese))
		n.Question = &api.Inquiry{ID: 8, Kind: "set-up", Text: n.Message, Options: []api.Option{at("A15", option("black", "Black to move", "轮到黑方")), at("A15", option("white", "White to move", "轮到白方")), option("no", "No", "否")}}
	})
	d := b.Open(t, s.url(), webtest.Screen{Width: 1280, Height: 800})
	for _, headline := range []string{"请恢复棋盘", "Restore the board"} {
		d.Wait("the question", `document.querySelector("#headline").textContent === "`+headline+`" && document.querySelectorAll("#pips i").length === 0`)
		if high := webtest.Eval[[]int](d, `(() => { const m = document.querySelector("#message"); return [m.scrollHeight, m.clientHeight] })()`); high[0] > high[1] {
			t.Errorf("%s: %q is %d pixels high in %d", headline, d.Text("#message"), high[0], high[1])
		}
		d.Keep("question-laptop-" + headline)
		otherLanguage(d)
	}
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
