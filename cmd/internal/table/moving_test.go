package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// arm tells the arm something, and returns the code of a refusal.
func (h *hall) arm(do string, by ...float64) string {
	h.t.Helper()
	o := &api.ArmOrder{Do: do}
	copy(o.By[:], by)
	_, err := h.table.Do(context.Background(), api.Command{Do: api.DoArm, Arm: o})
	var refused *api.CommandError
	if errors.As(err, &refused) {
		return refused.Code
	} else if err != nil {
		h.t.Fatal(err)
	}
	return ""
}

// at is where the simulated arm is.
func (h *hall) at() (at [3]float64) {
	h.sim.Do(func(m *grblsim.Machine) { at = m.Position() })
	return at
}

// confirm waits until the board asks, and answers with a stone on the light.
func (h *hall) confirm() {
	h.t.Helper()
	h.pass(500 * time.Millisecond)
	q := h.table.Snapshot().Question
	if q == nil || len(q.Path) != 1 || q.Path[0] != api.DoMoveArm || q.Options[0].Point == nil {
		h.t.Fatalf("the board asks %+v", q)
	}
	point := q.Options[0].Point.String()
	h.put(point, board.Black)
	h.pass(4 * time.Second)
	h.lift(point)
	h.pass(2 * time.Second)
}

// Nobody moves the arm before a person at the board has said that nobody is near. Then it
// goes by steps within its reach, the game stands still, a hand on the board holds it, and
// anyone who stops it stops it for good.
func TestArmByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) { c.Human = api.Colors{board.Black} })
		defer h.sim.Close()
		defer h.stop()
		h.pass(10 * time.Second)
		for _, do := range []string{api.ArmJog, api.ArmHome} {
			if code := h.arm(do, 1); code != "not-confirmed" {
				t.Fatalf("%s unasked: %q", do, code)
			}
		}
		if code := h.arm(api.ArmAsk); code != "" {
			t.Fatalf("asking: %q", code)
		}
		h.pass(500 * time.Millisecond)
		s := h.table.Snapshot()
		if s.ArmManual != "asked" {
			t.Fatalf("the arm is %q, phase %s: %s", s.ArmManual, s.Phase, s.Message)
		}
		h.refused(api.Command{Do: api.DoAnswer, Answer: "yes"}, "at-the-board")
		if code := h.arm(api.ArmJog, 1); code != "not-confirmed" {
			t.Fatalf("a step before the answer: %q", code)
		}
		h.confirm()
		if s := h.table.Snapshot(); s.ArmManual != "on" || s.Phase != api.PhasePaused {
			t.Fatalf("the arm is %q, phase %s: %s", s.ArmManual, s.Phase, s.Message)
		}
		if code := h.arm(api.ArmJog, 1); code != "" {
			t.Fatalf("a step: %q", code)
		}
		h.pass(2 * time.Second)
		if code := h.arm(api.ArmResult); code != "not-moved" {
			t.Errorf("an arm that is not homed has moved: %q", code)
		}
		if code := h.arm(api.ArmHome); code != "" {
			t.Fatal(code)
		}
		if code := h.arm(api.ArmJog, 1); code != "busy" {
			t.Errorf("a step while it homes: %q", code)
		}
		h.pass(2 * time.Minute)
		if code := h.arm(api.ArmResult); code != "" {
			t.Fatalf("homing: %q", code)
		}
		before := h.at()
		h.arm(api.ArmJog, -5, 0, 0)
		h.pass(2 * time.Second)
		if code, at := h.arm(api.ArmResult), h.at(); code != "" || at[0] > before[0]-4.9 || at[0] < before[0]-5.1 {
			t.Errorf("a step of -5 mm went from %v to %v: %q", before, at, code)
		}
		for _, by := range [][]float64{{6, 0, 0}, {0, 5, 0}} { // too far at once; out of reach
			at := h.at()
			h.arm(api.ArmJog, by...)
			h.pass(2 * time.Second)
			if code := h.arm(api.ArmResult); code != "not-moved" || h.at() != at {
				t.Errorf("%v: %q, from %v to %v", by, code, at, h.at())
			}
		}
		h.arm(api.ArmJog, 0, 0, -5)
		h.pass(2 * time.Second)
		h.arm(api.ArmJog, -1, 0, 0)
		h.pass(2 * time.Second)
		if code := h.arm(api.ArmResult); code != "not-moved" || h.at()[2] > -14.9 {
			t.Errorf("it moves across low above the stones: %q at %v", code, h.at())
		}
		h.arm(api.ArmJog, 0, 0, 5)
		h.pass(2 * time.Second)
		// A hand comes to the board in the middle of a step.
		from := h.at()
		h.arm(api.ArmJog, -5, 0, 0)
		h.pass(50 * time.Millisecond)
		h.put("C3", board.Black)
		h.pass(600 * time.Millisecond)
		if done := from[0] - h.at()[0]; done < 0.1 || done > 4.9 {
			t.Errorf("with a hand at the board the arm moves %.2f of 5 mm", done)
		}
		h.lift("C3")
		h.pass(5 * time.Second)
		if done := from[0] - h.at()[0]; done < 4.9 {
			t.Errorf("when the hand is gone the arm has moved %.2f of 5 mm", done)
		}
		// A step that is asked for with a hand at the board does not follow when it is gone.
		h.put("C3", board.Black)
		h.pass(200 * time.Millisecond)
		at := h.at()
		h.arm(api.ArmJog, -5, 0, 0)
		h.pass(600 * time.Millisecond)
		if code := h.arm(api.ArmResult); code != "not-moved" {
			t.Errorf("with a hand at the board a step ends with %q", code)
		}
		h.lift("C3")
		h.pass(5 * time.Second)
		if h.at() != at {
			t.Errorf("the arm has moved from %v to %v", at, h.at())
		}
		h.arm(api.ArmJog, -5, 0, 0)
		h.pass(50 * time.Millisecond)
		if code := h.arm(api.ArmStop); code != "" {
			t.Fatal(code)
		}
		h.pass(10 * time.Second)
		s = h.table.Snapshot()
		if s.ArmManual != "" || s.ArmState != hw.ArmStopped || s.ArmCause != hw.ArmOperator {
			t.Errorf("stopped: %q, %s, %s", s.ArmManual, s.ArmState, s.ArmCause)
		}
		at = h.at()
		if code := h.arm(api.ArmAsk); code != "not-now" {
			t.Errorf("asking for an arm that is stopped: %q", code)
		}
		h.pass(time.Minute)
		if h.at() != at {
			t.Error("a stopped arm has moved")
		}
		h.do(api.Command{Do: api.DoResumeArm})
		h.pass(10 * time.Second)
		if s := h.table.Snapshot(); !s.ArmState.Ready() {
			t.Errorf("after the word of a person the arm is %s", s.ArmState)
		}
	})
}

