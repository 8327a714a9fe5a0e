package table

import (
	"stonehand/cmd/internal/api"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw/calib"
	"stonehand/hw/sim"
)

// keptCalibration takes one calibration.
type keptCalibration chan *calib.Calibration

func (k keptCalibration) KeepCalibration(c *calib.Calibration) error { k <- c; return nil }
func (k keptCalibration) ForgetCalibration() error                   { return nil }

// twoTurns plays two turns of people with each other.
func twoTurns(r *rig) {
	r.pass(time.Second)
	r.put("J10", board.Black)
	r.pass(time.Second)
	r.put("K10", board.White)
	r.put("K11", board.White)
	r.pass(time.Second)
	if s := r.table.Snapshot(); len(s.Moves) != 2 {
		r.t.Fatalf("%d turns: %s", len(s.Moves), s.Message)
	}
}

// A game in whose place another begins is archived as unfinished, one without a turn
// is not, and the archive has it before the journal has the new one.
func TestReplacedGameIsArchived(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
		defer r.stop()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoNewGame})
		r.pass(time.Second)
		if games := r.archive.all(); len(games) != 0 {
			t.Fatalf("archived: %+v", games)
		}
		twoTurns(r)
		was := r.table.Snapshot().GameID
		r.journal.see(func(e api.Entry) {
			if e.Begins() && len(r.archive.all()) != 1 {
				t.Error("the journal has the new game before the archive has the old one")
			}
		})
		r.do(api.Command{Do: api.DoNewGame})
		games := r.archive.all()
		if len(games) != 1 || games[0].ID != was || !games[0].Unfinished || len(games[0].Game.Turns()) != 2 || games[0].Black != "human" {
			t.Errorf("archived: %+v", games)
		}
	})
}

// A program that wants to play against the people takes the place of no game that
// they play, unless it says that it may.
func TestGuestDoesNotReplaceUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
		defer r.stop()
		begin := func(replace bool) api.Command {
			return api.Command{Do: api.DoLink, Link: &api.LinkOrder{Guest: &api.GuestOrder{Do: api.GuestBegin, Game: "connect6", Color: board.White, Replace: replace}}}
		}
		r.pass(time.Second)
		r.do(begin(false)) // nothing has been played
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black, board.White}})
		r.pass(time.Second)
		twoTurns(r)
		was := r.table.Snapshot().GameID
		r.refused(begin(false), "game-running")
		if s := r.table.Snapshot(); s.GameID != was || len(s.Moves) != 2 {
			t.Fatalf("the game is %s with %d turns", s.GameID, len(s.Moves))
		}
		if s := r.do(begin(true)); s.GameID == was || s.Remote == nil || !s.Remote.Guest {
			t.Errorf("%s, %+v", s.GameID, s.Remote)
		}
		if games := r.archive.all(); len(games) != 1 || games[0].ID != was || !games[0].Unfinished {
			t.Errorf("archived: %+v", games)
		}
		r.do(begin(false)) // its own

		// What changes nothing does not part the program from its seat.
		r.do(api.Command{Do: api.DoLink, Link: &api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Name: "a program"}}})
		level := 99
		r.refused(api.Command{Do: api.DoNewGame, Level: &level}, "bad-value")
		r.refused(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black}, Level: &level}, "bad-value")
		if s := r.table.Snapshot(); s.Remote == nil || s.Remote.Link != "up" || s.Remote.Name != "a program" {
			t.Errorf("after commands that were refused: %+v", s.Remote)
		}
		if s := r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black}}); s.Remote != nil {
			t.Errorf("the seat was given away, and yet: %+v", s.Remote)
		}
	})
}

// A program that wants another size of a game than the table has begins none, and the
// game that people play goes on.
func TestGuestOfAnotherSizeReplacesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
		defer r.stop()
		begin := func(cols, rows int) api.Command {
			return api.Command{Do: api.DoLink, Link: &api.LinkOrder{Guest: &api.GuestOrder{
				Do: api.GuestBegin, Game: "connect6", Color: board.White, Size: board.Size{Cols: cols, Rows: rows}, Replace: true,
			}}}
		}
		r.pass(time.Second)
		for _, play := range []func(*rig){func(*rig) {}, twoTurns} { // without a stone, and with some
			play(r)
			was := r.table.Snapshot()
			r.refused(begin(12, 12), "bad-value")
			if s := r.table.Snapshot(); s.GameID != was.GameID || s.Remote != nil || len(s.Moves) != len(was.Moves) {
				t.Fatalf("the game is %s with %d turns, %+v", s.GameID, len(s.Moves), s.Remote)
			}
		}
		if games := r.archive.all(); len(games) != 0 {
			t.Errorf("archived: %+v", games)
		}
		if s := r.do(begin(19, 19)); s.Remote == nil {
			t.Error("the table's own size is refused")
		}
	})
}

