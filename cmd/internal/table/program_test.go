package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// program is a program that gives hints: K10 is nearly as good as J10, and A1 is not.
func program(_ context.Context, q player.Question) (player.Answer, error) {
	if q.Player != "stub" {
		return player.Answer{}, errors.New("it does not answer")
	}
	best, near, poor := 0.6, 0.57, 0.2
	at := func(x, y int) []board.Point { return []board.Point{board.At(x, y)} }
	return player.Answer{Points: at(9, 9), Info: player.Info{Chance: &best, Candidates: []player.Candidate{
		{Points: at(9, 9), Chance: &best}, {Points: at(10, 9), Chance: &near}, {Points: at(0, 0), Chance: &poor},
	}}}, nil
}

// adviser finds the first free points the best, after a second.
type adviser struct{}

// Choose implements [player.Player].
func (adviser) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (a player.Answer, err error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return a, ctx.Err()
	}
	chance := 0.6
	a.Chance = &chance
	if len(q.Choices) > 0 {
		a.Choice = q.Choices[0]
		return a, nil
	}
	for i := 0; len(a.Points) < q.Due; i++ {
		if p := q.Rules.Size().Point(i); q.At(p) == board.Empty {
			a.Points = append(a.Points, p)
		}
	}
	return a, nil
}

// thinker tells what it thinks, and takes two seconds over it. Some of it is nonsense.
type thinker struct{}

// Choose implements [player.Player].
func (thinker) Choose(ctx context.Context, q player.Question, report func(player.Info)) (a player.Answer, err error) {
	at := func(x, y int) []board.Point { return []board.Point{board.At(x, y), board.At(x, y+1)} }
	best, poor := 0.6, 0.2
	report(player.Info{Depth: 1, Line: [][]board.Point{at(3, 3)}, Candidates: []player.Candidate{
		{Points: at(3, 3), Chance: &best}, {Points: at(5, 3), Chance: &best}, {Points: at(7, 3), Chance: &poor},
		{Points: []board.Point{board.At(40, 40), board.At(9, 9)}, Chance: &best},
	}})
	<-time.After(2 * time.Second)
	a.Points = at(15, 15)
	return a, nil
}

// While the machine or a program thinks, the lights show what it likes best, where the
// settings want that.
func TestThoughtsAreLit(t *testing.T) {
	for _, wanted := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Player, c.Candidates = thinker{}, wanted })
			defer r.stop()
			r.pass(time.Second)
			r.put("J10", board.Black)
			r.pass(2 * time.Second)
			r.phase(api.PhaseThinking)
			if best, more := r.lit(hw.Candidate), r.lit(hw.Liberty); (best == 2) != wanted || (more == 2) != wanted {
				t.Errorf("wanted %v: %d lights for the best turn, and %d for others", wanted, best, more)
			}
			r.pass(2 * time.Second)
			r.phase(api.PhasePlace)
			if best, more := r.lit(hw.Candidate), r.lit(hw.Liberty); best+more > 0 {
				t.Errorf("after the choice %d and %d are lit", best, more)
			}
		})
	}
}

// failing is a program in whose place the machine plays its first turn, and why.
type failing struct{ why error }

// Choose implements [player.Player].
func (f failing) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	if len(q.Turns) > 1 {
		return player.Answer{Points: []board.Point{board.At(3, 5), board.At(5, 5)}}, nil
	}
	return player.Answer{Points: []board.Point{board.At(3, 3), board.At(5, 3)}, Fault: f.why}, nil
}

// Why the machine plays in a program's place is said.
func TestWhyTheMachinePlays(t *testing.T) {
	for want, why := range map[string]error{
		"Stub did not give a legal turn.":                             errors.New("it has ended"),
		"Stub is not ready yet. The machine played":                   fmt.Errorf("%w: it has just failed", player.ErrNotReady),
		"You did not wait for Stub. The machine played":               player.ErrHurried,
		"Stub failed five times. The machine now plays in its place.": fmt.Errorf("%w: it failed 5 times", player.ErrGone),
		"Stub does not play on a board of this size. The machine":     fmt.Errorf("%w: boardsize 9: unacceptable size", player.ErrBoard),
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) {
				c.Player, c.Programs = failing{why}, []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"connect6"}}}
			})
			defer r.stop()
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Players: &api.Sides{White: "stub"}})
			r.put("J10", board.Black)
			r.pass(2 * time.Second)
			if s := r.phase(api.PhasePlace); !strings.HasPrefix(s.Message, want) {
				t.Errorf("the message is %q, want %q", s.Message, want)
			}
		})
	}
}

