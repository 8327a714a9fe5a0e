package table

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/table/review"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/sim"
)

// exhibited makes a table an exhibit.
func exhibited(c *Config) { c.Attract = attract.Default() }

// scene fails the test unless the exhibit shows that, "" for nothing.
func (r *rig) scene(want string) *api.Snapshot {
	r.t.Helper()
	s := r.table.Snapshot()
	got := ""
	if s.Attract != nil {
		got = s.Attract.Scene
	}
	if got != want {
		r.t.Fatalf("the exhibit shows %q (phase %s: %s), want %q", got, s.Phase, s.Message, want)
	}
	return s
}

// lit counts the lights that show a signal.
func (r *rig) lit(list ...hw.Signal) (n int) {
	for _, s := range r.board.Lights().Points {
		for _, want := range list {
			if s == want {
				n++
			}
		}
	}
	return n
}

// Nobody comes: the table shows the rules and plays by itself, by lights, and nothing of
// it is on record. Who puts a stone down plays at once.
func TestAttract(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, exhibited)
		defer r.stop()
		r.pass(50 * time.Second)
		r.scene("")
		entries := len(r.journal.all())
		r.pass(15 * time.Second)
		if s := r.scene("lesson"); s.Attract.Of != 4 || s.Message == "" || s.Said["zh"].Message == s.Message {
			t.Errorf("%+v: %s", s.Attract, s.Message)
		}
		steps := map[int]string{}
		for r.table.Snapshot().Attract.Scene == "lesson" {
			s := r.table.Snapshot()
			steps[s.Attract.Step] = s.Message
			r.pass(time.Second)
		}
		if len(steps) != 4 {
			t.Errorf("the rules were told in %d steps: %v", len(steps), steps)
		}
		r.pass(30 * time.Second)
		if s := r.scene("demo"); len(s.Moves) < 5 || len(s.Stones) != len(s.Record) || r.lit(hw.PlaceBlack, hw.PlaceWhite, hw.MissingBlack, hw.MissingWhite) != len(s.Record) {
			t.Errorf("%d turns, %d lights", len(s.Moves), r.lit(hw.PlaceBlack, hw.PlaceWhite))
		}
		r.pass(20 * time.Minute)
		if got := len(r.journal.all()); got != entries {
			t.Errorf("the show wrote %d entries", got-entries)
		}
		if n := len(r.archive.all()); n != 0 {
			t.Errorf("%d games of the show are in the archive", n)
		}
		r.put("J10", board.Black)
		r.pass(time.Second)
		if s := r.scene(""); len(s.Moves) != 1 {
			t.Errorf("the stone that began the game is none of it: %s, %s", s.Phase, s.Message)
		}
		r.pass(2 * time.Second)
		r.phase(api.PhasePlace)
	})
}

// An exhibit leaves people to their puzzle for as long as they move stones, on a board of
// any size, and ends it when they have left.
func TestAttractLeavesPuzzlesAlone(t *testing.T) {
	unraced(t)
	for _, o := range []*api.ReviewOrder{review.OrderOf("connect6"), replayOf(t, cornered, 2)} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, exhibited)
			defer r.stop()
			r.pass(10 * time.Second)
			r.put("J10", board.Black)
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoRules}) // once the board is empty
			r.do(api.Command{Do: api.DoReview, Review: o})
			r.lift("J10")
			for i := range 40 {
				p := string("FGHJKLMNO"[i%9]) + "12"
				r.put(p, board.Black)
				r.pass(5 * time.Second)
				r.lift(p)
				r.pass(5 * time.Second)
				if s := r.table.Snapshot(); s.Phase != api.PhaseReview {
					t.Fatalf("%s: after %v it is gone: %s: %s", o.Title, time.Duration(i+1)*10*time.Second, s.Phase, s.Message)
				}
			}
			r.pass(4 * time.Minute)
			r.phase(api.PhaseReview)
			r.pass(7 * time.Minute)
			if s := r.table.Snapshot(); s.Review != nil || s.Attract.Scene == "" {
				t.Errorf("people have left, and it stays: %s: %s", s.Phase, s.Message)
			}
		})
	}
}

// counts are what was counted, in memory.
type counts struct {
	mu   sync.Mutex
	list []api.Count
}

func (c *counts) Add(n api.Count) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, n)
	return nil
}

