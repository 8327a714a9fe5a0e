package table

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/study"
	"stonehand/engine/player"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// openMenu puts a stone of the game on the corner S19, and waits.
func (r *rig) openMenu(from string) {
	r.t.Helper()
	r.lift(from)
	r.pass(500 * time.Millisecond)
	r.put("S19", board.Black)
	r.pass(4 * time.Second)
	if q := r.table.Snapshot().Question; q == nil || q.Kind != "menu" {
		r.t.Fatalf("no menu: %+v", r.table.Snapshot())
	}
}

// choose puts a stone on the light of each answer in turn, and takes it off again.
func (r *rig) choose(answers ...string) {
	r.t.Helper()
	for _, a := range answers {
		at := ""
		q := r.table.Snapshot().Question
		if q == nil {
			r.t.Fatalf("nothing is asked when %q is to be answered", a)
		}
		for _, o := range q.Options {
			if o.Answer == a {
				at = o.Point.String()
			}
		}
		if at == "" {
			r.t.Fatalf("%q cannot be chosen on the board: %+v", a, q)
		}
		if s := r.board.Lights().Points[r.index(at)]; s != hw.Confirm && s != hw.YourTurn {
			r.t.Errorf("%s, for %q, shows %v", at, a, s)
		}
		point := r.index(at)
		r.put(at, board.White)
		r.pass(3 * time.Second)
		if err := r.board.Lift(point); err != nil { // whatever board the game has by now
			r.t.Fatal(err)
		}
		r.pass(500 * time.Millisecond)
	}
}

// closeMenu puts the stone of the game back.
func (r *rig) closeMenu(home string) {
	r.t.Helper()
	r.lift("S19")
	r.put(home, board.Black)
	r.pass(time.Second)
}

// begun is a game with one turn of a person, who plays both colours.
func begun(t *testing.T, edit func(*Config)) *rig {
	r := newRig(t, sim.Settings{}, nil, func(c *Config) {
		c.Human = api.Colors{board.Black, board.White}
		if edit != nil {
			edit(c)
		}
	})
	r.pass(time.Second)
	r.put("J10", board.Black)
	r.pass(2 * time.Second)
	r.phase(api.PhaseHuman)
	return r
}

// The menu offers the programs that can play the game, for people's opponents and alone.
func TestMenuOffersPrograms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan string, 2)
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			both(c)
			c.Hints = &study.Hints{Player: func() (player.Player, error) { return adviser{}, nil }, Ask: func(ctx context.Context, q player.Question) (player.Answer, error) {
				asked <- q.Player
				return adviser{}.Choose(ctx, q, nil)
			}}
			c.Programs = []api.Program{{Name: "a", Shown: "Alpha", Games: []string{"connect6"}}, {Name: "g", Shown: "GNU Go", Games: []string{"go"}}}
		})
		defer r.stop()
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		sits := func(people api.Colors, black, white string) {
			t.Helper()
			if s := r.table.Snapshot(); !slices.Equal(s.Human, api.List[board.Color](people)) || s.Programs.Black != black || s.Programs.White != white {
				t.Errorf("people play %v, %+v the rest", s.Human, s.Programs)
			}
		}
		lights := func(want string) {
			t.Helper()
			var lit []string
			for _, o := range r.table.Snapshot().Question.Options {
				if o.Point != nil {
					lit = append(lit, o.Point.String())
				}
			}
			if got := strings.Join(lit, " "); got != want {
				t.Errorf("%s are lit, and the card says %s", got, want)
			}
		}
		r.openMenu("J10")
		r.do(api.Command{Do: api.DoAnswer, Answer: "hint"})
		lights("J2 L2")
		r.choose("program", "program:a:Alpha")
		if by := <-asked; by != "a" {
			t.Errorf("%q gives the hint", by)
		}
		r.pass(2 * time.Second)
		r.closeMenu("J10")
		r.openMenu("J10")
		r.do(api.Command{Do: api.DoAnswer, Answer: "seats"})
		lights("G2 I2 K2 M2 O2")
		r.do(api.Command{Do: api.DoAnswer, Answer: "program"})
		q := r.table.Snapshot().Question
		if len(q.Options) != 2 || q.Options[0].Text != "Alpha" || !strings.HasPrefix(q.Text, "Which program plays?") {
			t.Errorf("%+v", q)
		}
		r.choose("program:a:Alpha", "black")
		sits(api.Colors{board.Black}, "", "a")
		if s := r.table.Snapshot(); !strings.HasPrefix(s.Message, "Very well: Alpha, people play Black.") {
			t.Errorf("who plays what is said as %q", s.Message)
		}
		r.closeMenu("J10")
		r.openMenu("J10")
		r.choose("seats", "program", "program:a:Alpha", "none")
		sits(api.Colors{}, "a", "a")
		r.closeMenu("J10")
		r.openMenu("J10")
		r.choose("seats", "both")
		sits(api.Colors{board.Black, board.White}, "", "")
		r.closeMenu("J10")
		r.openMenu("J10")
		r.choose("new-game", "program", "program:a:Alpha", "white")
		sits(api.Colors{board.White}, "a", "")
		if s := r.table.Snapshot(); len(s.Moves) > 0 {
			t.Errorf("%v is no new game", s.Moves)
		}
	})
}

