package remote

import (
	"encoding/json"
	"slices"
	"testing"

	"stonehand/engine/board"
)

// Whatever arrives, an end neither panics nor lets a guest touch the host's side.
func FuzzReceive(f *testing.F) {
	seed := func(m *Message) {
		data, _ := json.Marshal(m)
		f.Add(data)
	}
	h, g, _ := pair(&testing.T{}, "10m")
	seed(h.Message())
	h.play("H8")
	seed(h.Message())
	m := g.Message()
	m.Ask = &Ask{ID: 9, What: AskBack, Back: 1, At: 1}
	seed(m)
	m.Propose, m.Ask = &Proposal{ID: 3, Event: Event{Kind: KindTurn, Color: "white", Points: []string{"H9"}}}, nil
	seed(m)
	m.Propose = &Proposal{ID: 4, Event: Event{Kind: KindChoice, Color: "white", Choice: "black"}}
	seed(m)
	seed(&Message{V: Version, Setup: &Setup{Game: "a", Round: 9, Rules: "gomoku", Cols: 15, Rows: 15, Guest: "white", Clock: "none", Opening: "swap2"}, Game: "a",
		N: 4, Events: []Event{{Kind: KindTurn, Color: "black", Points: []string{"A1"}}, {Kind: KindTurn, Color: "white", Points: []string{"B1"}},
			{Kind: KindTurn, Color: "black", Points: []string{"C1"}}, {Kind: KindChoice, Color: "white", Choice: "black"}}})
	f.Add([]byte(`{"v":3,"n":-1}`))
	f.Add([]byte(`{"v":1}`))
	h, g = inOpening(&testing.T{}, afterChoice)
	seed(h.Message())
	m = g.Message()
	m.Propose = &Proposal{ID: 1 << 60, Event: Event{Kind: KindTurn, Color: "black", Points: []string{"A9"}}}
	seed(m)
	h, g = inOpening(&testing.T{}, atChoice)
	seed(h.Message())
	m = g.Message()
	for _, choice := range []string{"black", "white", "more", "H8"} {
		m.Propose = &Proposal{ID: 1 << 60, Event: Event{Kind: KindChoice, Color: "white", Choice: choice}}
		seed(m)
	}
	m.Propose.Event = Event{Kind: KindUndo, Back: 3}
	seed(m)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse(data)
		if err != nil {
			return
		}
		for _, stage := range []int{atChoice, afterChoice} {
			fuzzOpening(t, m, stage)
		}
		h, g, talk := pair(t, "10m")
		h.play("H8")
		talk()
		_ = h.Receive(m)
		v := h.View()
		for i, turn := range v.Turns {
			if turn.Color == board.Black && i > 0 {
				t.Fatal("the guest has played Black")
			}
		}
		if r := v.Result; r.Over && r.Winner != board.Black && len(v.Turns) < 9 {
			t.Fatalf("the host has lost: %+v", r)
		}
		m2 := *m
		_ = g.Receive(&m2)
		for _, e := range []*end{h, g} {
			if data, err := json.Marshal(e.Message()); err != nil {
				t.Fatal(err)
			} else if _, err := Parse(data); err != nil {
				t.Fatalf("%v: %s", err, data)
			}
		}
	})
}

// Stages of the opening that [inOpening] begins.
const (
	atChoice    = iota // the guest is to choose
	afterChoice        // it has chosen Black: colours have changed hands, and White, the host, is to play
)

// inOpening returns a host and a guest in a game of Gomoku that begins with swap2.
func inOpening(t *testing.T, stage int) (h, g *end) {
	h, g, talk := pairOf(t, Setup{Game: "a", Rules: "gomoku", Cols: 15, Rows: 15, Guest: "white", Clock: "none", Opening: "swap2"})
	for i, p := range []string{"A1", "C1", "E1"} {
		if err := h.Local(Event{Kind: KindTurn, Color: []string{"black", "white"}[i%2], Points: []string{p}}); err != nil {
			t.Fatal(err)
		}
	}
	talk()
	if stage == afterChoice {
		if err := g.Local(Event{Kind: KindChoice, Color: "white", Choice: "black"}); err != nil {
			t.Fatal(err)
		}
		talk()
	}
	return h, g
}

// fuzzOpening lets a message arrive in the middle of an opening, at either end: by what
// a guest says it does at most what is its own, and nothing that was settled changes.
func fuzzOpening(t *testing.T, m *Message, stage int) {
	t.Helper()
	h, g := inOpening(t, stage)
	before, me := h.View(), h.Me()
	one, two := *m, *m
	_ = h.Receive(&one)
	v := h.View()
	if *v.Setup != *before.Setup || len(v.Log) < len(before.Log) || !slices.EqualFunc(before.Log, v.Log[:len(before.Log)], Event.same) {
		t.Fatalf("the host's game has changed: %+v", v.Log)
	}
	for _, e := range v.Log[len(before.Log):] {
		if e.Color != me.Other().String() || e.Kind != KindResign && (e.Kind != KindChoice || stage != atChoice) {
			t.Fatalf("the guest has done %+v", e)
		}
	}
	if len(v.Log) > len(before.Log)+1 {
		t.Fatalf("one message has added %+v", v.Log[len(before.Log):])
	}
	_ = g.Receive(&two)
	for _, e := range []*end{h, g} {
		if data, err := json.Marshal(e.Message()); err != nil {
			t.Fatal(err)
		} else if _, err := Parse(data); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
	}
}
