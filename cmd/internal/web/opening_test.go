package web

import (
	"slices"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// opened is a table with an opening at its second stone.
func opened(n *api.Snapshot) {
	n.Game, n.Cols, n.Rows, n.Phase = "renju", 15, 15, api.PhaseHuman
	n.Games = []string{"renju", "gomoku", "connect6"}
	n.Openings = map[string][]opening.Kind{"renju": {"free", "swap2", "renju", "renju-rif"}, "gomoku": {"free", "swap2"}, "connect6": {"free"}}
	n.ToMove, n.Side, n.Due, n.Human = board.White, board.Black, 1, []board.Color{board.Black}
	n.Moves, n.Record, n.Stones = apitest.Turns([][]string{{"H8"}}), []api.Stone{{Point: apitest.At("H8"), Color: board.Black}}, []api.Seen{{Point: apitest.At("H8"), Color: referee.Black}}
	n.Opening = api.Opening{Kind: "renju", Player: 1, Black: 1, Allowed: apitest.Points("G7", "G8", "G9", "H7", "H9", "I7", "I8", "I9")}
	says(n, "The opening: the first player puts down one white stone. It belongs on one of the points that are lit.", "开局：先手一方放一枚白子。应放在亮灯的点上。")
}

// In an opening the page marks where the stone may go, offers the choice as
// buttons, and names the opening, in either language.
func TestOpeningOnThePage(t *testing.T) {
	s := newSite(t)
	s.table.set(opened)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the opening", `document.querySelector("#headline").textContent === "Opening" && document.querySelector("#opening-name").hidden`)
	got := p.Marked("allowed")
	slices.Sort(got)
	if !slices.Equal(got, []string{"G7", "G8", "G9", "H7", "H9", "I7", "I8", "I9"}) {
		t.Errorf("allowed: %v", got)
	}
	p.Wait("the legend", `document.querySelector("#legend").textContent.includes("you may play here")`)
	p.Keep("opening-phone")
	otherLanguage(p)
	p.Wait("Chinese", `document.querySelector("#message").textContent === "开局：先手一方放一枚白子。应放在亮灯的点上。"`)
	otherLanguage(p)

	s.table.set(func(n *api.Snapshot) {
		n.Phase, n.Due, n.Side, n.Human = api.PhaseChoose, 0, board.White, []board.Color{board.White}
		n.Moves = apitest.Turns([][]string{{"H8"}, {"H9"}, {"I9"}})
		n.Opening = api.Opening{Kind: "renju", Player: 2, Black: 1, Choices: []opening.Choice{"white", "black"}, Code: "D4", Name: "Kagetsu", Named: map[string]string{"en": "Kagetsu", "zh": "花月"}}
		says(n, "It is for the second player to choose.", "请后手一方选择。")
		n.Question = &api.Inquiry{ID: 3, Kind: "choice", Text: n.Message, Options: []api.Option{
			at("A1", option("white", "take White", "执白")), at("O1", option("black", "take Black", "执黑")),
		}}
	})
	p.Wait("the choice", `[...document.querySelectorAll("#answers button")].map((b) => b.textContent).join() === "take White,take Black" && document.querySelector("#headline").textContent === "Please choose"`)
	p.Wait("the opening's name", `document.querySelector("#opening-name").textContent === "Opening D4, Kagetsu" && !document.querySelector("#opening-name").hidden`)
	otherLanguage(p)
	p.Wait("its Chinese name", `document.querySelector("#opening-name").textContent === "开局：D4 花月"`)
	otherLanguage(p)
	if got := p.Marked("asked"); len(got) != 2 {
		t.Errorf("marked as asked: %v", got)
	}
	p.Keep("choice-phone")
	p.Click(`#answers [data-answer="black"]`)
	lastCommand(t, s, `{"answer":"black","do":"answer","question":3}`)

	s.table.set(func(n *api.Snapshot) {
		n.Opening = api.Opening{Kind: "renju-rif", Black: 1, Choices: []opening.Choice{"J6", "F6"}, Code: "D4", Name: "花月"}
		says(n, "White chooses between J6 and F6: the other black stone comes off the board.", "请白方在J6和F6中选择一枚保留，并取走另一枚黑子。")
		n.Question = &api.Inquiry{ID: 4, Kind: "choice", Text: n.Message, Points: apitest.Points("J6", "F6"), Options: []api.Option{option("J6", "keep J6", "保留J6"), option("F6", "keep F6", "保留F6")}}
	})
	p.Wait("the two fifth stones", `[...document.querySelectorAll("#answers button")].map((b) => b.textContent).join() === "keep J6,keep F6" &&
		document.querySelector("#message").textContent === "White chooses between J6 and F6: the other black stone comes off the board." && document.querySelector("#headline").textContent === "White to play"`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// A new game's opening is chosen among those that its game has.
func TestNewGameWithAnOpening(t *testing.T) {
	s := newSite(t)
	s.table.set(opened)
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Click("#new")
	p.Wait("the openings of Renju", `document.querySelector("#opening").value === "renju" && document.querySelectorAll("#opening option").length === 4`)
	p.Keep("new-opening-phone")
	webtest.Eval[string](p, `(() => { const l = document.querySelector("#game"); l.value = "connect6"; l.dispatchEvent(new Event("change")); return l.value })()`)
	p.Wait("no opening for Connect6", `document.querySelector("#opening-field").hidden`)
	webtest.Eval[string](p, `(() => { const l = document.querySelector("#game"); l.value = "gomoku"; l.dispatchEvent(new Event("change")); return l.value })()`)
	p.Wait("the openings of Gomoku", `[...document.querySelectorAll("#opening option")].map((o) => o.value).join() === "free,swap2" && !document.querySelector("#opening-field").hidden`)
	webtest.Eval[string](p, `document.querySelector("#opening").value = "swap2"`)
	p.Click("#new-ok")
	lastCommand(t, s, `{"do":"new-game","game":"gomoku","human":"black","level":5,"opening":"swap2","time":5}`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}
