package think

import (
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// One thing at a time: a search begins when pondering has ended, and what came to its end
// by itself is not pondered on again.
func TestOneAtATime(t *testing.T) {
	g := record.New([]game.Rules{game.Connect6()}, record.Seats{Level: api.MaxLevel}, clock.Control{})
	g.People[g.Game.Side()], g.Position = true, 1
	in := In{Game: &g, Ponders: true}
	person, machine := &status.Status{InPlay: true, Live: true, Actor: status.Person}, &status.Status{InPlay: true, Live: true, Actor: status.Machine}
	var m Machine
	step := func(s *status.Status) *Order { return m.Step(time.Time{}, s, in) }
	if o := step(person); o == nil || !o.Ponder || !m.Pondering() || m.Thinks() {
		t.Fatalf("%+v", o)
	}
	if o := step(person); o != nil {
		t.Fatalf("%+v", o)
	}
	g.Position = 2
	if o := step(machine); o == nil || !o.Cancel {
		t.Fatalf("%+v", o)
	}
	m.Ended(&Answer{Pondered: true, Stopped: true})
	if o := step(machine); o == nil || o.Ponder || o.Position != 2 || !m.Searches(2) {
		t.Fatalf("%+v", o)
	}
	if a, b := m.Hurry(), m.Hurry(); a == nil || !a.Hurry || b != nil {
		t.Fatalf("%+v, then %+v", a, b)
	}
	m.Ended(&Answer{Position: 2})
	g.Position = 3
	if o := step(person); o == nil || !o.Ponder {
		t.Fatalf("%+v", o)
	}
	m.Ended(&Answer{Pondered: true})
	if o := step(person); o != nil {
		t.Fatalf("%+v", o)
	}
}
