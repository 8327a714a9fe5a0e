package table

import (
	"context"
	"errors"
	"fmt"
	"stonehand/cmd/internal/api"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"stonehand/engine/board"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

func TestLinkLostAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.put("A1", board.White)
		r.pass(time.Second)
		r.board.Unplug()
		r.put("B1", board.White)
		r.pass(time.Hour)
		s := r.phase(api.PhaseLost)
		if s.Link || s.Fault == "" || !strings.Contains(s.Message, "cannot be reached") || len(s.Wanted) != 2 {
			t.Errorf("%+v", s)
		}
		if l := r.board.Lights(); l.Edge != hw.LinkLost {
			t.Errorf("edge %v", l.Edge)
		}
		r.board.Plug()
		r.pass(2 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 || !s.Link || s.Fault != "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestBoardOfAnotherSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: 15, Rows: 15, Colors: true}}, nil, nil)
		defer r.stop()
		r.pass(5 * time.Second)
		if s := r.phase(api.PhaseLost); !strings.Contains(s.Fault, "15 x 15") || !strings.Contains(s.Message, "19 x 19") {
			t.Errorf("%q %q", s.Fault, s.Message)
		}
	})
}

func TestOccupancyBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: 19, Rows: 19}}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		s := r.phase(api.PhaseHuman)
		if len(s.Moves) != 2 || len(s.Stones) != 3 || s.Stones[0].Color.String() != "stone" || s.Record[0].Color != board.White {
			t.Errorf("%v %v %v", s.Moves, s.Stones, s.Record)
		}
	})
}

// A stuck sensor would stop the game; masked, it does not, and the machine may
// even want a stone there.
func TestMaskedPoints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		settings := sim.Settings{Stuck: map[int]hw.State{0: hw.Black, 5: hw.White}}
		r := newRig(t, settings, nil, func(c *Config) { c.Masked = []board.Point{board.At(0, 0), board.At(5, 0), board.At(19, 19)} })
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		s := r.phase(api.PhasePlace)
		if len(s.Wanted) != 2 || s.Message != "Please put one white stone on B1." {
			t.Errorf("%v %q", s.Wanted, s.Message)
		}
		r.put("A1", board.White)
		r.put("B1", board.White)
		r.pass(time.Second)
		if s := r.phase(api.PhasePlace); s.Message != "Please put one white stone on A1. The board cannot see stones there." {
			t.Errorf("%q", s.Message)
		}
		r.pass(5 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 {
			t.Errorf("%v", s.Moves)
		}
	})
}

// A game that cannot be saved goes on, says so, and is saved whole, by itself,
// when that works again.
func TestJournalFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer func() { r.stop() }()
		r.pass(time.Second)
		r.journal.fail(fmt.Errorf("entry 2: %w", syscall.ENOSPC))
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		s := r.phase(api.PhasePlace)
		if len(s.Moves) != 1 || s.Fault != "This game is not being saved, because the storage is full (free some space). "+
			"You can play on: all of it is saved as soon as that is fixed. Do not switch off until then." {
			t.Fatalf("%v %q", s.Moves, s.Fault)
		}
		r.obey()
		if n := len(r.journal.all()); n != 2 {
			t.Fatalf("%d entries are saved", n)
		}
		r.journal.fail(errors.New("on fire"))
		r.pass(2 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 || !strings.Contains(s.Fault, "because on fire.") {
			t.Fatalf("%v %q", s.Moves, s.Fault)
		}
		r.journal.fail(nil)
		r.pass(1500 * time.Millisecond)
		if s := r.phase(api.PhaseHuman); s.Fault != "" {
			t.Fatalf("%q", s.Fault)
		}
		// What was saved late is all there.
		before := still(r.table.Snapshot())
		again(r, r.journal.all(), nil)
		if d := cmp.Diff(before, still(r.table.Snapshot())); d != "" {
			t.Error(d)
		}
		// Nobody is refused while nothing is saved, and what can be saved at the
		// end is.
		r.journal.fail(syscall.EROFS)
		r.do(api.Command{Do: api.DoResign})
		if s := r.do(api.Command{Do: api.DoNewGame}); len(s.Moves) != 0 || !strings.Contains(s.Fault, "is read-only") {
			t.Errorf("%v %q", s.Moves, s.Fault)
		}
		r.journal.fail(nil)
		r.stop()
		if all := r.journal.all(); all[len(all)-1].Kind != api.KindNewGame || all[len(all)-2].Kind != api.KindResign {
			t.Errorf("%+v", all)
		}
		r.start(r.journal.all(), nil)
	})
}