func (c *counts) of(what string) (list []api.Count) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.list {
		if n.What == what {
			list = append(list, n)
		}
	}
	return list
}

// Somebody leaves in the middle of a game: they are asked, then it is offered, and then
// put aside. Meanwhile a touch goes on with it.
func TestAttractUnfinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		counted := &counts{}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			exhibited(c)
			c.Tally = counted
		})
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		id := r.phase(api.PhaseHuman).GameID
		r.pass(4 * time.Minute) // somebody thinks
		r.scene("")
		r.pass(90 * time.Second)
		r.scene("offer")
		r.put("K10", board.Black) // and is back
		r.pass(time.Second)
		if s := r.scene(""); s.GameID != id || len(s.Partial) != 1 {
			t.Fatalf("the game is %s, %v", s.GameID, s.Partial)
		}
		r.pass(6 * time.Minute)
		r.scene("offer")
		r.do(api.Command{Do: api.DoHere})
		r.scene("")
		r.pass(12 * time.Minute)
		if s := r.scene("clear"); s.GameID == id {
			t.Error("the game was not put aside")
		}
		if games := r.archive.all(); len(games) != 1 || !games[0].Unfinished {
			t.Errorf("archived: %+v", games)
		}
		if n := len(counted.of("visit")); n != 1 {
			t.Errorf("one visit was counted as %d", n)
		}
		if g := counted.of("game"); len(g) != 1 || g[0].Result != api.TallyUnfinished || g[0].Turns != 2 || g[0].Level != 5 || g[0].Hour.Minute() != 0 {
			t.Errorf("counted: %+v", g)
		}
		r.board.Clear()
		r.pass(time.Second)
		if n := len(counted.of("visit")); n != 2 {
			t.Errorf("two visits were counted as %d", n)
		}
		if s := r.scene(""); s.Phase != api.PhaseHuman {
			t.Errorf("phase %s after the board was cleared", s.Phase)
		}
		r.pass(62 * time.Second)
		r.scene("lesson")
	})
}

// A visitor chooses another game and leaves before its first stone: the house's game comes
// back, whatever of it was chosen, and stays.
func TestAttractChosenOtherwise(t *testing.T) {
	unraced(t)
	second := time.Second
	connect6, small := game.Rules(game.Connect6()), board.Size{Cols: 9, Rows: 9}
	weiqi := game.Rules(game.Weiqi{Board: board.Size{Cols: 19, Rows: 19}, Terms: game.Terms{Preset: "japanese"}})
	for name, c := range map[string]struct {
		house  game.Rules
		chosen api.Command
	}{
		"size":     {weiqi, api.Command{Size: small}},
		"komi":     {weiqi, api.Command{Terms: &game.Terms{Preset: "japanese", Komi: 0.5, OwnKomi: true}}},
		"handicap": {weiqi, api.Command{Terms: &game.Terms{Preset: "japanese", Handicap: 2, Free: true}}},
		"capture":  {weiqi, api.Command{Terms: &game.Terms{Capture: 1}}},
		"of go":    {weiqi, api.Command{Players: &api.Sides{White: "stub"}}},
		"program":  {connect6, api.Command{Players: &api.Sides{White: "stub"}}},
		"opening":  {connect6, api.Command{Opening: "swap"}},
		"fives":    {connect6, api.Command{Game: "connect6-fives"}},
		"time":     {connect6, api.Command{Time: &second}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{}, nil, func(s *Config) {
					exhibited(s)
					s.TurnTime = 1500600 * time.Microsecond
					s.Games = []game.Rules{c.house, game.Fives(), game.Weiqi{Board: small}}
					s.Programs = []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"connect6", "go"}}}
				})
				defer r.stop()
				r.pass(time.Second)
				c.chosen.Do = api.DoNewGame
				id := r.do(c.chosen).GameID
				r.pass(30 * time.Minute)
				s := r.table.Snapshot()
				if s.GameID == id || s.Attract == nil {
					t.Fatalf("the visitor's game is still there: %+v", s)
				}
				began := 0
				for _, e := range r.journal.all() {
					if e.Kind == api.KindNewGame {
						began++
					}
				}
				if began != 3 {
					t.Errorf("%d games began, not the house's, the visitor's and the house's", began)
				}
				if m := r.table.core.aside; m == nil || m.Game.Rules() != c.house || m.Programs != [3]string{} {
					t.Errorf("the house's game is %+v", m)
				}
			})
		})
	}
}

