package web

import (
	"fmt"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// A program of the configuration is chosen for a colour in the dialog, and named on its
// player's plate; where none can play, nothing is asked.
func TestChoosingAProgram(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Players = []api.Program{{Name: "gnugo", Shown: "GNU Go", Games: []string{"go"}}, {Name: "rapfi", Shown: "Rapfi", Games: []string{"gomoku", "connect6"}}}
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	p.Wait("the buttons", `!document.querySelector("#new").disabled`)
	choose := func(id, value string) {
		t.Helper()
		p.Wait(value+" for "+id, `(() => { const c = document.querySelector("`+id+`"); c.value = "`+value+`"; c.dispatchEvent(new Event("change")); return c.value === "`+value+`" })()`)
	}
	p.Click("#new")
	p.Wait("the programs that play Connect6", `document.querySelector("#new-dialog").open && [...document.querySelector("#program-white").options].map((o) => o.text).join() === "None,Rapfi"`)
	choose("#program-white", "rapfi")
	p.Keep("programs")
	p.Click("#new-ok")
	lastCommand(t, s, `{"do":"new-game","game":"connect6","human":"black","level":5,"players":{"white":"rapfi"},"time":5}`)
	s.table.set(func(n *api.Snapshot) {
		n.Programs, n.Human = api.Sides{White: "rapfi"}, []board.Color{board.Black}
	})
	p.Wait("its name", `document.querySelector("#opponent .name b").textContent === "Rapfi"`)
	s.table.set(func(n *api.Snapshot) { n.Players, n.Programs = nil, api.Sides{} })
	p.Wait("the machine again", `document.querySelector("#opponent .name b").textContent !== "Rapfi"`)
	p.Click("#new")
	p.Wait("nothing to ask", `document.querySelector("#new-dialog").open && document.querySelector("#program-fields").hidden`)
	p.Click("#new-ok")
	lastCommand(t, s, `{"do":"new-game","game":"connect6","human":"black","level":5,"time":5}`)
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// A player of the table's own that is no level has a face among them, where one person plays.
func TestChoosingAFace(t *testing.T) {
	s := newSite(t)
	minds := api.List[api.Program]{}
	for _, name := range []string{"road-shape", "road-shape-sight", "road-road", "shape-shape", "shape-road"} {
		minds = append(minds, api.Program{Name: name, Shown: name, Games: []string{"connect6"}})
	}
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Players = append(minds, api.Program{Name: "rapfi", Shown: "Rapfi", Games: []string{"connect6"}})
	})
	for _, screen := range []webtest.Screen{{Width: 320, Height: 568, Touch: true, Language: "zh-CN"}, webtest.Desktop} {
		p := browser(t).Open(t, s.url(), screen)
		p.Wait("the buttons", `!document.querySelector("#new").disabled`)
		p.Click("#new")
		p.Wait("five faces", `document.querySelector("#new-dialog").open && document.querySelectorAll("#minds svg").length === 5`)
		p.Click(`#minds input[value="shape-road"] + span`)
		p.Wait("what it is", `document.querySelector("#level-is").textContent.length > 10 && document.querySelector("#new-ok").textContent.includes(document.querySelector("#level-out").textContent)`)
		p.Keep(fmt.Sprintf("minds-%d", screen.Width))
		if found := p.Violations(webtest.Axe(t)); len(found) > 0 {
			t.Error(strings.Join(found, "\n"))
		}
		p.Click(`#new-form [name="human"][value="none"] + span`)
		p.Wait("levels alone", `document.querySelector("#minds").hidden && document.querySelector("#new-form [name=level]:checked").value === "5"`)
		p.Click(`#new-form [name="human"][value="white"] + span`)
		p.Click(`#minds input[value="road-road"] + span`)
		p.Click("#new-ok")
		lastCommand(t, s, `{"do":"new-game","game":"connect6","human":"white","level":5,"players":{"black":"road-road"},"time":5}`)
		s.table.set(func(n *api.Snapshot) {
			n.Programs, n.Human = api.Sides{Black: "road-road"}, []board.Color{board.White}
		})
		p.Wait("its face on its plate", `document.querySelector("#opponent svg.face") !== null && ["Road/road", "路/路"].includes(document.querySelector("#opponent .name b").textContent)`)
		p.Click("#new")
		p.Wait("its face chosen", `document.querySelector("#new-dialog").open && document.querySelector("#new-form [name=level]:checked").value === "road-road"`)
		p.Click("#new-cancel")
		s.table.set(func(n *api.Snapshot) { n.Programs, n.Human = api.Sides{}, []board.Color{board.Black} })
		for _, complaint := range p.Complaints() {
			t.Errorf("console: %s", complaint)
		}
	}
}

