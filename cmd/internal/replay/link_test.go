package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	control "stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// A game with a remote opponent is replayed with the turns and choices of both: here
// an opening in which colours change hands, a turn that is taken back, and the end. So
// is one of which the recording has the middle and the end only.
func TestRemoteOpponentIsReplayed(t *testing.T) {
	for _, timed := range []bool{true, false} {
		t.Run(map[bool]string{true: "table", false: "browser"}[timed], func(t *testing.T) { remoteReplayed(t, timed) })
	}
}

// remoteReplayed is [TestRemoteOpponentIsReplayed] with a remote opponent who keeps
// the own time, or not.
func remoteReplayed(t *testing.T, timed bool) {
	var text []byte
	var late bytes.Buffer
	var recorded *api.Snapshot
	synctest.Test(t, func(t *testing.T) {
		size := board.Size{Cols: 15, Rows: 15}
		b, err := sim.New(sim.Settings{Board: hw.Geometry{Cols: 15, Rows: 15, Colors: true}})
		if err != nil {
			t.Fatal(err)
		}
		notes, rec := NewNotes("elsewhere")
		c := table.Config{Sensor: rec.Tap(b), Player: firstFree{}, Journal: notes.Journal(&Journal{}), Votes: 3, Window: 5,
			Games: []game.Rules{game.Freestyle()}, Human: api.Colors{board.Black, board.White}, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))}
		tab, err := table.New(c)
		if err != nil {
			t.Fatal(err)
		}
		notes.Begin(Of(c), nil)
		at := notes.Board(tab)
		rec.Keep(time.Hour, 1<<20)
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- tab.Run(ctx) }()
		point := func(name string) board.Point {
			p, err := size.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		link := func(o api.LinkOrder) {
			t.Helper()
			if _, err := at.Do(ctx, api.Command{Do: api.DoLink, Link: &o}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond)
		}
		put := func(c hw.State, name string) {
			t.Helper()
			if err := b.Put(size.Index(point(name)), c); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
		}
		lift := func(name string) {
			if err := b.Lift(size.Index(point(name))); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
		}
		time.Sleep(time.Second)
		each := control.Control{Main: 10 * time.Minute, Increment: 5 * time.Second}
		left := &control.Side{Main: 9 * time.Minute}
		link(api.LinkOrder{Begin: &api.LinkGame{Rules: "gomoku", Opening: opening.Swap2, Remote: board.White, Human: api.Colors{board.Black}, Clock: each}})
		link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: timed, Name: "Ann"}})
		put(hw.Black, "H8")
		put(hw.White, "A1")
		put(hw.Black, "C3")
		link(api.LinkOrder{Choose: &api.LinkChoice{Before: 3, Choice: opening.TakeBlack, Left: left}})
		put(hw.White, "D4")
		following := make(chan error, 1)
		go func() { following <- rec.Follow(ctx, &late) }()
		time.Sleep(3 * time.Second)
		link(api.LinkOrder{Play: &api.LinkTurn{Before: 4, Color: board.Black, Points: []board.Point{point("E5")}, Left: left}})
		put(hw.Black, "E5")
		put(hw.White, "F6")
		back := 1
		link(api.LinkOrder{Undo: &back})
		lift("F6")
		put(hw.White, "G7")
		link(api.LinkOrder{Play: &api.LinkTurn{Before: 6, Color: board.Black, Points: []board.Point{point("I9")}}})
		put(hw.Black, "I9")
		link(api.LinkOrder{End: &api.LinkEnd{Loser: board.Black}})
		time.Sleep(2 * time.Second)
		recorded = tab.Snapshot()
		var out bytes.Buffer
		if err := rec.Kept(&out); err != nil {
			t.Fatal(err)
		}
		text = out.Bytes()
		cancel()
		if err := errors.Join(<-done, <-following); err != nil {
			t.Error(err)
		}
	})
	if recorded.Result != "white" || len(recorded.Moves) != 7 {
		t.Fatalf("what was recorded: %q %v", recorded.Result, recorded.Moves)
	}
	if strings.Contains(string(text), "Ann") {
		t.Error("the recording has a name")
	}
	recorded.Remote.Name = ""
	for _, text := range [][]byte{text, late.Bytes()} {
		p, j, last := replay(t, text, 0)
		played, then := p.Played(j)
		if !Same(played, then) || p.Strays() != 0 {
			t.Errorf("%d strays; played\n%s\nand recorded\n%s", p.Strays(), written(played), written(then))
		}
		if last.Result != "white" || last.Clock != recorded.Clock || last.Opening.Black != 2 || last.Remote == nil || *last.Remote != *recorded.Remote {
			t.Errorf("%+v %+v\n%+v %+v", last, last.Remote, recorded, recorded.Remote)
		}
	}
}

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
