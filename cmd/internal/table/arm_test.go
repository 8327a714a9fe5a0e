package table

import (
	"context"
	"errors"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/table/arm"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

const armTries = arm.Tries

// plainArm is an arm without news: the hand of a simulated board, which takes its time.
type plainArm struct {
	board *sim.Board
	takes time.Duration
}

func (a *plainArm) Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error {
	for _, p := range points {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := a.board.Put(p, s)
		select {
		case <-time.After(a.takes):
		case <-ctx.Done():
			return ctx.Err()
		}
		out <- hw.Placement{Point: p, Err: err}
		if err != nil {
			return err
		}
	}
	return nil
}

// armed is a rig whose board has an arm.
func armed(t *testing.T, s sim.Settings, edit func(*Config)) *rig {
	t.Helper()
	b, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, board: b, journal: &journal{}, archive: &archive{}, thinker: &firstFree{t: t, takes: time.Second}}
	r.start(nil, func(c *Config) {
		c.Arm = &plainArm{b, s.HandDelay}
		if edit != nil {
			edit(c)
		}
	})
	return r
}

// Two machines with an arm play games to their ends while nobody is there.
func TestArmPlaysBothSides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		settings := smallBoard
		settings.HandDelay = 800 * time.Millisecond
		r := armed(t, settings, func(c *Config) { c.Games, c.Human = []game.Rules{small}, api.Colors{} })
		defer r.stop()
		c := control(t, "2m")
		r.do(api.Command{Do: api.DoNewGame, Clock: &c})
		r.pass(2500 * time.Millisecond)
		if s := r.phase(api.PhasePlace); !s.Arm || s.Clock.Running != board.Empty {
			t.Errorf("%+v", s)
		}
		r.pass(2 * time.Minute)
		s := r.phase(api.PhaseOver)
		if s.Reason != "line" && s.Reason != "full" || len(s.Stones) != len(s.Record) {
			t.Errorf("%s: %v", s.Reason, s.Moves)
		}
		// A second of thought a turn, and nothing for the arm's way.
		turns := int64(len(s.Moves))
		if used := 240_000 - s.Clock.Black.LeftMS - s.Clock.White.LeftMS; used != turns*1000 {
			t.Errorf("%d ms were used for %d turns", used, turns)
		}
	})
}

// A person takes over while the arm is at work: the stone in its grip comes down
// yet, the other does not, and what stands is part of the turn.
func TestHandOverWhileTheArmWorks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := armed(t, sim.Settings{HandDelay: 2 * time.Second}, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(4500 * time.Millisecond)
		s := r.phase(api.PhasePlace)
		if !s.Arm || s.Message != "I am putting two white stones on A1 and B1." {
			t.Fatalf("%s, arm %v", s.Message, s.Arm)
		}
		r.seats(board.Black, board.White)
		r.pass(5 * time.Second)
		s = r.phase(api.PhaseHuman)
		if s.Arm || len(s.Partial) != 1 || s.Partial[0].String() != "A1" || len(s.Moves) != 1 {
			t.Errorf("%+v", s)
		}
	})
}

// A calibration would take the board away under the arm, which would wait in vain and
// drop its stone: it begins when the stone is down.
func TestCalibrationWaitsForTheArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := armed(t, sim.Settings{HandDelay: 2 * time.Second}, func(c *Config) { c.Calibrations = &script{} })
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(4500 * time.Millisecond)
		if s := r.phase(api.PhasePlace); !s.Arm {
			t.Fatalf("the arm does nothing: %s", s.Message)
		}
		_, err := r.table.Do(t.Context(), api.Command{Do: api.DoCalibrate})
		var refusal *api.CommandError
		if !errors.As(err, &refusal) || refusal.Code != "not-now" || !strings.Contains(refusal.Text, "The arm is placing a stone") {
			t.Errorf("refused by %v", err)
		}
		r.pass(10 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Record) != 3 {
			t.Errorf("on record are %v", s.Record)
		}
		r.do(api.Command{Do: api.DoCalibrate})
		r.pass(time.Second)
		r.phase(api.PhaseCalibrate)
	})
}

// lame is an arm that cannot, or that lets its stones fall beside the board.
type lame struct {
	err   error
	asked [][]int
}

func (l *lame) Place(_ context.Context, _ hw.State, points []int, out chan<- hw.Placement) error {
	l.asked = append(l.asked, points)
	return l.err
}

// Where the arm cannot, people put the stones down; it is not tried for ever.
func TestArmThatCannot(t *testing.T) {
	for _, err := range []error{nil, errors.New("no stones in the tray")} {
		synctest.Test(t, func(t *testing.T) {
			arm := &lame{err: err}
			r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Arm = arm })
			r.pass(time.Second)
			r.turn(board.Black, "J10")
			r.pass(10 * time.Second)
			s := r.phase(api.PhasePlace)
			if s.Arm || len(s.Wanted) != 2 {
				t.Errorf("%+v", s)
			}
			r.pass(10 * time.Minute)
			r.obey()
			r.phase(api.PhaseHuman)
			r.stop()
			if n := len(arm.asked); n != armTries {
				t.Errorf("the arm was asked %d times", n)
			}
		})
	}
}

// Points that cannot be read get one stone only, and the arm waits while people
// put the board right.
func TestArmOnAFaultyBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := armed(t, sim.Settings{}, nil)
		defer r.stop()
		r.pass(time.Second)
		if err := r.board.Stick(r.index("A1"), hw.Unknown); err != nil {
			t.Fatal(err)
		}
		r.turn(board.Black, "J10")
		r.lift("J10")
		r.pass(3 * time.Second)
		if s := r.phase(api.PhaseRepair); s.Arm || len(s.Stones) != 0 {
			t.Fatalf("%+v", s)
		}
		r.put("J10", board.Black)
		r.pass(30 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 2 {
			t.Errorf("%+v", s)
		}
	})
}