// That a program has failed is said in its game, not in the next one.
func TestFailuresAreOfTheirGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Player, c.Programs = failing{errors.New("it has ended")}, []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"connect6"}}}
		})
		defer r.stop()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Players: &api.Sides{White: "stub"}})
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		if s := r.phase(api.PhasePlace); !strings.HasPrefix(s.Message, "Stub did not give") {
			t.Errorf("the message is %q", s.Message)
		}
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black, board.White}, Players: &api.Sides{}})
		r.pass(time.Second)
		if s := r.table.Snapshot(); strings.Contains(s.Message, "Stub") {
			t.Errorf("in the next game the message is %q", s.Message)
		}
	})
}

// Nor is it said of the turn that the program plays after it.
func TestFailuresAreOfTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Player, c.Programs = failing{errors.New("it has ended")}, []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"connect6"}}}
		})
		defer r.stop()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Players: &api.Sides{White: "stub"}})
		r.put("J10", board.Black)
		r.pass(time.Second)
		r.put("D4", board.White)
		r.put("F4", board.White)
		r.pass(time.Second)
		if s := r.phase(api.PhaseHuman); !strings.HasPrefix(s.Message, "Stub did not give") {
			t.Errorf("the message is %q", s.Message)
		}
		r.put("A1", board.Black)
		r.put("A2", board.Black)
		r.pass(time.Second)
		if s := r.phase(api.PhasePlace); strings.Contains(s.Message, "Stub") {
			t.Errorf("after the program has played the message is %q", s.Message)
		}
	})
}

// passer is a program of Go that passes once, or in whose place the machine does.
type passer struct{ why error }

// Choose implements [player.Player].
func (p passer) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	if len(q.Turns) > 1 {
		return player.Answer{Points: []board.Point{board.At(3, 3)}}, nil
	}
	return player.Answer{Fault: p.why}, nil
}

// Who has passed in a program's place is said, and on record.
func TestWhoPasses(t *testing.T) {
	for _, c := range []struct {
		why         error
		says, plays string
	}{
		{nil, "White passes. ", "stub"},
		{errors.New("it has ended"), "Stub did not give a legal turn. The machine played this turn instead. White passes. ", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(cfg *Config) {
				cfg.Player, cfg.Programs = passer{c.why}, []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"go"}}}
				cfg.Games, cfg.Human = []game.Rules{game.Go()}, api.Colors{board.Black, board.White}
			})
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Players: &api.Sides{White: "stub"}})
			r.put("J10", board.Black)
			r.pass(2 * time.Second)
			if s := r.table.Snapshot(); !strings.HasPrefix(s.Message, c.says) {
				t.Errorf("the message is %q, want %q", s.Message, c.says)
			}
			r.stop()
			if by := r.table.core.match.By; len(by) != 2 || by[1].Program != c.plays {
				t.Errorf("on record are %+v, want %q", by, c.plays)
			}
			again, err := New(Config{Sensor: r.board, Player: r.thinker, Games: []game.Rules{game.Go()}, Journal: &journal{}})
			if err != nil {
				t.Fatal(err)
			}
			if err := again.Restore(r.journal.all()); err != nil {
				t.Fatal(err)
			}
			if by := again.core.match.By; len(by) != 2 || by[1].Program != c.plays {
				t.Errorf("after a restart on record are %+v, want %q", by, c.plays)
			}
		})
	}
}

// That a program has passed is not said once its pass was taken back, after the next turn, or in
// the next game.
func TestPassesAreOfTheirGame(t *testing.T) {
	for _, next := range []api.Command{{Do: api.DoUndo}, {}, {Do: api.DoNewGame, Human: api.Colors{board.Black, board.White}, Players: &api.Sides{}}} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) {
				c.Player, c.Programs = passer{}, []api.Program{{Name: "stub", Shown: "Stub", Games: []string{"go"}}}
				c.Games, c.Human = []game.Rules{game.Go()}, api.Colors{board.Black, board.White}
			})
			defer r.stop()
			r.pass(time.Second)
			r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Players: &api.Sides{White: "stub"}})
			r.put("J10", board.Black)
			r.pass(2 * time.Second)
			if s := r.table.Snapshot(); !strings.Contains(s.Message, "White passes.") {
				t.Fatalf("the message is %q", s.Message)
			}
			if next.Do != "" {
				r.do(next)
			} else {
				r.put("K10", board.Black)
			}
			r.pass(2 * time.Second)
			if s := r.table.Snapshot(); strings.Contains(s.Message, "passes") {
				t.Errorf("after %s the message is %q", next.Do, s.Message)
			}
		})
	}
}
