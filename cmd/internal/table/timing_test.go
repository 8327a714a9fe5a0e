package table

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/hw/sim"
)

func control(t *testing.T, s string) clock.Control {
	t.Helper()
	c, err := clock.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The machine's question says how its clock stands, and the archive how it stood
// after every turn.
func TestClockReachesThinkerAndArchive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := control(t, "10m+5s")
		r := newRig(t, sim.Settings{}, nil, func(cfg *Config) { cfg.Clock = c })
		defer func() { r.stop() }()
		r.pass(time.Minute) // nobody is there: no time runs
		r.turn(board.Black, "J10")
		r.pass(2 * time.Second)
		q := r.thinker.questions()[0]
		if q.Clock != c || q.Left != (clock.Side{Main: 10 * time.Minute}) {
			t.Errorf("%+v", q)
		}
		r.obey()
		r.pass(time.Minute)
		r.do(api.Command{Do: api.DoResign})
		f := r.archive.all()[0]
		if f.Clock != c || len(f.Left) != 2 {
			t.Fatalf("%+v", f)
		}
		// Black's stone was the first sign of a person.
		if b, w := f.Left[0].Main, f.Left[1].Main; b < 10*time.Minute+4*time.Second || b > 10*time.Minute+5*time.Second || w != 10*time.Minute+4*time.Second {
			t.Errorf("black %v, white %v", b, w)
		}
		// A clock for the next game changes nothing of this one.
		next := control(t, "1m")
		if s := r.do(api.Command{Do: api.DoSeats, Clock: &next}); s.Clock.Control.String() != "1m" || s.Clock.Black.LeftMS != 60_000 {
			t.Errorf("%+v", s.Clock)
		}
		again(r, r.journal.all(), nil)
		if all := r.archive.all(); len(all) != 2 || !reflect.DeepEqual(all[0], all[1]) {
			t.Errorf("%+v", all)
		}
	})
}

// Snapshots are of the moment in which they are asked for.
func TestSnapshotClockGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer r.stop()
		c := control(t, "10m")
		r.do(api.Command{Do: api.DoNewGame, Clock: &c})
		r.pass(time.Second)
		a := r.table.Snapshot()
		r.pass(250 * time.Millisecond)
		b := r.table.Snapshot()
		if a.Clock.Running != board.Black || a.Clock.Black.LeftMS-b.Clock.Black.LeftMS != 250 || a.Version != b.Version {
			t.Errorf("%+v, and 250 ms later %+v", a.Clock, b.Clock)
		}
		if u := <-r.table.Subscribe(t.Context()); u.State.Clock.Black.LeftMS != b.Clock.Black.LeftMS {
			t.Errorf("a subscriber begins with %+v", u.State.Clock)
		}
	})
}

// A flag that has fallen comes before whatever arrives with it, and the loss can
// be taken back with the turn's time.
func TestFlagComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.thinker.take(10 * time.Second)
		r.pass(time.Second)
		c := control(t, "10s/turn")
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.White}, Clock: &c})
		r.pass(time.Minute)
		s := r.phase(api.PhaseOver)
		if s.Result != "white" || s.Reason != "time" || s.Message != "Black ran out of time. White wins." || s.Clock.Running != board.Empty {
			t.Errorf("%+v", s)
		}
		r.thinker.take(time.Second)
		r.do(api.Command{Do: api.DoUndo})
		r.pass(3 * time.Second)
		if s := r.phase(api.PhasePlace); s.Clock.Black.LeftMS < 8900 || s.Clock.Black.LeftMS > 9100 {
			t.Errorf("%+v", s.Clock)
		}
	})
}

// A pause that comes in the same moment as the flag does not keep the finished
// game.
func TestFlagEndsAPause(t *testing.T) {
	m := record.Game{Book: []game.Rules{small}}
	for i, e := range []api.Entry{
		{Kind: api.KindNewGame, Game: "small", ID: "a", Human: []board.Color{board.Black}, Level: 5, Time: 1000, Clock: apitest.As[*clock.Control]("1m")},
		{Kind: api.KindFlag, Color: board.Black},
		{Kind: api.KindPause},
	} {
		e.Seq = uint64(i + 1)
		do, err := plan(&m, e)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(do)
	}
	if m.Paused {
		t.Error("a finished game is paused")
	}
}

// While the journal takes nothing the clock goes on, and its seconds are not
// held in memory.
func TestClockWithoutAJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer r.stop()
		c := control(t, "1h")
		r.do(api.Command{Do: api.DoNewGame, Clock: &c})
		r.pass(10 * time.Second)
		r.journal.fail(fmt.Errorf("disk full"))
		r.pass(10 * time.Minute)
		if s := r.table.Snapshot(); s.Clock.Black.LeftMS > 50*60_000 {
			t.Errorf("%+v", s.Clock)
		}
		r.journal.fail(nil)
		n := len(r.journal.all())
		r.pass(3 * time.Second)
		if got := len(r.journal.all()) - n; got > 6 {
			t.Errorf("%d entries after ten minutes without a journal", got)
		}
	})
}

