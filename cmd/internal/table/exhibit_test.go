package table

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/review"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// People leave while a game of Go is counted. Anyone who does what the table then asks for
// changes nothing of the count: a stone that is lifted there would be dead.
func TestAttractDuringACount(t *testing.T) {
	for _, offered := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: 9, Rows: 9, Colors: true}}, nil, func(c *Config) {
				exhibited(c)
				c.Games, c.Human = []game.Rules{game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}}, api.Colors{board.Black, board.White}
			})
			defer r.stop()
			r.pass(time.Second)
			r.turn(board.Black, "C3")
			r.turn(board.White, "G7")
			r.do(api.Command{Do: api.DoPass})
			r.do(api.Command{Do: api.DoPass})
			r.pass(5 * time.Second)
			before := r.do(api.Command{Do: api.DoAgree, Color: board.Black})
			r.pass(5*time.Minute + 5*time.Second)
			s, asks := r.scene("ask"), "Are you still there? If so, put a spare stone on a free point within 30 seconds."
			if offered {
				r.pass(30 * time.Second)
				s, asks = r.scene("offer"), "This game is being counted. To continue, put a spare stone on a free point."
			}
			if !strings.HasPrefix(s.Message, asks) {
				t.Fatalf("people read %q", s.Message)
			}
			r.put("E5", board.Black)
			r.pass(time.Second)
			r.scene("")
			r.lift("E5")
			r.pass(5 * time.Second)
			if s := r.phase(api.PhaseCount); len(s.Go.Dead) != 0 || len(s.Go.Agreed) != 1 || s.Go.Score != before.Go.Score {
				t.Errorf("offered %v: dead %v, agreed %v, %s, not %s", offered, s.Go.Dead, s.Go.Agreed, s.Go.Score, before.Go.Score)
			}
		})
	}
}

// What people leave on the board may be no game: a puzzle and a replay are called so, and
// the lights show them and not the game on record, which may be larger.
func TestAttractOffersWhatIsShown(t *testing.T) {
	for want, o := range map[string]*api.ReviewOrder{"puzzle": review.OrderOf("connect6"), "replay": replayOf(t, cornered, 2)} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) {
				exhibited(c)
				c.Human = api.Colors{board.Black, board.White}
			})
			defer r.stop()
			r.pass(time.Second)
			r.turn(board.Black, "S19")
			r.do(api.Command{Do: api.DoReview, Review: o})
			r.put("J10", board.Black)
			r.pass(time.Second)
			marks := r.phase(api.PhaseReview).Marks
			r.pass(6 * time.Minute)
			s := r.scene("offer")
			if !strings.Contains(s.Message, want) && !strings.Contains(s.Message, want+"ed") || strings.Contains(s.Message, "turn") {
				t.Errorf("%s: people read %q", want, s.Message)
			}
			if n := len(r.board.Lights().Points) - r.lit(hw.Off); n < len(marks) {
				t.Errorf("%s: %d lights for %d stones", want, n, len(marks))
			}
			r.board.Clear()
			r.pass(time.Second)
			if _, err := r.table.Do(t.Context(), api.Command{Do: api.DoUndo}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: an undo is refused with %v", want, err)
			}
			if s := r.do(api.Command{Do: api.DoReview, Answer: string(review.End)}); !strings.Contains(s.Message, want) {
				t.Errorf("%s: at the end people read %q", want, s.Message)
			}
		})
	}
}