// Commands without end are refused, and not written; those that change nothing are
// neither written nor counted. Who waits may go on.
func TestFloodOfCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		level := func(n int) api.Command { return api.Command{Do: api.DoSeats, Level: &n} }
		for range 10 * commandBurst {
			r.do(level(5)) // as it is
		}
		before := len(r.journal.all())
		refused := 0
		for i := range 20 * commandBurst {
			if _, err := r.table.Do(t.Context(), level(1+i%2)); err != nil {
				r.refused(level(1+i%2), "too-many")
				refused++
			}
		}
		if n := len(r.journal.all()) - before; n > commandBurst+commandBurst/checkpointEvery+2 || refused < 18*commandBurst {
			t.Errorf("%d entries, %d commands were refused", n, refused)
		}
		r.refused(api.Command{Do: api.DoLink, Link: &api.LinkOrder{Guest: &api.GuestOrder{Do: api.GuestBegin, Game: "connect6", Color: board.White}}}, "too-many")
		r.pass(3 * commandEvery)
		for i := range 3 {
			r.do(level(6 + i))
		}
		r.refused(level(3), "too-many")
	})
}

// Games are numbered after those that the archive has, should the journal be lost.
func TestGamesAreNumberedAfterThoseBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.After = 700 })
		defer r.stop()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoNewGame})
		all := r.journal.all()
		if all[0].Seq != 701 || all[1].Seq != 702 && all[1].Kind != api.KindMended || r.table.Snapshot().GameID[16:] == "2" {
			t.Errorf("the first entries are %d and %d, the game %s", all[0].Seq, all[1].Seq, r.table.Snapshot().GameID)
		}
	})
}

// People are told while what they have set cannot be saved.
func TestSettingsThatCannotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var full atomic.Bool
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Settings = func(bool) error {
				if full.Load() {
					return syscall.ENOSPC
				}
				return nil
			}
		})
		defer r.stop()
		for _, tt := range []struct {
			full bool
			says string
		}{
			{true, "What was set last will be forgotten at the next start, because the storage is full (free some space). I keep trying to save it."},
			{false, ""},
		} {
			full.Store(tt.full)
			r.pass(2 * tick)
			if s := r.table.Snapshot(); s.Fault != tt.says {
				t.Errorf("full %v: fault %q", tt.full, s.Fault)
			}
		}
	})
}

// What the folder had beside the journal is saved again when it was deleted, and
// people are told for a while.
func TestFolderMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remade := make(chan bool, 1)
		saved, arm := 0, 0
		kept := make(keptCalibration, 1)
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Remade = func() bool { return len(remade) > 0 && <-remade }
			c.KeepArm = func() { arm++ }
			c.Settings = func(again bool) error {
				if again {
					saved++
				}
				return nil
			}
			c.Calibrations, c.Calibration = kept, &calib.Calibration{Version: calib.Version, Board: calib.Board{ID: "simulated", Cols: 19, Rows: 19, Colors: true}}
		})
		defer r.stop()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoResign})
		games := len(r.archive.all())
		remade <- true
		r.pass(time.Second)
		if s := r.table.Snapshot(); s.Fault != text.English.Say(text.FolderRemade) {
			t.Errorf("fault %q", s.Fault)
		}
		if saved != 1 || arm != 1 || len(r.archive.all()) != games+1 || len(kept) != 1 {
			t.Errorf("settings %d times, %d games, calibration %v, the arm %d times", saved, len(r.archive.all()), len(kept), arm)
		}
		r.pass(lossShown)
		if s := r.table.Snapshot(); s.Fault != "" {
			t.Errorf("fault %q", s.Fault)
		}
	})
}
