package replay_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// A recording knows which game was played, on which board, and which others could
// have been.
func TestRecordingsOfGomoku(t *testing.T) {
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		size := game.Renju().Size()
		b, err := sim.New(sim.Settings{Board: hw.Geometry{Cols: size.Cols, Rows: size.Rows, Colors: true}})
		if err != nil {
			t.Fatal(err)
		}
		notes, rec := replay.NewNotes("a board for Gomoku")
		c := table.Config{
			Games:  []game.Rules{game.Freestyle(), game.Renju()},
			Sensor: rec.Tap(b), Lamps: b, Player: firstFree{}, Journal: notes.Journal(&replay.Journal{}), Votes: 3, Window: 5,
			Human: api.Colors{board.Black},
		}
		tab, err := table.New(c)
		if err != nil {
			t.Fatal(err)
		}
		notes.Begin(rerun.Of(c), nil)
		rec.Keep(time.Hour, 1<<20)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- tab.Run(ctx) }()
		put := func(c hw.State, name string) {
			p, err := size.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Put(size.Index(p), c); err != nil {
				t.Error(err)
			}
			time.Sleep(3 * time.Second)
		}
		time.Sleep(time.Second)
		if _, err := notes.Board(tab).Do(ctx, api.Command{Do: api.DoNewGame, Game: "renju"}); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		put(hw.Black, "H8")
		if w := tab.Snapshot().Wanted; len(w) == 1 {
			put(hw.White, w[0].String())
		}
		put(hw.Black, "I9")
		if err := rec.Kept(&out); err != nil {
			t.Error(err)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	p, j, last := again(t, out.Bytes(), 0)
	played, then := p.Played(j)
	if !replay.Same(played, then) || len(played) == 0 || len(played[len(played)-1].Turns) < 3 {
		t.Errorf("the replay has %v, and the recording %v", played, then)
	}
	if last.Game != "renju" || last.Cols != 15 {
		t.Errorf("the replay ends with %s on %d columns", last.Game, last.Cols)
	}
}

// What a recording says of games is held against those that there are.
func TestUnknownGamesAreRefused(t *testing.T) {
	for _, r := range []replay.Rules{{Name: "go", Cols: 20, Rows: 20}, {Name: "chess", Cols: 8, Rows: 8}, {Name: "connect6", Cols: 15, Rows: 15}, {Name: "renju", Rows: 15}, {Name: "renju", Cols: 15, Rows: 1 << 30}} {
		var c table.Config
		if err := rerun.Set(&c, replay.Settings{Games: []replay.Rules{r}}); err == nil {
			t.Errorf("%v is taken for %v", r, fmt.Sprint(c.Games))
		}
	}
}