// Every choice of the menu does what it says.
func TestMenu(t *testing.T) {
	unraced(t)
	for _, c := range []struct {
		answers []string
		check   func(*rig)
	}{
		{[]string{"undo", "yes"}, func(r *rig) {
			if n := len(r.table.Snapshot().Moves); n != 0 {
				r.t.Errorf("%d turns are left", n)
			}
		}},
		{[]string{"resign", "yes"}, func(r *rig) {
			if s := r.phase(api.PhaseOver); s.Result != "black" || s.Reason != "resign" {
				r.t.Errorf("%s by %s", s.Result, s.Reason)
			}
		}},
		{[]string{"new-game", "white"}, func(r *rig) {
			if s := r.phase(api.PhaseClear); len(s.Moves) != 0 || len(s.Human) != 1 || s.Human[0] != board.White {
				r.t.Errorf("%v play, %v", s.Human, s.Moves)
			}
		}},
		{[]string{"level", "8"}, func(r *rig) {
			if s := r.table.Snapshot(); s.Level != 8 || !strings.HasPrefix(s.Message, "I play at level 8.") {
				r.t.Errorf("level %d: %s", s.Level, s.Message)
			}
			r.closeMenu("J10")
			if s := r.phase(api.PhaseHuman); len(s.Moves) != 1 || len(s.Marks) != 0 {
				r.t.Errorf("%v, %v", s.Moves, s.Marks)
			}
		}},
		{[]string{"seats", "black"}, func(r *rig) {
			if s := r.table.Snapshot(); len(s.Human) != 1 || s.Human[0] != board.Black {
				r.t.Errorf("%v play", s.Human)
			}
			r.closeMenu("J10")
			r.pass(3 * time.Second)
			r.phase(api.PhasePlace)
		}},
		{[]string{"settings", "game", "gomoku"}, func(r *rig) {
			if s := r.phase(api.PhaseClear); s.Game != "gomoku" {
				r.t.Errorf("the game is %s", s.Game)
			}
		}},
		{[]string{"settings", "game", "go", "13x13"}, func(r *rig) {
			if s := r.phase(api.PhaseClear); s.Game != "go" || s.Cols != 13 {
				r.t.Errorf("the game is %s on %d", s.Game, s.Cols)
			}
		}},
		{[]string{"settings", "clock", "10m+5s"}, func(r *rig) {
			r.closeMenu("J10")
			if s := r.phase(api.PhaseHuman); s.Clock.Control.String() != "10m+5s" || !strings.HasPrefix(s.Message, "Changed: clock.") {
				r.t.Errorf("the clock is %s: %s", s.Clock.Control, s.Message)
			}
		}},
		{[]string{"settings", "time", "10s"}, func(r *rig) {
			if s := r.table.Snapshot(); s.TurnTime != 10 {
				r.t.Errorf("the machine thinks for %v s", s.TurnTime)
			}
		}},
		{[]string{"settings", "invite", "yes"}, func(r *rig) {
			if s := r.table.Snapshot(); !strings.Contains(s.Message, "An invitation is open.") || strings.Contains(s.Message, "secret") {
				r.t.Errorf("%s", s.Message)
			}
			r.closeMenu("J10")
			r.openMenu("J10")
			r.choose("settings", "leave", "yes")
			if s := r.table.Snapshot(); !strings.Contains(s.Message, "The remote game or the invitation has ended") {
				r.t.Errorf("%s", s.Message)
			}
		}},
		{[]string{"settings", "game", "go", "19x19"}, func(r *rig) { // which people play with remote opponents too
			r.board.Clear()
			r.pass(2 * time.Second)
			r.put("J10", board.Black)
			r.pass(2 * time.Second)
			r.openMenu("J10")
			r.choose("settings", "invite", "yes")
			if s := r.table.Snapshot(); s.Game != "go" || !strings.Contains(s.Message, "An invitation is open.") {
				r.t.Errorf("%s: %s", s.Game, s.Message)
			}
		}},
		{[]string{"settings", "rules", "rules"}, func(r *rig) {
			r.pass(5 * time.Second)
			r.board.Clear()
			r.pass(time.Second)
			if s := r.phase(api.PhaseAttract); s.Attract.Scene != "lesson" {
				r.t.Errorf("%+v", s.Attract)
			}
			r.pass(2 * time.Minute)
			if s := r.table.Snapshot(); s.Phase != api.PhaseRepair || len(s.Moves) != 1 {
				r.t.Errorf("after the rules: %s, %v", s.Phase, s.Moves)
			}
			r.put("J10", board.Black)
			r.pass(time.Second)
			r.phase(api.PhaseHuman)
		}},
		{[]string{"pause", "yes"}, func(r *rig) {
			r.closeMenu("J10")
			s := r.phase(api.PhasePaused)
			if !strings.HasPrefix(s.Message, "The game is paused. To go on, put a stone on ") || r.board.Lights().Edge != hw.Paused {
				r.t.Errorf("%s", s.Message)
			}
			r.pass(time.Hour) // dinner
			r.choose("yes")
			r.phase(api.PhaseHuman)
		}},
	} {
		t.Run(strings.Join(c.answers, " "), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := begun(t, func(c *Config) {
					c.Games = wholeBook()
					c.Invite = func(context.Context) (string, error) { return "secret", nil }
					c.Leave = func(context.Context) error { return nil }
				})
				defer r.stop()
				r.openMenu("J10")
				r.choose(c.answers...)
				c.check(r)
			})
		})
	}
}

