package replay

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	control "stonehand/engine/clock"
	"stonehand/engine/opening"
)

// What no link can say is refused, and no table is told it.
func TestLinkNoteOfTurnsBelowZero(t *testing.T) {
	for _, note := range []string{`{"stand":{"Up":true,"Asked":-5}}`, `{"stand":{"Asking":-1}}`, `{"stand":{"Ended":-2}}`} {
		if o, err := parseLink(note); err == nil {
			t.Errorf("%s is taken as %+v", note, o.Stand)
		}
	}
}

// Whatever a note says, it is an order or refused, and an order comes out as it went in.
func FuzzLinkNote(f *testing.F) {
	back := 2
	for _, o := range []api.LinkOrder{
		{Begin: &api.LinkGame{Rules: "gomoku", Opening: opening.Swap2, Remote: board.White, Human: api.Colors{board.Black}, Clock: control.Control{Turn: time.Minute}}},
		{Play: &api.LinkTurn{Before: 4, Color: board.Black, Points: []board.Point{board.At(3, 3)}, Left: &control.Side{Main: time.Minute}, Down: true}},
		{Choose: &api.LinkChoice{Before: 3, Choice: opening.PutTwo}}, {Undo: &back, Unchosen: true}, {End: &api.LinkEnd{Loser: board.White, OnTime: true}},
		{Stand: &api.LinkStand{Up: true, Asked: 1, AskedID: 7, Ended: -1}}, {Free: true}, {Guest: &api.GuestOrder{Do: "begin", Game: "renju", Color: board.White}},
	} {
		n, ok := noteOf(&o)
		if !ok {
			f.Fatalf("%+v is not noted", o)
		}
		data, _ := json.Marshal(n)
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := parseLink(text)
		if err != nil {
			return
		}
		n, _ := noteOf(o)
		one, _ := json.Marshal(n)
		again, err := parseLink(string(one))
		if err != nil {
			t.Fatalf("%q came out as %s: %v", text, one, err)
		}
		m, _ := noteOf(again)
		if two, _ := json.Marshal(m); !bytes.Equal(one, two) {
			t.Fatalf("%s is noted as %s", one, two)
		}
	})
}
