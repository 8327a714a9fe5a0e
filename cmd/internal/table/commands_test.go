package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw/sim"
)

func TestUndoAgainstTheMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.refused(api.Command{Do: api.DoUndo}, "nothing-to-undo")
		r.put("J10", board.Black)
		r.pass(time.Second)

		// While the machine thinks: its question is gone, the person moves again.
		r.phase(api.PhaseThinking)
		s := r.do(api.Command{Do: api.DoUndo})
		if s.Phase != api.PhaseRepair || len(s.Moves) != 0 || s.Message != "The stone on J10 does not belong there. Take it away." {
			t.Fatalf("%v %v %q", s.Phase, s.Moves, s.Message)
		}
		r.pass(10 * time.Second)
		if s := r.table.Snapshot(); len(s.Moves) != 0 {
			t.Fatalf("the stone that was taken back counted again: %v", s.Moves)
		}
		r.lift("J10")
		r.pass(time.Second)
		r.phase(api.PhaseHuman)
		r.put("K11", board.Black)
		r.pass(3 * time.Second)

		// While its stones are to be put down.
		r.phase(api.PhasePlace)
		r.put("A1", board.White)
		r.pass(time.Second)
		s = r.do(api.Command{Do: api.DoUndo})
		if len(s.Moves) != 0 || len(s.Turn) != 0 || len(s.Marks) != 2 {
			t.Fatalf("%v %v %v", s.Moves, s.Turn, s.Marks)
		}
		r.lift("A1")
		r.lift("K11")
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()

		// When it is the person's turn: both turns go.
		s = r.do(api.Command{Do: api.DoUndo})
		if len(s.Moves) != 0 || len(s.Marks) != 3 {
			t.Fatalf("%v %v", s.Moves, s.Marks)
		}
		r.board.Clear()
		r.pass(time.Second)
		r.phase(api.PhaseHuman)
	})
}

func TestUndoWithdrawsAResignation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		s := r.do(api.Command{Do: api.DoResign})
		if s.Phase != api.PhaseOver || s.Result != "white" || len(r.archive.all()) != 1 {
			t.Fatalf("%v %v", s.Phase, s.Result)
		}
		s = r.do(api.Command{Do: api.DoUndo})
		if s.Result != "" || len(s.Moves) != 1 {
			t.Fatalf("%v %v", s.Result, s.Moves)
		}
		r.pass(3 * time.Second)
		r.phase(api.PhasePlace)
		r.do(api.Command{Do: api.DoResign})
		games := r.archive.all()
		if len(games) != 2 || games[0].ID != games[1].ID {
			t.Errorf("%d games", len(games))
		}
	})
}

// After a game, people ask who won it: those who are seated for the next one did not.
func TestPlayedBy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		level := r.table.Snapshot().Level
		if s := r.do(api.Command{Do: api.DoResign}); s.PlayedBy != nil {
			t.Errorf("%+v", s.PlayedBy)
		}
		next := 2
		s := r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.White}, Level: &next})
		if p := s.PlayedBy; !slices.Equal(s.Human, []board.Color{board.White}) || s.Level != next ||
			p == nil || !slices.Equal(p.Human, []board.Color{board.Black}) || p.Level != level {
			t.Errorf("%v at level %d, the last game by %+v", s.Human, s.Level, p)
		}
		if s = r.do(api.Command{Do: api.DoUndo}); s.Result != "" || s.PlayedBy != nil { // a game that goes on is theirs
			t.Errorf("%q %+v", s.Result, s.PlayedBy)
		}
	})
}

func TestPauseAndResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(time.Second)
		r.phase(api.PhaseThinking)
		r.do(api.Command{Do: api.DoPause})
		r.do(api.Command{Do: api.DoPause}) // again: nothing to do
		r.pass(time.Hour)
		r.phase(api.PhasePaused)
		r.do(api.Command{Do: api.DoResume})
		r.pass(1500 * time.Millisecond)
		r.phase(api.PhasePlace)
		r.do(api.Command{Do: api.DoPause})
		for _, name := range []string{"A1", "B1"} {
			r.put(name, board.White)
		}
		r.pass(time.Minute)
		if s := r.phase(api.PhasePaused); len(s.Moves) != 1 {
			t.Fatalf("a turn counted in the pause: %v", s.Moves)
		}
		r.do(api.Command{Do: api.DoResume})
		r.pass(time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 {
			t.Fatalf("%v", s.Moves)
		}
	})
}

func TestMoveNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.thinker.takes = time.Hour
		r.pass(time.Second)
		r.refused(api.Command{Do: api.DoMoveNow}, "not-now")
		r.put("J10", board.Black)
		r.pass(time.Minute)
		r.phase(api.PhaseThinking)
		r.do(api.Command{Do: api.DoMoveNow})
		r.pass(0)
		r.phase(api.PhasePlace)
		r.refused(api.Command{Do: api.DoMoveNow}, "not-now")
	})
}

// New games, undos and pauses while it thinks: never two questions at a time
// (the thinker looks after that), and no answer to an old question.
func TestOldAnswersAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.White} })
		defer r.stop()
		r.pass(time.Second)
		for range 20 {
			r.do(api.Command{Do: api.DoNewGame})
			r.pass(200 * time.Millisecond)
			r.phase(api.PhaseThinking)
			if s := r.table.Snapshot(); len(s.Turn) != 0 {
				t.Fatalf("an old answer arrived: %v", s.Turn)
			}
		}
		r.pass(time.Second)
		r.phase(api.PhasePlace)
		if n := len(r.thinker.questions()); n < 20 {
			t.Errorf("%d questions", n)
		}
	})
}

func TestRefusedCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		before := r.table.Snapshot()
		low, high := 0, api.MaxLevel+1
		short, long := time.Duration(0), 2*time.Hour
		for _, c := range []api.Command{
			{Do: api.DoNewGame, Level: &low}, {Do: api.DoNewGame, Level: &high},
			{Do: api.DoNewGame, Time: &short}, {Do: api.DoNewGame, Time: &long},
			{Do: api.DoNewGame, Game: "chess"},
		} {
			r.refused(c, "bad-value")
		}
		r.refused(api.Command{Do: "jump"}, "unknown-command")
		r.refused(api.Command{}, "unknown-command")
		if after := r.table.Snapshot(); after.GameID != before.GameID || after.Level != before.Level {
			t.Errorf("a refused command changed %+v to %+v", before, after)
		}
		none := r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{}})
		if len(none.Human) != 0 {
			t.Errorf("%v", none.Human)
		}
		r.refused(api.Command{Do: api.DoResign}, "not-now")
	})
}

func TestDoWithoutALoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		r.pass(time.Second)
		r.stop()
		if _, err := r.table.Do(context.Background(), api.Command{Do: api.DoUndo}); !errors.Is(err, api.ErrStopped) {
			t.Errorf("after the end: %v", err)
		}
		if err := r.table.Run(context.Background()); err == nil {
			t.Error("Run ran twice")
		}
		idle, err := New(Config{Sensor: r.board, Player: r.thinker, Journal: r.journal})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := idle.Do(ctx, api.Command{Do: api.DoUndo}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("before the beginning: %v", err)
		}
		if s := idle.Snapshot(); s == nil || s.Phase != api.PhaseLost {
			t.Errorf("%+v", s)
		}
	})
}

func TestSubscribers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
		r.pass(time.Second)
		ctx, cancel := context.WithCancel(context.Background())
		reader, slow := r.table.Subscribe(ctx), r.table.Subscribe(context.Background())
		if u := <-reader; u.State == nil || u.State.Phase != api.PhaseHuman {
			t.Fatalf("first: %+v", u)
		}
		last := uint64(0)
		for i := range 2 * backlog {
			time.Sleep(commandEvery)
			r.do(api.Command{Do: []string{api.DoPause, api.DoResume}[i%2]})
			for len(reader) > 0 {
				u := <-reader
				if u.State == nil || u.State.Version <= last {
					t.Fatalf("after version %d: %+v", last, u)
				}
				last = u.State.Version
			}
		}
		if last != r.table.Snapshot().Version {
			t.Errorf("the reader saw version %d, the state is %d", last, r.table.Snapshot().Version)
		}
		n := 0
		for range slow {
			n++ // ends, because the channel was closed
		}
		if n != backlog {
			t.Errorf("the slow reader got %d updates", n)
		}
		cancel()
		synctest.Wait()
		if _, open := <-reader; open {
			t.Error("still open after its context ended")
		}
		again := r.table.Subscribe(context.Background())
		r.stop()
		if u := <-again; u.State == nil {
			t.Errorf("%+v", u)
		}
		for range again {
		}
		late := r.table.Subscribe(context.Background())
		if u := <-late; u.State == nil {
			t.Errorf("%+v", u)
		}
		if _, open := <-late; open {
			t.Error("open after the end")
		}
	})
}

func TestThoughtsReachSubscribers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.White} })
		defer r.stop()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		updates := r.table.Subscribe(ctx)
		r.pass(time.Second)
		var depths []int
		for len(updates) > 0 {
			if u := <-updates; u.Thought != nil {
				depths = append(depths, u.Thought.Depth)
				if text, err := json.Marshal(u.Thought); err != nil || bytes.Contains(text, []byte(`"line":null`)) {
					t.Errorf("%s, %v", text, err)
				}
			}
		}
		if len(depths) == 0 || depths[len(depths)-1] != 3 || !slices.IsSorted(depths) {
			t.Errorf("depths %v", depths)
		}
	})
}

// Once the board agrees with the game, after a new game or an undo, a stone counts although
// the settle time has not passed, but not one that may have been pushed.
func TestStoneRightAfterTheBoardAgrees(t *testing.T) {
	fresh := func(r *rig, wait time.Duration) {
		r.do(api.Command{Do: api.DoNewGame})
		for _, name := range []string{"A1", "B1", "J10"} {
			r.lift(name)
		}
		r.pass(wait)
		r.put("K11", board.Black)
	}
	undone := func(r *rig, wait time.Duration) {
		r.do(api.Command{Do: api.DoUndo})
		r.lift("A1")
		r.lift("B1")
		r.pass(wait)
		r.put("K11", board.White)
		r.pass(200 * time.Millisecond)
		r.put("L12", board.White)
	}
	for name, c := range map[string]struct {
		put   func(*rig, time.Duration)
		wait  time.Duration
		turns int
		phase api.Phase
	}{
		"new game":         {fresh, 450 * time.Millisecond, 1, api.PhaseHuman},
		"new game, pushed": {fresh, 100 * time.Millisecond, 0, api.PhaseClear},
		"undo":             {undone, 450 * time.Millisecond, 2, api.PhaseHuman},
		"undo, pushed":     {undone, 100 * time.Millisecond, 1, api.PhaseRepair},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
				defer r.stop()
				r.pass(time.Second)
				r.put("J10", board.Black)
				r.pass(time.Second)
				r.put("A1", board.White)
				r.put("B1", board.White)
				r.pass(time.Second)
				c.put(r, c.wait)
				r.pass(5 * time.Second)
				if s := r.phase(c.phase); len(s.Moves) != c.turns {
					t.Errorf("%d turns, want %d: %s", len(s.Moves), c.turns, s.Message)
				}
			})
		})
	}
}