// A shutdown saves everything, darkens the board and asks the computer; one that
// fails is said, and play goes on.
func TestShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var answer error
		asked := 0
		r := begun(t, func(c *Config) {
			c.Shutdown = func(context.Context) error { asked++; return answer }
		})
		defer r.stop()
		r.openMenu("J10")
		answer = errors.New("access denied")
		r.choose("shutdown")
		if asked != 0 {
			t.Fatal("the computer was asked before people were")
		}
		r.choose("yes")
		if s := r.table.Snapshot(); asked != 1 || s.Phase == api.PhaseOff || !strings.Contains(s.Fault, "access denied") {
			t.Fatalf("asked %d times; phase %s, fault %q", asked, s.Phase, s.Fault)
		}
		r.closeMenu("J10")
		r.phase(api.PhaseHuman)

		answer = nil
		s := r.do(api.Command{Do: api.DoShutdown})
		if s.Phase != api.PhaseOff || s.Fault != "" || !strings.HasPrefix(s.Message, "Goodbye") {
			t.Errorf("phase %s, fault %q: %s", s.Phase, s.Fault, s.Message)
		}
		r.pass(time.Second)
		p := r.board.Lights()
		for i, lit := range append(p.Points, p.Edge) {
			if lit != hw.Off {
				t.Errorf("light %d shows %v", i, lit)
			}
		}
		r.pass(2 * time.Minute) // it was to be off by now
		if s := r.phase(api.PhaseHuman); !strings.Contains(s.Fault, "still running") {
			t.Errorf("fault %q", s.Fault)
		}
		if asked != 2 {
			t.Errorf("asked %d times", asked)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		r := begun(t, nil)
		defer r.stop()
		r.refused(api.Command{Do: api.DoShutdown}, "not-now")
	})
}

