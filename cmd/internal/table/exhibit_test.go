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