// The last game was with a remote opponent: it is left, and the house's game comes back,
// once.
func TestAttractLeavesTheRemoteOpponent(t *testing.T) {
	for _, linked := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			left := 0
			var r *rig
			r = newRig(t, sim.Settings{}, nil, func(c *Config) {
				exhibited(c)
				c.Human, c.Wish = api.Colors{board.Black}, func(api.Wish) {}
				if linked {
					c.Leave = func(ctx context.Context) error {
						if left++; left == 1 {
							return errors.New("the link has stopped for a moment")
						}
						_, err := r.table.Do(ctx, api.Command{Do: api.DoLink, Link: &api.LinkOrder{Free: true}})
						return err
					}
				}
			})
			defer r.stop()
			began := 0
			r.journal.see(func(e api.Entry) {
				if e.Kind != api.KindNewGame {
					return
				}
				if began++; began > 9 {
					panic("game after game begins within one step")
				}
			})
			r.pass(time.Second)
			began = 0
			r.link(api.LinkOrder{Begin: &api.LinkGame{Rules: "connect6", Remote: board.White, Human: api.Colors{board.Black}}})
			r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Timed: true, Name: "Ann"}})
			r.pass(10 * time.Second)
			r.turn(board.Black, "J10")
			r.link(api.LinkOrder{End: &api.LinkEnd{Loser: board.White}})
			r.pass(4 * time.Minute)
			s := r.scene("clear")
			if began != 2 || linked != (left == 2) || s.Remote != nil || len(s.Moves) != 0 || len(s.Human) != 1 {
				t.Errorf("linked %v: %d games began, it was left %d times, remote %+v, people %v", linked, began, left, s.Remote, s.Human)
			}
		})
	}
}

// A person's clock runs: that is thinking, however long.
func TestAttractLeavesThinkersAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			exhibited(c)
			c.Clock = clock.Control{Main: 30 * time.Minute}
		})
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(20 * time.Minute)
		r.scene("")
		r.pass(12 * time.Minute) // the flag falls, and nobody is there
		r.scene("clear")
	})
}

// Who asks for the rules in the middle of a game is told to clear the board only until the
// lesson begins; who plays on instead does not meet it in the next game.
func TestRulesThatWereAskedFor(t *testing.T) {
	const clear = "Take all stones off the board to see the rules."
	for _, plays := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
			defer r.stop()
			r.pass(time.Second)
			r.turn(board.Black, "J10")
			if s := r.do(api.Command{Do: api.DoRules}); !strings.Contains(s.Message, clear) {
				t.Fatalf("people read %q", s.Message)
			}
			if plays {
				r.turn(board.White, "K10", "K11")
				r.do(api.Command{Do: api.DoNewGame})
				r.lift("K10")
				r.lift("K11")
			}
			r.lift("J10")
			r.pass(3 * time.Second)
			if s := r.table.Snapshot(); (s.Phase == api.PhaseAttract) == plays || strings.Contains(s.Message, clear) {
				t.Errorf("played on: %v; phase %s, people read %q", plays, s.Phase, s.Message)
			}
		})
	}
}

// What people do instead of clearing the board for the rules may leave it empty: the rules do
// not begin after it.
func TestRulesAreNotShownAfterSomethingElse(t *testing.T) {
	for name, c := range map[string][2]api.Command{
		"a puzzle":      {{Do: api.DoReview, Review: review.OrderOf("connect6")}, {Do: api.DoReview, Answer: string(review.End)}},
		"a calibration": {{Do: api.DoCalibrate}, {Do: api.DoAnswer, Answer: string(calib.Leave)}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{}, nil, func(c *Config) {
					c.Human, c.Calibrations = api.Colors{board.Black, board.White}, &script{}
				})
				defer r.stop()
				r.pass(time.Second)
				r.turn(board.Black, "J10")
				r.do(api.Command{Do: api.DoRules})
				if s := r.do(c[0]); strings.Contains(s.Message, "rules") {
					t.Errorf("people read %q", s.Message)
				}
				r.pass(2 * time.Second)
				r.lift("J10")
				r.pass(2 * time.Second)
				r.do(c[1])
				r.pass(2 * time.Second)
				if s := r.table.Snapshot(); s.Phase != api.PhaseRepair {
					t.Errorf("the phase is %s: %s", s.Phase, s.Message)
				}
			})
		})
	}
}

