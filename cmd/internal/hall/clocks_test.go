package hall

import (
	"encoding/json"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// TestClocksRunOn looks at a clock that runs while the table reports its health, which it does
// every 30 seconds, and nothing else: that says nothing of the clock. Nor does a page that is
// opened, or its other language.
func TestClocksRunOn(t *testing.T) {
	p := newPlace(t)
	s := p.serve()
	tells := func(part string, body any) {
		t.Helper()
		data, err := json.Marshal(body)
		if err == nil {
			err = p.nc.Publish(p.keys.subjects("one")[part], data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	control, err := clock.Parse("10m+5s")
	if err != nil {
		t.Fatal(err)
	}
	state := fleet.State{Table: "one", Boot: "b", Version: 1, Game: "gomoku", Cols: 15, Rows: 15, Phase: api.PhaseHuman, ToMove: board.Black, Link: true}
	state.Clock = api.Clock{Control: control, Running: board.Black, Black: api.ClockSide{LeftMS: 300_000}, White: api.ClockSide{LeftMS: 300_000}}
	tells(fleet.PartState, state)
	b := webtest.Start(t)
	tab := b.Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 800})
	const left = `document.querySelector(".clocks .runs")?.textContent`
	tab.Wait("a clock that runs", left+` <= "Black 4:57"`)
	tells(fleet.PartHealth, fleet.Health{Table: "one", Boot: "b", Program: "health"})
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