// A program is chosen for a game of Go as for any other: a person plays the other colour, on
// the board that was chosen before.
func TestChoosingAProgramForGo(t *testing.T) {
	s := newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Games, n.GoSizes = []string{"connect6", "go"}, []string{"9x9", "19x19"}
		n.Players = []api.Program{{Name: "gnugo", Shown: "GNU Go", Games: []string{"go"}}}
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	for white, want := range map[string]string{
		"gnugo": `{"do":"new-game","game":"go","human":"black","level":5,"players":{"white":"gnugo"},"size":"19x19","terms":"chinese","time":5}`,
		"":      `{"do":"new-game","game":"go","human":"both","level":5,"players":{},"size":"19x19","terms":"chinese","time":5}`,
	} {
		p.Wait("the buttons", `!document.querySelector("#new").disabled`)
		p.Click("#new")
		for _, c := range [][2]string{{"#game", "go"}, {"#go-size", "19x19"}, {"#program-white", white}} {
			p.Wait(c[1]+" for "+c[0], `(() => { const c = document.querySelector("`+c[0]+`"); c.value = "`+c[1]+`"; c.dispatchEvent(new Event("change")); return c.value === "`+c[1]+`" })()`)
		}
		p.Click("#new-ok")
		lastCommand(t, s, want)
	}
	for _, complaint := range p.Complaints() {
		t.Errorf("console: %s", complaint)
	}
}

// Two programs are given a match in the dialog, which asks for it only where no person
// plays; their plates and the screen for an audience say how it stands.
func TestMatchOfPrograms(t *testing.T) {
	b, s := browser(t), newSite(t)
	s.table.set(func(n *api.Snapshot) {
		scene(n)
		n.Players = []api.Program{{Name: "a", Shown: "Alpha", Games: []string{"connect6"}}, {Name: "b", Shown: "Beta", Games: []string{"connect6"}}}
	})
	p := b.Open(t, s.url(), webtest.Phone)
	p.Wait("the buttons", `!document.querySelector("#new").disabled`)
	p.Click("#new")
	shown := `document.querySelector("#games-of").checkVisibility()`
	p.Wait("the dialog", `document.querySelector("#new-dialog").open && !(`+shown+`)`)
	for id, program := range map[string]string{"black": "a", "white": "b"} {
		p.Wait(program, `(() => { const c = document.querySelector("#program-`+id+`"); c.value = "`+program+`"; c.dispatchEvent(new Event("change")); return c.value === "`+program+`" })()`)
	}
	p.Wait("the games", shown)
	p.Keep("match-dialog")
	p.Wait("ten", `(() => { document.querySelector("#games-of").value = "10"; return true })()`)
	p.Click("#new-ok")
	lastCommand(t, s, `{"do":"new-game","game":"connect6","games":10,"human":"none","level":5,"players":{"black":"a","white":"b"},"time":5}`)
	elo, bar := 52.6, 120.2
	s.table.set(func(n *api.Snapshot) {
		n.Programs, n.Human = api.Sides{Black: "b", White: "a"}, []board.Color{}
		n.Match = &api.Match{Games: 10, Game: 4, First: board.White, Wins: 1, Draws: 1, Losses: 1, Elo: &elo, Bar: &bar}
	})
	plate := `((id) => [".tag", ".about"].map((q) => document.querySelector(id + " " + q)?.textContent).join("; "))`
	p.Wait("Alpha's plate", plate+`("#opponent") === "points: 1½; game 4 of 10 · +53 ± 120 Elo"`)
	p.Wait("Beta's plate", plate+`("#me") === "points: 1½; game 4 of 10 · −53 ± 120 Elo"`)
	p.Keep("match-plates")
	s.table.set(func(n *api.Snapshot) {
		n.Phase, n.Result, n.Reason, n.ToMove, n.Match.NextMS = api.PhaseOver, "white", "line", board.Empty, 9000
	})
	p.Wait("no other game", `!document.querySelector("#ending").hidden && document.querySelector("#end-again").hidden`)
	p.Keep("match-end")
	w := b.Visit(t, s.at("/watch"), webtest.Screen{Width: 1920, Height: 1080})
	w.Wait("how the match stands", `document.querySelector("#game").textContent.includes("game 4 of 10") && document.querySelector("#side-white .name").textContent === "Alpha · 1½"`)
	w.Keep("match-watch")
	for _, complaint := range append(p.Complaints(), w.Complaints()...) {
		t.Errorf("console: %s", complaint)
	}
}