// However long nothing can be saved, memory does not grow without end, and the
// present game is saved whole.
func TestJournalFailsForLong(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.journal.fail(syscall.EIO)
		r.board.Unplug() // it has nothing to say in that time
		for range mostUnsaved {
			time.Sleep(commandEvery)
			r.do(api.Command{Do: api.DoNewGame})
		}
		r.do(api.Command{Do: api.DoPause})
		s := r.do(api.Command{Do: api.DoResume})
		if !strings.Contains(s.Fault, "the storage has errors") {
			t.Errorf("%q", s.Fault)
		}
		r.journal.fail(nil)
		r.pass(2 * time.Second)
		all := r.journal.all()
		if len(all) > mostUnsaved+2 || all[2].ID == "" {
			t.Fatalf("%d entries, then %+v", len(all), all[2])
		}
		again := all[2:]
		table, err := New(Config{Sensor: r.board, Player: r.thinker, Journal: &journal{}})
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Restore(again); err != nil || table.Snapshot().GameID != r.table.Snapshot().GameID {
			t.Errorf("%v: %+v", err, table.Snapshot())
		}
	})
}

func TestArchiveFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.archive.fail(errors.New("read-only file system"))
		s := r.do(api.Command{Do: api.DoResign})
		if s.Phase != api.PhaseOver || !strings.Contains(s.Fault, "read-only") {
			t.Fatalf("%v %q", s.Phase, s.Fault)
		}
		r.do(api.Command{Do: api.DoNewGame})
		r.archive.fail(nil)
		r.pass(2 * time.Second)
		if s := r.table.Snapshot(); s.Fault != "" || len(r.archive.all()) != 1 {
			t.Fatalf("%q, %d games", s.Fault, len(r.archive.all()))
		}
	})
}

// A finished game that the archive did not get before the program died is given
// to it at the next start.
func TestArchiveGetsTheLastGameAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		r.pass(time.Second)
		r.archive.fail(errors.New("no"))
		r.do(api.Command{Do: api.DoResign})
		r.stop()
		r.archive.fail(nil)
		r.start(r.journal.all(), nil)
		r.pass(time.Second)
		r.stop()
		if games := r.archive.all(); len(games) != 1 || games[0].Game.Result().Winner != board.White || games[0].Ended.IsZero() {
			t.Errorf("%+v", games)
		}
	})
}

// The same of the games before it. Those that the archive has are not given to it again.
func TestArchiveGetsEarlierGamesAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoResign})
		r.archive.fail(errors.New("no"))
		r.do(api.Command{Do: api.DoNewGame})
		r.do(api.Command{Do: api.DoResign})
		r.do(api.Command{Do: api.DoNewGame})
		r.put("K10", board.Black)
		r.pass(2 * time.Second)
		r.do(api.Command{Do: api.DoNewGame})
		r.do(api.Command{Do: api.DoNewGame}) // in place of one without a turn, which nobody keeps
		r.stop()
		r.archive.fail(nil)
		r.start(r.journal.all(), nil)
		r.pass(time.Second)
		r.stop()
		games := r.archive.all()
		if len(games) != 3 {
			t.Fatalf("%d games: %+v", len(games), games)
		}
		if g := games[1]; g.Unfinished || g.Game.Result().Winner != board.White || g.Ended.IsZero() {
			t.Errorf("%+v", g)
		}
		if g := games[2]; !g.Unfinished || len(g.Game.Turns()) != 1 || !g.Ended.After(g.Started) || g.Black == "" {
			t.Errorf("%+v", g)
		}
	})
}

func TestThinkerFails(t *testing.T) {
	for name, answer := range map[string]func(player.Question) ([]board.Point, error){
		"error":   func(player.Question) ([]board.Point, error) { return nil, errors.New("out of ideas") },
		"nothing": func(player.Question) ([]board.Point, error) { return nil, nil },
		"occupied": func(player.Question) ([]board.Point, error) {
			return []board.Point{board.At(9, 9), board.At(0, 0)}, nil
		},
		"twice": func(player.Question) ([]board.Point, error) {
			return []board.Point{board.At(0, 0), board.At(0, 0)}, nil
		},
		"off the board": func(player.Question) ([]board.Point, error) { return []board.Point{board.Nowhere, board.At(0, 0)}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{}, nil, nil)
				defer r.stop()
				r.thinker.say(answer)
				r.pass(time.Second)
				r.put("J10", board.Black)
				r.pass(time.Minute)
				s := r.phase(api.PhasePaused)
				if !strings.Contains(s.Fault, "could not find a move") || s.Message != s.Fault {
					t.Fatalf("%q %q", s.Fault, s.Message)
				}
				if n := len(r.thinker.questions()); n != 1 {
					t.Fatalf("asked %d times", n)
				}
				r.thinker.say(nil)
				r.do(api.Command{Do: api.DoResume})
				r.pass(2 * time.Second)
				if s := r.phase(api.PhasePlace); s.Fault != "" {
					t.Errorf("%q", s.Fault)
				}
			})
		})
	}
}

// scripted is a sensor that says what it is given.
type scripted struct {
	readings chan hw.Reading
	err      error
}

