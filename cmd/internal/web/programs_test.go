package web

import (
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