// Every game's rules are told in four steps that its rules allow.
func TestLessons(t *testing.T) {
	book := []game.Rules{game.Connect6(), game.Freestyle(), game.Standard(), game.Renju(), game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{}}}
	lessons := 0
	for _, a := range attract.Program(book) {
		if a.Steps != nil {
			lessons++
			if len(a.Steps) != 4 {
				t.Errorf("%s has %d steps", a.Rules, len(a.Steps))
			}
		}
	}
	if lessons != len(book) {
		t.Errorf("%d of %d games have a lesson", lessons, len(book))
	}
}

// dimmer is lamps that can be dimmed.
type dimmer struct {
	*sim.Board
	percent atomic.Int32
}

func (d *dimmer) Dim(percent int) { d.percent.Store(int32(percent)) }

// An exhibit says goodbye before it closes, is dark while it is closed, even in the
// middle of a game, and opens again by itself with that game.
func TestClosing(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		b, err := sim.New(sim.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		lamps := &dimmer{Board: b}
		began := time.Now()
		wall := func() time.Time { // it is 17:40 on a Monday
			return time.Date(2026, 11, 23, 17, 40, 0, 0, time.UTC).Add(time.Since(began))
		}
		said := &script{}
		r := &rig{t: t, board: b, journal: &journal{}, archive: &archive{}, thinker: &firstFree{t: t, takes: time.Second}}
		var until time.Time
		setUp := func(c *Config) {
			exhibited(c)
			c.OpenUntil, c.KeepOpen = until, func(x time.Time) { until = x }
			c.Wall, c.Lamps, c.Clock = wall, lamps, clock.Control{Main: time.Hour}
			c.Hours, err = hours.Parse([]string{"mon-sun 10:00-18:00 18:30-19:00"}, nil)
			c.Hours.Goodbye = 5 * time.Minute
			c.Hours.Brightness = []hours.Setting{{From: 10 * time.Hour, Percent: 100}, {From: 17*time.Hour + 50*time.Minute, Percent: 40}}
			c.Calibrations = said
		}
		r.start(nil, setUp)
		defer func() { r.stop() }()
		if err != nil {
			t.Fatal(err)
		}
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		id := r.phase(api.PhaseHuman).GameID
		if p := lamps.percent.Load(); p != 100 {
			t.Errorf("the lights have %d %%", p)
		}
		r.pass(15 * time.Minute)
		if s := r.table.Snapshot(); !strings.Contains(s.Message, "closes in 5 minutes") || lamps.percent.Load() != 40 {
			t.Errorf("five minutes before: %s", s.Message)
		}
		r.pass(5 * time.Minute)
		if s := r.phase(api.PhaseClosed); !strings.Contains(s.Message, "Monday, 2026-11-23 18:30") || !strings.Contains(s.Said["zh"].Message, "星期一") {
			t.Errorf("closed: %s", s.Message)
		}
		if opens := r.table.Snapshot().Attract.Opens; opens == nil || opens.Format("15:04") != "18:30" {
			t.Errorf("it opens at %v", opens)
		}
		if n := len(r.board.Lights().Points) - r.lit(hw.Off); n != 0 || r.board.Lights().Edge != hw.Off {
			t.Errorf("%d lights shine", n)
		}
		r.refused(api.Command{Do: api.DoNewGame}, "closed")
		r.put("S19", board.White)
		r.pass(5 * time.Minute)
		if s := r.phase(api.PhaseClosed); s.Clock.Running != board.Empty {
			t.Error("a clock runs")
		}
		r.lift("S19")
		r.pass(27 * time.Minute)
		if s := r.table.Snapshot(); s.GameID != id || s.Phase == api.PhaseClosed || s.Attract.Opens != nil {
			t.Errorf("it opens as %s with game %s", s.Phase, s.GameID)
		}
		r.pass(30 * time.Minute)
		r.phase(api.PhaseClosed)
		r.do(api.Command{Do: api.DoOpen})
		r.pass(61 * time.Second)
		if s := r.table.Snapshot(); s.Phase == api.PhaseClosed {
			t.Error("it does not open for the staff")
		}
		r.stop()
		r.start(r.journal.entries, setUp)
		r.pass(time.Minute)
		if s := r.table.Snapshot(); s.Phase == api.PhaseClosed {
			t.Error("after a restart it is closed for the staff")
		}
	})
}