// When a person leaves the arm, it is parked after a while, and the game goes on.
func TestArmByHandEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) { c.Human = api.Colors{board.Black} })
		defer h.sim.Close()
		defer h.stop()
		h.pass(10 * time.Second)
		h.arm(api.ArmAsk)
		h.pass(70 * time.Second)
		if s := h.table.Snapshot(); s.ArmManual != "" || s.Question != nil {
			t.Fatalf("nobody has answered: %q, %+v", s.ArmManual, s.Question)
		}
		h.arm(api.ArmAsk)
		h.confirm()
		h.arm(api.ArmHome)
		h.pass(2 * time.Minute)
		h.arm(api.ArmJog, -5, -5, 0)
		h.pass(3 * time.Minute)
		s := h.table.Snapshot()
		if at := h.at(); s.ArmManual != "" || s.Phase != api.PhaseHuman || at[0] < -11 || at[1] < -11 {
			t.Errorf("the arm is %q at %v, phase %s", s.ArmManual, at, s.Phase)
		}
	})
}

// Given back in the middle of a step, also of one that a hand holds, the arm parks after it.
// Where somebody stops it instead, it stays.
func TestArmByHandEndsInAStep(t *testing.T) {
	for _, c := range []struct{ hand, stop bool }{{}, {hand: true}, {stop: true}} {
		armOf(t, board.Black, func(h *hall) {
			h.takes()
			h.arm(api.ArmJog, -5, -5, 0)
			h.pass(100 * time.Millisecond)
			if c.hand {
				h.put("C3", board.Black)
				h.sees("held", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmHeld })
			}
			h.arm(api.ArmEnd)
			h.arm(api.ArmEnd) // somebody presses it twice
			if s := h.table.Snapshot(); s.ArmManual != "" {
				h.t.Errorf("%+v: ended, the arm is %q by hand", c, s.ArmManual)
			}
			if code := h.arm(api.ArmAsk); code != "not-now" {
				h.t.Errorf("%+v: asking before it is out of the way: %q", c, code)
			}
			if c.stop {
				h.arm(api.ArmStop)
				h.sees("stopped", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmStopped })
				at := h.at()
				h.pass(10 * time.Minute)
				if h.at() != at || at[0] > -20 {
					h.t.Errorf("stopped at %v, it is at %v", at, h.at())
				}
				return
			}
			if c.hand {
				at := h.at()
				h.pass(time.Second)
				if h.at() != at {
					h.t.Errorf("it moves with a hand at the board")
				}
				h.lift("C3")
			}
			h.sees("parked", func(s *api.Snapshot) bool {
				at := h.at()
				return s.ArmState == hw.ArmParked && at[0] > -11 && at[1] > -11
			})
			h.pass(time.Second)
			if code := h.arm(api.ArmAsk); code != "" {
				h.t.Errorf("%+v: asking when it is parked: %q", c, code)
			}
		})
	}
}