// A long time is noted less often, so that a day on the clock does not fill the
// disk.
func TestLongTimesAreNotedSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer r.stop()
		c := control(t, "24h")
		r.do(api.Command{Do: api.DoNewGame, Clock: &c})
		r.pass(10 * time.Minute)
		if n := len(r.journal.all()); n < 20 || n > 40 {
			t.Errorf("%d entries", n)
		}
	})
}

// Entries of a clock that nobody could have written are refused in words.
func TestRestoreRefusesTimes(t *testing.T) {
	begin := api.Entry{Seq: 1, Kind: api.KindNewGame, Game: "small", ID: "a", Human: []board.Color{board.Black}, Level: 5, Time: 1000, Clock: apitest.As[*clock.Control]("1m+2x10s")}
	for name, e := range map[string]api.Entry{
		"less than nothing": {Seq: 2, Kind: api.KindClock, Left: &api.Times{Black: api.SideTime{Main: -1}}},
		"more than all":     {Seq: 2, Kind: api.KindClock, Left: &api.Times{White: api.SideTime{Main: 60_001}}},
		"too many periods":  {Seq: 2, Kind: api.KindClock, Left: &api.Times{White: api.SideTime{Periods: 3}}},
		"too large":         {Seq: 2, Kind: api.KindClock, Left: &api.Times{White: api.SideTime{Main: 1 << 62}}},
		"no clock":          {Seq: 2, Kind: api.KindSeats, Level: 1, Time: 1000, Clock: &clock.Control{Turn: 1}},
		"nobody's flag":     {Seq: 2, Kind: api.KindFlag},
	} {
		table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Games: []game.Rules{small}})
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Restore([]api.Entry{begin, e}); err == nil || len(err.Error()) < 30 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever happens, and however often the power fails: a restart costs each
// side a second at most, and takes nothing from it; and nobody's time runs while
// anything is wrong, asked, or to be put down for the machine.
func TestClockOutlivesEverything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		steps := rapid.IntRange(1, 25).Draw(rt, "steps")
		given := rapid.SampledFrom([]string{"30m", "10m+5s", "2m/turn", "1m+5x30s", "20s"}).Draw(rt, "clock")
		var wrong string
		synctest.Test(t, func(t *testing.T) {
			c := control(t, given)
			rng := rand.New(rand.NewPCG(seed, 4))
			config := func(cfg *Config) {
				cfg.Games, cfg.Human, cfg.Clock = []game.Rules{small}, api.Colors{board.Black, board.White}, c
			}
			r := newRig(t, smallBoard, nil, config)
			defer func() { r.stop() }()
			p := &person{rig: r, rules: small, warmUp: 100, rng: rng, config: config}
			p.pass(time.Second)
			for range steps {
				change(p)
				s := r.table.Snapshot()
				quiet := len(s.Guide) == 0 && s.Question == nil && (s.Phase == api.PhaseHuman || s.Phase == api.PhaseThinking)
				if s.Clock.Running != board.Empty && (!quiet || s.Clock.Running != s.ToMove) {
					wrong = fmt.Sprintf("%s's time runs in phase %s: %s", s.Clock.Running, s.Phase, s.Message)
					return
				}
				r.pass(time.Duration(rng.IntN(1500)) * time.Millisecond)
				before := r.table.Snapshot()
				if rng.IntN(4) > 0 {
					continue
				}
				// The power fails: what the journal has is all there is.
				text, _ := json.Marshal(r.journal.all())
				r.stop()
				var entries []api.Entry
				_ = json.Unmarshal(text, &entries)
				r.start(entries, config)
				after := r.table.Snapshot()
				for _, side := range [][2]api.ClockSide{{before.Clock.Black, after.Clock.Black}, {before.Clock.White, after.Clock.White}} {
					was, is := side[0], side[1]
					if was.Periods != is.Periods || was.Overtime != is.Overtime {
						continue // a period ended within that second
					}
					if more := is.LeftMS - was.LeftMS; more < 0 || more > 1100 {
						wrong = fmt.Sprintf("%+v before a restart and %+v after it, in phase %s", was, is, before.Phase)
						return
					}
				}
				if after.Level != before.Level || fmt.Sprint(after.Human) != fmt.Sprint(before.Human) || after.Clock.Control != before.Clock.Control {
					wrong = fmt.Sprintf("%+v became %+v", before, after)
					return
				}
				r.pass(300 * time.Millisecond)
			}
		})
		if wrong != "" {
			rt.Fatal(wrong)
		}
	})
}

// A clock whose times are no whole milliseconds is kept, and the game goes on
// with it.
func TestClockOfPartsOfMilliseconds(t *testing.T) {
	for _, text := range []string{"10.0006s/turn", "1m0.0006s", "1m+3x10.0006s"} {
		synctest.Test(t, func(t *testing.T) {
			c := control(t, text)
			r := newRig(t, sim.Settings{}, nil, func(cfg *Config) { both(cfg); cfg.Clock = c })
			defer func() { r.stop() }()
			r.pass(time.Second)
			r.turn(board.Black, "J10")
			r.pass(2 * time.Second)
			if s := r.table.Snapshot(); len(s.Moves) != 1 || s.Clock.Running != board.White {
				t.Errorf("%s: %d turns; %+v", text, len(s.Moves), s.Clock)
			}
			again(r, r.journal.all(), both)
		})
	}
}
