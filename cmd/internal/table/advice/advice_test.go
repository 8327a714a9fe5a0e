package advice

import (
	"context"
	"errors"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

func stands(position uint64) *status.Status {
	return &status.Status{Game: "g", Position: position, InPlay: true, Actor: status.Person, Due: 1}
}

func rig(t *testing.T) (*Machine, *record.Game) {
	t.Helper()
	g := record.New([]game.Rules{game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}}, record.Seats{}, clock.Control{})
	return &Machine{}, &g
}

// One thing at a time is looked for, and nothing of a position that is gone is shown.
func TestOneAtATime(t *testing.T) {
	m, g := rig(t)
	o, changed := m.Step(stands(1), In{Game: g, Show: api.ShowMap})
	if o == nil || o.Hint || !changed || m.Show() != api.ShowMap {
		t.Fatalf("asked to show the map: %+v, %v", o, changed)
	}
	lights := o.Find(t.Context(), nil)
	if o, changed := m.Step(stands(1), In{Game: g, Hint: true}); o != nil || !changed || m.Hint().Why != api.HintSought {
		t.Fatalf("a hint is looked for while the lights are: %+v", o)
	}
	o, _ = m.Step(stands(1), In{Game: g, Found: &lights})
	if o == nil || !o.Hint || m.Lights() == nil {
		t.Fatalf("then the hint is looked for: %+v", o)
	}
	if o, _ := m.Step(stands(1), In{Game: g, Hint: true}); o != nil {
		t.Error("asked twice, it is looked for twice")
	}
	o, changed = m.Step(stands(2), In{Game: g})
	if o == nil || !o.Cancel || !changed || m.Hint() != nil || m.Lights() != nil {
		t.Fatalf("the position is another: %+v", o)
	}
	if o, _ := m.Step(stands(2), In{Game: g}); o != nil {
		t.Error("what was looked for is ended twice")
	}
	o, _ = m.Step(stands(2), In{Game: g, Found: &Found{Position: 1, Hint: &api.Hint{}, Err: context.Canceled}})
	if o == nil || o.Hint || o.Position != 2 || m.Hint() != nil {
		t.Fatalf("a late answer: %+v", o)
	}
	lights.Position = 1
	if o, _ := m.Step(stands(2), In{Game: g, Found: &lights}); o == nil || m.Lights() != nil {
		t.Error("lights of a position that is gone are shown")
	}
}

// What the lights show is for the game that it was asked for; off is off.
func TestShowEnds(t *testing.T) {
	m, g := rig(t)
	m.Step(stands(1), In{Game: g, Show: api.ShowMoves})
	next := stands(1)
	next.Game = "h"
	if _, changed := m.Step(next, In{Game: g}); !changed || m.Show() != api.ShowOff {
		t.Error("the next game is shown what the last one was")
	}
	m.Step(next, In{Game: g, Show: api.ShowMap})
	if m.Step(next, In{Game: g, Show: api.ShowOff}); m.Show() != api.ShowOff || m.Lights() != nil {
		t.Error("off is not off")
	}
}

// A hint that cannot be found leaves none.
func TestNoneFound(t *testing.T) {
	m, g := rig(t)
	m.Step(stands(1), In{Game: g, Hint: true})
	if _, changed := m.Step(stands(1), In{Game: g, Found: &Found{Position: 1, Err: errors.New("broken")}}); !changed || m.Hint() != nil {
		t.Error("a hint that failed is there still")
	}
}