func (s *scripted) Sense(ctx context.Context, out chan<- hw.Reading) error {
	for {
		select {
		case r, ok := <-s.readings:
			if !ok {
				return s.err
			}
			select {
			case out <- r:
			case <-ctx.Done():
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func TestSensorGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{readings: make(chan hw.Reading), err: errors.New("no such device")}
		table, err := New(Config{Sensor: s, Player: &firstFree{t: t}, Journal: &journal{}})
		if err != nil {
			t.Fatal(err)
		}
		close(s.readings)
		if err := table.Run(context.Background()); !errors.Is(err, s.err) {
			t.Errorf("Run: %v", err)
		}
	})
}

func TestFirstGameCannotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Journal = &journal{broken: syscall.EACCES} })
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		if s := r.phase(api.PhasePlace); len(s.Moves) != 1 || !strings.Contains(s.Fault, "is not allowed to write to its folder") {
			t.Errorf("%v %q", s.Moves, s.Fault)
		}
	})
}

func TestDeviceFaultIsShownForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{readings: make(chan hw.Reading)}
		table, err := New(Config{Sensor: s, Player: &firstFree{t: t}, Journal: &journal{}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- table.Run(ctx) }()
		s.readings <- hw.Reading{Link: &hw.Link{Up: true, Board: hw.Geometry{Cols: 19, Rows: 19, Colors: true}}}
		for range 5 {
			s.readings <- hw.Reading{Frame: &hw.Frame{At: time.Now(), Points: make([]hw.State, 361)}}
		}
		// What no board should send does no harm.
		s.readings <- hw.Reading{}
		s.readings <- hw.Reading{Frame: &hw.Frame{At: time.Now().Add(time.Hour), Points: make([]hw.State, 3)}}
		s.readings <- hw.Reading{Frame: &hw.Frame{Points: make([]hw.State, 1000)}}
		s.readings <- hw.Reading{Fault: &hw.Fault{Device: "board", Text: "The sensor of J10 is stuck."}}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := table.Snapshot(); got.Fault != "The sensor of J10 is stuck." || got.Phase != api.PhaseHuman {
			t.Errorf("%q in phase %v", got.Fault, got.Phase)
		}
		s.readings <- hw.Reading{Fault: &hw.Fault{Device: "board"}} // it is over
		synctest.Wait()
		if got := table.Snapshot().Fault; got != "" {
			t.Errorf("%q, when it is over", got)
		}
		s.readings <- hw.Reading{Fault: &hw.Fault{Device: "board", Text: "The sensor of J10 is stuck."}}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if got := table.Snapshot().Fault; got != "" {
			t.Errorf("%q", got)
		}
		if quiet := time.Since(table.Progress()); quiet > time.Second {
			t.Errorf("no progress for %v", quiet)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestNewRefuses(t *testing.T) {
	good := Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}}
	for name, spoil := range map[string]func(*Config){
		"no sensor":      func(c *Config) { c.Sensor = nil },
		"no thinker":     func(c *Config) { c.Player = nil },
		"no journal":     func(c *Config) { c.Journal = nil },
		"level":          func(c *Config) { c.Level = api.MaxLevel + 1 },
		"negative level": func(c *Config) { c.Level = -1 },
		"time":           func(c *Config) { c.TurnTime = 25 * time.Hour },
		"settle":         func(c *Config) { c.Settle = -time.Second },
		"votes":          func(c *Config) { c.Votes, c.Window = 2, 5 },
	} {
		c := good
		spoil(&c)
		if _, err := New(c); err == nil || len(err.Error()) < 20 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(good); err != nil {
		t.Error(err)
	}
}

// drivenLamps are lamps that have to be driven, and say what they are told to.
type drivenLamps struct {
	Lamps
	faults chan string
}

// Light implements [Lighter].
func (l drivenLamps) Light(ctx context.Context, out chan<- hw.Fault) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case text := <-l.faults:
			out <- hw.Fault{At: time.Now(), Device: "lights", Text: text}
		}
	}
}

// Lights that cannot be reached are said until they are back, and the game goes on.
func TestLightsFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lamps := drivenLamps{faults: make(chan string)}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { lamps.Lamps = c.Lamps; c.Lamps = lamps })
		defer r.stop()
		r.pass(time.Second)
		lamps.faults <- "/dev/spidev0.0: no such device"
		r.pass(time.Hour)
		if s := r.phase(api.PhaseHuman); s.Fault != "The lights cannot be reached: /dev/spidev0.0: no such device" {
			t.Errorf("%q", s.Fault)
		}
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 || s.Fault == "" {
			t.Errorf("%d moves, %q", len(s.Moves), s.Fault)
		}
		lamps.faults <- ""
		r.pass(time.Second)
		if s := r.phase(api.PhaseHuman); s.Fault != "" {
			t.Errorf("%q", s.Fault)
		}
	})
}
