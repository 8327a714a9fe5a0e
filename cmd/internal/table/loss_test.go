package table

import (
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// interrupted plays three turns between two people and stops there.
func interrupted(t *testing.T) *rig {
	r := newRig(t, sim.Settings{}, nil, both)
	r.pass(time.Second)
	r.turn(board.Black, "J10")
	r.turn(board.White, "K10", "K11")
	r.turn(board.Black, "L10", "L11")
	if n := len(r.table.Snapshot().Moves); n != 3 {
		t.Fatalf("%d turns", n)
	}
	r.stop()
	return r
}

// What was answered with no is not asked again after a restart, as long as
// there is reason for it, and is asked again when there is reason once more.
func TestNoSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := interrupted(t)
		r.start(r.journal.all(), both)
		defer func() { r.stop() }()
		r.pass(time.Second)
		r.board.Clear()
		r.pass(4 * time.Second)
		r.answer("new-game", "no")
		again(r, r.journal.all(), both)
		if s := r.phase(api.PhaseRepair); s.Question != nil || len(s.Marks) != 5 {
			t.Fatalf("asked again: %+v, marks %v", s.Question, s.Marks)
		}
		r.board.Unplug()
		r.pass(time.Minute)
		r.board.Plug()
		r.pass(time.Minute)
		if s := r.phase(api.PhaseRepair); s.Question != nil {
			t.Fatalf("asked again: %+v", s.Question)
		}
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		r.lift("J10")
		r.pass(time.Minute)
		if s := r.phase(api.PhaseRepair); s.Question == nil {
			t.Fatal("not asked again")
		}
		again(r, r.journal.all(), both)
		if s := r.phase(api.PhaseRepair); s.Question == nil {
			t.Fatal("not asked again after a restart")
		}
		r.answer("new-game", "yes")
		r.pass(2 * time.Second)
		again(r, r.journal.all(), both)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 0 || s.Question != nil {
			t.Fatalf("%+v", s)
		}
	})
}

// A record that has lost its end, or all, and a board that has more: people are
// told, and asked soon.
func TestRecordThatHasLostItsEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		loss api.Loss
		kept int    // entries
		says string // of the fault
	}{
		{"end", api.LossPart, 2, "The saved game is damaged after turn 0, and everything later is lost. If its stones are still on the board, answer the question to play on from there. The original is kept in the file journal.damaged.1."},
		{"all", api.LossAll, 0, "The saved game cannot be read, so a new one begins. If its stones are still on the board, answer the question to play on from there. The original is kept in the file journal.damaged.1."},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := interrupted(t)
				r.loss, r.aside = c.loss, "/var/lib/stonehand/journal.damaged.1"
				r.start(r.journal.all()[:c.kept], both)
				defer func() { r.stop() }()
				r.pass(5 * time.Second)
				s := r.table.Snapshot()
				if s.Fault != c.says {
					t.Errorf("%q", s.Fault)
				}
				if s.Question == nil || s.Question.Kind != "set-up" {
					t.Fatalf("asked: %+v, phase %v, %v", s.Question, s.Phase, s.Stones)
				}
				r.answer("set-up", "white")
				r.pass(2 * time.Second)
				s = r.phase(api.PhaseHuman)
				if len(s.SetUp) != 5 || s.ToMove != board.White || s.Fault != "" {
					t.Errorf("%v, %s to move, %q", s.SetUp, s.ToMove, s.Fault)
				}
			})
		})
	}
}

// Two turns that a record has lost, and no more, are read off the board.
func TestLastTurnsAreReadOffTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := interrupted(t)
		r.loss = api.LossPart
		r.start(r.journal.all()[:3], both)
		defer r.stop()
		r.pass(5 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 3 || s.Question != nil {
			t.Errorf("%v, %+v", s.Moves, s.Question)
		}
	})
}

// A record in doubt with which the board agrees is played on, and the sentence
// goes away after a while.
func TestLossIsToldForAWhile(t *testing.T) {
	for loss, long := range map[api.Loss]time.Duration{api.LossMended: mendedShown, api.LossPart: lossShown} {
		synctest.Test(t, func(t *testing.T) {
			r := interrupted(t)
			r.loss = loss
			r.start(r.journal.all(), both)
			defer func() { r.stop() }()
			r.pass(5 * time.Second)
			if s := r.phase(api.PhaseHuman); s.Fault == "" || s.Question != nil {
				t.Errorf("loss %d: %q, %v", loss, s.Fault, s.Question)
			}
			r.turn(board.White, "M1", "M2")
			r.pass(long)
			if s := r.phase(api.PhaseHuman); s.Fault != "" || len(s.Moves) != 4 {
				t.Errorf("loss %d: %q, %v", loss, s.Fault, s.Moves)
			}
		})
	}
}