// The button for the rules shows them for as long as they take, not only while a finger is
// on it; another press begins them again.
func TestRulesByAButton(t *testing.T) {
	for _, on := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{Buttons: []string{"rules"}}, nil, func(c *Config) {
				if on {
					exhibited(c)
				}
				c.Buttons, c.Wiring = c.Sensor.(*sim.Board), []api.Wiring{{Name: "rules", Press: api.DoRules}}
			})
			defer r.stop()
			push := func(down bool, d time.Duration) {
				if err := r.board.Push("rules", down); err != nil {
					t.Fatal(err)
				}
				r.pass(d)
			}
			r.pass(time.Second)
			push(true, 200*time.Millisecond)
			push(false, 9*time.Second)
			if s := r.scene("lesson"); s.Attract.Step < 2 {
				t.Errorf("after 9 s the rules are at step %d", s.Attract.Step)
			}
			push(true, 200*time.Millisecond)
			push(false, time.Second)
			if s := r.scene("lesson"); s.Attract.Step != 1 {
				t.Errorf("after another press the rules are at step %d", s.Attract.Step)
			}
		})
	}
}

// Every game that can be played has its lesson, also one that differs from another on full
// boards alone; where there is none, nobody is asked to clear the board for it.
func TestRulesOfEveryGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Games = append(wholeBook(), game.Fives())
		})
		defer r.stop()
		for _, rules := range r.table.core.cfg.Games {
			r.do(api.Command{Do: api.DoNewGame, Game: rules.Name(), Human: api.Colors{board.Black, board.White}})
			r.pass(2 * time.Second)
			r.do(api.Command{Do: api.DoRules})
			r.pass(time.Second)
			if s := r.scene("lesson"); s.Attract.Of != 4 {
				t.Errorf("%s: %+v", rules.Name(), s.Attract)
			}
		}
	})
	little := game.Renju()
	little.Board = board.Size{Cols: 9, Rows: 9}
	for _, rules := range []game.Rules{little, small} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Games, c.Human = []game.Rules{rules}, api.Colors{board.Black, board.White} })
			defer r.stop()
			r.pass(time.Second)
			r.put("A1", board.Black)
			r.pass(2 * time.Second)
			r.refused(api.Command{Do: api.DoRules}, "not-now")
			for _, c := range r.table.core.settings() {
				if c.Answer == api.DoRules && c.Then[0].Answer != "" {
					t.Errorf("%s: the menu offers %v", rules.Name(), c.Then)
				}
			}
			r.lift("A1")
			r.pass(time.Second)
			if s := r.table.Snapshot(); strings.Contains(s.Message, "rules") {
				t.Errorf("%s: people read %q", rules.Name(), s.Message)
			}
		})
	}
}

// While the board is cleared for the rules, and afterwards, the game is kept, whatever is
// lifted first and however long that takes. What was taken off is put back, and only then
// is a turn taken back again.
func TestRulesKeepTheGame(t *testing.T) {
	const clear = "Take all stones off the board to see the rules. The game is kept."
	begin := func(t *testing.T, r *rig) {
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		r.turn(board.White, "K11", "I9")
		if s := r.do(api.Command{Do: api.DoRules}); s.Phase != api.PhaseClear || s.Message != clear || len(s.Marks) != 3 || r.lit(hw.Captured) != 3 {
			t.Fatalf("phase %s: people read %q; marks %v, %d lights", s.Phase, s.Message, s.Marks, r.lit(hw.Captured))
		}
		r.do(api.Command{Do: api.DoHere})
		for _, name := range []string{"K11", "I9"} { // the last turn first, as hands do
			r.lift(name)
			r.pass(20 * time.Second)
		}
		if s := r.phase(api.PhaseClear); s.Message != clear || len(s.Moves) != 2 || len(s.Marks) != 1 || s.Question != nil {
			t.Fatalf("people read %q; turns %v, marks %v, %+v", s.Message, s.Moves, s.Marks, s.Question)
		}
	}
	for name, ends := range map[string]func(*rig){
		"the lesson is seen to its end": func(r *rig) {
			r.lift("J10")
			r.pass(time.Second)
			r.scene("lesson")
			r.pass(time.Minute)
		},
		"a stone that is put back ends the lesson": func(r *rig) {
			r.lift("J10")
			r.pass(6 * time.Second)
			r.scene("lesson")
			r.put("J10", board.Black)
		},
		"nobody clears the rest":                   func(r *rig) { r.pass(2 * time.Minute) },
		"people would rather play on":              func(r *rig) { r.put("K11", board.White) },
		"people take another side":                 func(r *rig) { r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black, board.White}}) },
		"the page is used, and nobody clears more": func(r *rig) { r.do(api.Command{Do: api.DoHere}); r.phase(api.PhaseClear); r.pass(2 * time.Minute) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
				defer r.stop()
				begin(t, r)
				ends(r)
				r.pass(20 * time.Second)
				if s := r.phase(api.PhaseRepair); len(s.Moves) != 2 || strings.Contains(s.Message, "turn back") {
					t.Fatalf("turns %v; people read %q", s.Moves, s.Message)
				}
				for name, c := range map[string]board.Color{"J10": board.Black, "K11": board.White, "I9": board.White} {
					_ = r.board.Put(r.index(name), hw.State(c)) // unless it stands there already
				}
				r.pass(2 * time.Second)
				r.phase(api.PhaseHuman)
				r.lift("K11")
				r.lift("I9")
				r.pass(7 * time.Second)
				if s := r.phase(api.PhaseHuman); len(s.Moves) != 1 {
					t.Errorf("a turn is not taken back: %v", s.Moves)
				}
			})
		})
	}
}