// While the arm is moved by hand, and while people are asked whether it may be, nothing
// begins that brings hands to the board: the game stays paused, and loses no time.
func TestArmByHandKeepsHandsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) {
			c.Human, c.Clock, c.Calibrations = api.Colors{board.Black}, clock.Control{Main: time.Minute}, &script{}
		})
		defer h.sim.Close()
		defer h.stop()
		h.pass(10 * time.Second)
		h.arm(api.ArmAsk)
		refused := func() {
			t.Helper()
			replay := api.Command{Do: api.DoReview, Review: replayOf(t, "(;GM[Connect6]SZ[19];B[jj])", 0)}
			begin := api.LinkOrder{Begin: &api.LinkGame{Rules: "connect6", Remote: board.White, Human: api.Colors{board.Black}}}
			for _, c := range []api.Command{replay, {Do: api.DoCalibrate}, {Do: api.DoLink, Link: &begin}} {
				h.refused(c, "not-now")
			}
		}
		refused()
		h.confirm()
		refused()
		left := h.table.Snapshot().Clock.Black
		h.pass(90 * time.Second)
		s := h.table.Snapshot()
		if s.ArmManual != "on" || s.Phase != api.PhasePaused || s.Clock.Black != left {
			t.Errorf("the arm is %q, phase %s, the clock %+v", s.ArmManual, s.Phase, s.Clock)
		}
		h.arm(api.ArmEnd)
		h.pass(30 * time.Second)
		h.do(api.Command{Do: api.DoReview, Review: replayOf(t, "(;GM[Connect6]SZ[19];B[jj])", 0)})
		h.pass(10 * time.Second)
		h.phase(api.PhaseReview)
	})
}

// Nobody else ends it: what would have the game go on is refused, at the board too, and where
// the game goes on by itself the arm stays.
func TestOthersDoNotEndMovingByHand(t *testing.T) {
	armOf(t, board.Black, func(h *hall) {
		h.takes()
		from := h.at()
		for _, do := range []string{api.DoResume, api.DoNewGame, api.DoUndo, api.DoSeats, api.DoResign, api.DoPause, api.DoMoveNow} {
			h.refused(api.Command{Do: do}, "not-now")
		}
		h.pass(5 * time.Second)
		s := h.phase(api.PhasePaused)
		if s.ArmManual != "on" || far(from, h.at()) > 0 || s.Message != text.English.Say(text.ArmByHand) {
			t.Errorf("the arm is %q by hand, from %v to %v: %s", s.ArmManual, from, h.at(), s.Message)
		}
		h.arm(api.ArmEnd)
		h.sees("parked", func(s *api.Snapshot) bool { return h.at()[0] > -11 && s.ArmState == hw.ArmParked })
		h.pass(time.Second)
		h.phase(api.PhaseHuman)
	})
	// Over, and reopened or followed by another: the arm is left to who moves it.
	armOf(t, board.Black, func(h *hall) {
		h.pass(time.Second)
		h.do(api.Command{Do: api.DoResign})
		h.takes()
		h.refused(api.Command{Do: api.DoNewGame}, "not-now")
		h.pass(5 * time.Second)
		if s := h.phase(api.PhaseOver); s.ArmManual != "on" {
			t.Errorf("the arm is %q by hand", s.ArmManual)
		}
	})
}

// jogs moves the arm by hand for minutes, in which nothing else may begin.
func (h *hall) jogs() {
	h.t.Helper()
	if code := h.arm(api.ArmAsk); code != "" {
		h.t.Fatalf("asking: %q", code)
	}
	id := h.table.Snapshot().GameID
	h.confirm()
	h.arm(api.ArmHome)
	h.pass(40 * time.Second)
	for i := range 15 {
		if code := h.arm(api.ArmJog, -1+2*float64(i%2)); code != "" {
			h.t.Fatalf("step %d: %q", i, code)
		}
		h.pass(10 * time.Second)
		s := h.table.Snapshot()
		if s.ArmManual != "on" || s.GameID != id || s.Attract != nil && s.Attract.Scene != "" || s.Arm {
			h.t.Fatalf("after step %d the arm is %q and runs: %v; game %s, scene %+v", i, s.ArmManual, s.Arm, s.GameID, s.Attract)
		}
	}
	h.refused(api.Command{Do: api.DoRules}, "not-now")
	h.arm(api.ArmEnd)
}

// An exhibit leaves its arm to those who move it by hand, for as long as they do. Who asks
// for it ends the show.
func TestShowLeavesTheArmToPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) {
			exhibited(c)
			c.Attract.Arm, c.Human = true, api.Colors{board.Black}
		})
		defer h.sim.Close()
		defer h.stop()
		h.pass(70 * time.Second)
		h.scene("lesson")
		h.jogs()
		h.pass(70 * time.Second)
		h.scene("demo")
	})
}

// So does a match of two programs: its next game waits.
func TestMatchLeavesTheArmToPeople(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) {
			c.Programs = []api.Program{{Name: "a", Shown: "Alpha", Games: []string{"connect6"}}, {Name: "b", Shown: "Beta", Games: []string{"connect6"}}}
		})
		defer h.sim.Close()
		defer h.stop()
		h.pass(time.Second)
		h.thinker.say(contest)
		h.do(api.Command{Do: api.DoNewGame, Human: api.Colors{}, Players: &api.Sides{Black: "a", White: "b"}, Games: 2})
		h.until("the end of a game", func(s *api.Snapshot) bool { return s.Result != "" && !s.Arm })
		h.jogs()
		h.until("the next game", func(s *api.Snapshot) bool { return s.Match.Game == 2 })
	})
}