// Who asks to shut down while the game is not saved is told, and asked to insist.
func TestShutdownOfAGameThatIsNotSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Shutdown = func(context.Context) error { asked.Add(1); return nil }
		})
		defer r.stop()
		r.pass(time.Second)
		r.journal.fail(syscall.ENOSPC)
		r.do(api.Command{Do: api.DoPause})
		r.refused(api.Command{Do: api.DoShutdown}, "not-saved")
		r.pass(2 * time.Minute)
		r.refused(api.Command{Do: api.DoShutdown}, "not-saved")
		r.journal.fail(nil)
		r.pass(2 * time.Minute)
		r.journal.fail(syscall.ENOSPC)
		r.do(api.Command{Do: api.DoResume})
		r.refused(api.Command{Do: api.DoShutdown}, "not-saved")
		r.do(api.Command{Do: api.DoShutdown})
		r.pass(time.Second)
		if n := asked.Load(); n != 1 {
			t.Errorf("the computer was asked %d times", n)
		}
		if said := r.table.Snapshot().Message; !strings.Contains(said, "could not be saved") {
			t.Errorf("at the end people read %q", said)
		}
	})
}

// wholeBook are all games, as on a board of 19 x 19.
func wholeBook() []game.Rules {
	list := []game.Rules{game.Connect6(), game.Freestyle(), game.Standard(), game.Renju()}
	for _, side := range []int{19, 13, 9} {
		list = append(list, game.Weiqi{Board: board.Size{Cols: side, Rows: side}})
	}
	return list
}

// The card that lies beside the board says of every light what it means, in both
// languages.
func TestTheCardIsRight(t *testing.T) {
	card, err := os.ReadFile("../../../docs/card.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []text.Language{text.English, text.Chinese} {
		synctest.Test(t, func(t *testing.T) {
			r := begun(t, func(c *Config) {
				c.Language, c.Calibrations, c.Games = l, &script{}, wholeBook()
				c.Invite = func(context.Context) (string, error) { return "ABC", nil }
				c.Shutdown = func(context.Context) error { return nil }
			})
			defer r.stop()
			r.openMenu("J10")
			seen := 0
			for _, o := range r.table.Snapshot().Question.Options {
				if o.Point == nil {
					continue
				}
				seen++
				if row := fmt.Sprintf("\n| %s | %s", strings.TrimSuffix(o.Point.String(), "1"), o.Text); !strings.Contains(string(card), row) {
					t.Errorf("the card has no row %q", row)
				}
			}
			if seen != 8 { // all but "move now", which nobody needs in a game of two people
				t.Errorf("%d lights", seen)
			}
			for path, want := range map[string]string{
				"seats": "G2 I2 K2 M2", "level": "C2 D2 E2 F2 G2 H2 I2 J2 K2 L2 M2 N2 O2 P2 Q2",
				"settings game": "F3 H3 J3 L3 N3", "settings game go": "H4 J4 L4", "settings calibrate": "I3 K3", "settings opening": "I3 K3",
				"settings clock": "C3 E3 G3 I3 K3 M3 O3 Q3", "settings time": "E3 G3 I3 K3 M3 O3",
			} {
				for a := range strings.FieldsSeq(path) {
					r.do(api.Command{Do: api.DoAnswer, Answer: a})
				}
				var lit []string
				names := ""
				for _, o := range r.table.Snapshot().Question.Options {
					if o.Point == nil {
						continue
					}
					lit = append(lit, o.Point.String())
					if strings.HasPrefix(path, "settings") && path != "settings calibrate" {
						names = fmt.Sprintf("%s%c%s %s · ", names, o.Point.String()[0], map[text.Language]string{text.English: ":"}[l], o.Text)
					}
				}
				if got := strings.Join(lit, " "); got != want {
					t.Errorf("%s is lit on %s, and the card says %s", path, got, want)
				}
				if !strings.Contains(strings.NewReplacer("Go, then", "Go", "围棋，再选", "围棋").Replace(string(card)), strings.TrimSuffix(strings.TrimSuffix(names, " · "), "围棋")) {
					t.Errorf("%s: the card does not have %q", path, names)
				}
				r.do(api.Command{Do: api.DoAnswer, Answer: "no"})
				r.closeMenu("J10")
				r.openMenu("J10")
			}
			r.do(api.Command{Do: api.DoAnswer, Answer: api.MenuSettings})
			seen = 0
			for _, o := range r.table.Snapshot().Question.Options {
				if o.Point == nil {
					continue
				}
				seen++
				if row := fmt.Sprintf("\n| %s | %s", strings.TrimSuffix(o.Point.String(), "2"), o.Text); !strings.Contains(string(card), row) {
					t.Errorf("the card has no row %q", row)
				}
			}
			if seen != 7 { // all but an arm that has stopped
				t.Errorf("%d lights of the settings", seen)
			}
		})
	}
}
