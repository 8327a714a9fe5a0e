package hall

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// tells has a table tell the hall something.
func (p *place) tells(table, part string, body any) {
	p.t.Helper()
	data, err := json.Marshal(body)
	if err == nil {
		err = p.nc.Publish(p.keys.subjects(table)[part], data)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// TestClocksRunOn looks at a clock that runs while the table reports its health, which it does
// every 30 seconds, and nothing else: that says nothing of the clock. Nor does a page that is
// opened, or its other language.
func TestClocksRunOn(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.serve()
	control, err := clock.Parse("10m+5s")
	if err != nil {
		t.Fatal(err)
	}
	state := fleet.State{Table: "one", Boot: "b", Version: 1, Game: "gomoku", Cols: 15, Rows: 15, Phase: api.PhaseHuman, ToMove: board.Black, Link: true}
	state.Clock = api.Clock{Control: control, Running: board.Black, Black: api.ClockSide{LeftMS: 300_000}, White: api.ClockSide{LeftMS: 300_000}}
	p.tells("one", fleet.PartState, state)
	b := webtest.Start(t)
	tab := b.Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 800})
	const left = `document.querySelector(".clocks .runs")?.textContent`
	tab.Wait("a clock that runs", left+` <= "Black 4:57"`)
	p.tells("one", fleet.PartHealth, fleet.Health{Table: "one", Boot: "b", Program: "health"})
	until(t, "its health", func() bool { return s.hall.view.all(time.Now())["one"].Health != nil })
	if tab.Sees(left+` > "Black 4:57"`, time.Second) {
		t.Errorf("the clock went back to %q", webtest.Eval[string](tab, left))
	}
	other := b.Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 800})
	other.Wait("the clock", left+` !== undefined`)
	if now := webtest.Eval[string](other, left); now > "Black 4:57" {
		t.Errorf("a page that is opened now shows %q", now)
	}
	other.Click("#language")
	other.Click("#language")
	if now := webtest.Eval[string](other, left); now > "Black 4:57" {
		t.Errorf("in another language the clock shows %q", now)
	}
}

// TestFinishedGamesAreFetchedOnce opens a page while many tables show a game that is over, and
// ends another game then: the list of games is drawn at the beginning and for that one.
func TestFinishedGamesAreFetchedOnce(t *testing.T) {
	t.Parallel()
	const many = 20
	p := newPlace(t)
	s := p.serve()
	name := func(n int) string { return fmt.Sprint("t", n) }
	state := fleet.State{Boot: "b", Version: 1, Game: "gomoku", Cols: 15, Rows: 15, Phase: api.PhaseOver, Result: "black", Link: true}
	for n := range many {
		if state.Table = name(n); n == 0 {
			playing := state
			playing.Phase, playing.Result = api.PhaseHuman, ""
			p.tells(state.Table, fleet.PartState, playing)
			continue
		}
		p.tells(state.Table, fleet.PartState, state)
	}
	until(t, "the tables", func() bool { return len(s.hall.view.all(time.Now())) == many })
	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 800})
	tab.Wait("the tables", fmt.Sprintf(`document.querySelectorAll("#tables article svg").length === %d`, many))
	state.Table, state.Version = name(0), 2
	p.tells(state.Table, fleet.PartState, state)
	const asked = `performance.getEntriesByType("resource").filter((r) => r.name.includes("/api/games")).length`
	tab.Wait("the games after the end of one", asked+` > 1`)
	if tab.Sees(asked+` > 2`, time.Second) {
		t.Errorf("the page has asked for the games %d times", webtest.Eval[int](tab, asked))
	}
}
