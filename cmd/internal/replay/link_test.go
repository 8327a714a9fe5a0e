package replay_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
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
		notes, rec := replay.NewNotes("elsewhere")
		c := table.Config{Sensor: rec.Tap(b), Player: firstFree{}, Journal: notes.Journal(&replay.Journal{}), Votes: 3, Window: 5,
			Games: []game.Rules{game.Freestyle()}, Human: api.Colors{board.Black, board.White}, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))}
		tab, err := table.New(c)
		if err != nil {
			t.Fatal(err)
		}
		notes.Begin(rerun.Of(c), nil)
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
		p, j, last := again(t, text, 0)
		played, then := p.Played(j)
		if !replay.Same(played, then) || p.Strays() != 0 {
			t.Errorf("%d strays; played\n%s\nand recorded\n%s", p.Strays(), written(played), written(then))
		}
		if last.Result != "white" || last.Clock != recorded.Clock || last.Opening.Black != 2 || last.Remote == nil || *last.Remote != *recorded.Remote {
			t.Errorf("%+v %+v\n%+v %+v", last, last.Remote, recorded, recorded.Remote)
		}
	}
}