// The show goes from game to game without a break, whatever boards they are played on: the
// first reading of another board is waited for, and is no board that was lost.
func TestShowGoesOn(t *testing.T) {
	unraced(t)
	nine := game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}}
	for _, games := range [][]game.Rules{{game.Connect6(), game.Freestyle(), nine}, {nine, game.Connect6()}} {
		synctest.Test(t, func(t *testing.T) {
			r, voice := listen(t, sim.Settings{}, func(c *Config) {
				exhibited(c)
				c.Games = games
			})
			defer r.stop()
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoNewGame, Game: games[1].Name(), Human: api.Colors{board.Black, board.White}}) // and somebody leaves
			r.pass(65 * time.Second)
			voice.take()
			shown := map[string]bool{}
			for range 5 * 60 * 15 {
				r.pass(200 * time.Millisecond)
				s := r.phase(api.PhaseAttract)
				shown[s.Game+" "+s.Attract.Scene] = true
				if strings.Contains(s.Message, "Waiting") || strings.Contains(s.Message, "take all stones") {
					t.Fatalf("people read %q", s.Message)
				}
			}
			for _, g := range games {
				if _, counts := g.(game.Weiqi); !shown[g.Name()+" lesson"] || !counts && !shown[g.Name()+" demo"] {
					t.Errorf("of %s there was %v", g.Name(), shown)
				}
			}
			if said := voice.take(); strings.Trim(strings.ReplaceAll(said, "Would you like to play? Place a stone on the board.", ""), "- \n") != "" {
				t.Errorf("the voice says %q", said)
			}
		})
	}
}

// Anyone who asks for the rules is not invited to play, at an exhibit or not: the stone would
// end the lesson. Nor does the lesson end their visit.
func TestRulesInviteNobody(t *testing.T) {
	for _, on := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			counted := &counts{}
			r := newRig(t, sim.Settings{}, nil, func(c *Config) {
				exhibited(c)
				c.Attract.On, c.Tally = on, counted
			})
			defer r.stop()
			r.pass(20 * time.Minute)
			r.do(api.Command{Do: api.DoHere})
			r.do(api.Command{Do: api.DoRules})
			r.pass(time.Second)
			if s := r.scene("lesson"); strings.Contains(s.Message, "Would you like to play?") {
				t.Errorf("exhibit %v: people read %q", on, s.Message)
			}
			r.pass(50 * time.Second)
			r.put("J10", board.Black)
			r.pass(2 * time.Second)
			if n := len(counted.of("visit")); on && n != 1 {
				t.Errorf("one visit was counted as %d", n)
			}
		})
	}
}