// What a newer version wrote is not guessed at.
func TestJournalOfANewerVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := interrupted(t)
		all := r.journal.all()
		dance := append(all[:len(all):len(all)], api.Entry{Seq: all[len(all)-1].Seq + 1, Kind: "dance"})
		later := all[:1:1]
		later[0].Version = 99
		for name, entries := range map[string][]api.Entry{"kind": dance, "format": later} {
			table, err := New(Config{Sensor: r.board, Player: r.thinker, Journal: &journal{}})
			if err != nil {
				t.Fatal(err)
			}
			err = table.Restore(entries)
			if err == nil || !strings.Contains(err.Error(), "newer version") {
				t.Errorf("%s: %v", name, err)
			}
			if s := table.Snapshot(); !strings.Contains(s.Fault, "was saved by a newer version") {
				t.Errorf("%s: %q", name, s.Fault)
			}
		}
	})
}

// The board changed while the power was off: guidance, or the right question.
func TestBoardThatChangedWhileOff(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(r *rig)
		check  func(t *testing.T, r *rig, s *api.Snapshot)
	}{
		{"as it was", func(*rig) {}, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseHuman || len(s.Moves) != 3 || s.ToMove != board.White {
				t.Errorf("%+v", s)
			}
		}},
		{"a stone put down", func(r *rig) { r.put("A1", board.White) }, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseHuman || len(s.Moves) != 3 || len(s.Partial) != 1 {
				t.Errorf("%+v", s)
			}
		}},
		{"one turn further", func(r *rig) { r.put("A1", board.White); r.put("A2", board.White) }, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseHuman || len(s.Moves) != 4 || s.ToMove != board.Black {
				t.Errorf("%+v", s)
			}
		}},
		{"two turns further", func(r *rig) {
			for name, c := range map[string]board.Color{"A1": board.White, "A2": board.White, "B1": board.Black, "B2": board.Black} {
				r.put(name, c)
			}
		}, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseHuman || len(s.Moves) != 5 || s.ToMove != board.White {
				t.Errorf("%+v", s)
			}
		}},
		{"a stone lost", func(r *rig) { r.lift("K11") }, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseRepair || s.Message != "The white stone of K11 is missing. Put it back." {
				t.Errorf("%v %q", s.Phase, s.Message)
			}
		}},
		{"the last turn lifted", func(r *rig) { r.lift("L10"); r.lift("L11") }, func(t *testing.T, r *rig, s *api.Snapshot) {
			// Nobody has seen it: it may have been the cat.
			if s.Phase != api.PhaseRepair || len(s.Moves) != 3 || len(s.Marks) != 2 {
				t.Errorf("%+v", s)
			}
		}},
		{"a stone moved", func(r *rig) { r.lift("K11"); r.put("K12", board.White) }, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseRepair || s.Message != "The stone of K11 stands on K12 now. Put it back on K11." {
				t.Errorf("%v %q", s.Phase, s.Message)
			}
		}},
		{"two stones swapped", func(r *rig) {
			r.lift("K11")
			r.lift("L11")
			r.put("K11", board.Black)
			r.put("L11", board.White)
		}, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Phase != api.PhaseRepair || len(s.Marks) != 2 || s.Marks[0].Kind != "wrong" {
				t.Errorf("%v %v", s.Phase, s.Marks)
			}
		}},
		{"cleared", func(r *rig) { r.board.Clear() }, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Question == nil || s.Question.Kind != "new-game" || len(s.Moves) != 3 {
				t.Errorf("%+v", s)
			}
		}},
		{"another position", func(r *rig) {
			r.board.Clear()
			for i, name := range []string{"C3", "C4", "D5", "E6", "F7", "G8"} {
				r.put(name, []board.Color{board.Black, board.White}[i%2])
			}
		}, func(t *testing.T, r *rig, s *api.Snapshot) {
			if s.Question == nil || s.Question.Kind != "set-up" || len(s.Moves) != 3 {
				t.Errorf("%+v", s)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := interrupted(t)
				// The board is not there at first, either.
				r.board.Unplug()
				c.change(r)
				r.board.Show(hw.Picture{})
				r.start(r.journal.all(), both)
				defer r.stop()
				r.pass(time.Minute)
				if s := r.phase(api.PhaseLost); len(s.Moves) != 3 {
					t.Errorf("%v", s.Moves)
				}
				r.board.Plug()
				r.pass(20 * time.Second)
				c.check(t, r, r.table.Snapshot())
			})
		})
	}
}

// Everything that was chosen for a game comes back with it.
func TestSettingsSurvive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := interrupted(t)
		r.start(r.journal.all(), both)
		defer func() { r.stop() }()
		level, budget := 9, 1500*time.Millisecond
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.White}, Level: &level, Time: &budget})
		r.board.Clear()
		r.pass(2 * time.Second)
		r.do(api.Command{Do: api.DoPause})
		before := still(r.table.Snapshot())
		again(r, r.journal.all(), both)
		after := still(r.table.Snapshot())
		if after.Phase != api.PhasePaused || after.Level != 9 || after.TurnTime != 1.5 || len(after.Human) != 1 || after.GameID != before.GameID {
			t.Errorf("%+v", after)
		}
		// A computer that thinks it is 1970, and then is told better.
		entries := r.journal.all()
		for i := range entries {
			entries[i].At = entries[i].At.AddDate(100-50*(i%3), 0, 0)
		}
		again(r, entries, both)
		if s := r.table.Snapshot(); s.Phase != api.PhasePaused || s.GameID != before.GameID || s.Fault != "" {
			t.Errorf("%+v", s)
		}
	})
}
