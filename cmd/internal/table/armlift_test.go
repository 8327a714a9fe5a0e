package table

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/review"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// captures are turns of which every sixth, White's, captures two stones.
var captures = func() (turns []string) {
	for _, c := range []string{"B", "E", "H", "L", "O", "R"} {
		left, right := string(c[0]-1), string(c[0]+1)
		if c == "H" {
			right = "J"
		}
		turns = append(turns, c+"1", left+"1", c+"2", left+"2", c+"9", c+"3", c+"11", right+"1", c+"13", right+"2")
	}
	return turns
}()

// captor is a hall whose machines play captures.
func captor(t *testing.T, seed uint64, human api.Colors, clears bool) *hall {
	h := newHall(t, rand.New(rand.NewPCG(seed, 17)), true, func(c *Config) {
		c.Games, c.Human, c.ArmClears = []game.Rules{capturing{board.Size{Cols: 19, Rows: 19}}}, human, clears
	})
	h.patience = 20 * time.Second
	h.thinker.say(func(q player.Question) ([]board.Point, error) {
		p, err := q.Rules.Size().Parse(captures[len(q.Turns)%len(captures)], board.Algebraic)
		return []board.Point{p}, err
	})
	return h
}

// until waits, with somebody beside the board, until something is so.
func (h *hall) until(what string, so func(*api.Snapshot) bool) *api.Snapshot {
	h.t.Helper()
	for range 2 * 60 * 40 {
		if s := h.table.Snapshot(); so(s) {
			return s
		}
		h.help()
		time.Sleep(500 * time.Millisecond)
	}
	h.t.Fatalf("never %s: %+v", what, h.table.Snapshot())
	return nil
}

// end ends the hall, and says what must never have been.
func (h *hall) end() {
	h.t.Helper()
	h.stop()
	h.sim.Do(func(m *grblsim.Machine) {
		if far := m.Counts().UnhomedMotion; far != 0 {
			h.t.Errorf("the arm moved %.1f mm without having been homed", far)
		}
	})
	if len(h.wrong) > 0 {
		h.t.Error(<-h.wrong)
	}
	h.sim.Close()
}

// binned returns how many stones are in the bin.
func (h *hall) binned() (n int) {
	h.sim.Do(func(m *grblsim.Machine) { n = m.World().Binned(hw.Black) + m.World().Binned(hw.White) })
	return n
}

// play has a person play so many turns, White's.
func (h *hall) play(turns int) {
	h.t.Helper()
	for i := 1; i < 2*turns; i += 2 {
		h.until("a person's turn", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman && len(s.Moves) == i })
		h.sim.Do(func(m *grblsim.Machine) { _ = m.World().Put(h.index(captures[i]), hw.White) })
		h.put(captures[i], board.White)
		h.pass(1200 * time.Millisecond)
	}
}

// agrees reports whether the board shows what the game says.
func (h *hall) agrees() bool {
	stones := h.board.Stones()
	g := h.table.core.match.Game
	for i := range g.Size().Count() {
		if stones[i] != hw.State(g.At(g.Size().Point(i))) {
			return false
		}
	}
	return true
}

// Two machines capture, and the arm takes the captured stones off before it places the
// next.
func TestArmTakesCapturedStonesOff(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		h := captor(t, 1, api.Colors{}, false)
		defer h.end()
		s := h.until("captured", func(s *api.Snapshot) bool { return len(s.Moves) >= 13 })
		if n := h.binned(); n != 2 || h.handed != 0 || s.Fault != "" {
			t.Errorf("%d stones in the bin, %d by hand: %+v", n, h.handed, s)
		}
	})
}

// A person captures, and lifts one of the stones: the arm takes the other. One who is
// quicker than the arm leaves it nothing to do.
func TestPersonLiftsOneThatTheArmWould(t *testing.T) {
	unraced(t)
	for _, meanwhile := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h := captor(t, 2, api.Colors{board.White}, false)
			defer h.end()
			lift := func(name string) {
				h.sim.Do(func(m *grblsim.Machine) { m.World().Lift(h.index(name)) })
				_ = h.board.Lift(h.index(name))
			}
			h.play(5)
			if meanwhile {
				h.until("working", func(s *api.Snapshot) bool { return s.Arm })
				time.Sleep(time.Second)
			}
			lift("B1")
			s := h.until("taken off", func(s *api.Snapshot) bool { return len(s.Moves) == 11 && h.agrees() })
			if n := h.binned(); n != 1 || s.Fault != "" || h.handed != 0 {
				t.Errorf("meanwhile %v: %d stones in the bin, %d by hand, fault %q", meanwhile, n, h.handed, s.Fault)
			}
		})
	}
}

// After a game the arm clears the board if it is to, and leaves it alone if not.
func TestArmClearsTheBoard(t *testing.T) {
	unraced(t)
	for _, clears := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			h := captor(t, 3, api.Colors{board.White}, clears)
			defer h.end()
			h.play(3)
			s := h.until("seven turns", func(s *api.Snapshot) bool { return len(s.Moves) == 7 && s.Phase == api.PhaseHuman })
			lying := len(s.Stones)
			h.do(api.Command{Do: api.DoResign})
			time.Sleep(50 * time.Second)
			if n := h.binned(); n != 0 {
				t.Errorf("%d stones were taken off while people look at the end of their game", n)
			}
			time.Sleep(10 * time.Minute)
			left := 0
			for _, s := range h.board.Stones() {
				if s != hw.Empty {
					left++
				}
			}
			if n := h.binned(); clears && (n != lying || left != 0) || !clears && n != 0 {
				t.Errorf("clears %v: %d of %d stones in the bin, %d on the board: %+v", clears, n, lying, left, h.table.Snapshot())
			}
		})
	}
}

// An arm that clears the board after a game leaves it alone while people replay another,
// and for a minute after that.
func TestArmLeavesAReplayAlone(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		h := captor(t, 3, api.Colors{board.White}, true)
		defer h.end()
		h.until("a turn", func(s *api.Snapshot) bool { return len(s.Moves) >= 1 && s.Phase == api.PhaseHuman })
		h.do(api.Command{Do: api.DoResign})
		h.pass(20 * time.Second)
		h.do(api.Command{Do: api.DoReview, Review: replayOf(t, "(;GM[Connect6]SZ[19];B[jj])", 0)})
		quiet := func() {
			t.Helper()
			if s := h.table.Snapshot(); s.Arm || h.binned() != 0 {
				t.Fatalf("the arm takes stones off: %s", s.Message)
			}
		}
		for range 20 {
			h.put("J10", board.Black)
			h.pass(5 * time.Second)
			h.lift("J10")
			h.pass(5 * time.Second)
			quiet()
		}
		h.pass(5 * time.Minute)
		quiet()
		h.do(api.Command{Do: api.DoReview, Answer: string(review.End)})
		h.pass(50 * time.Second)
		quiet()
		h.until("a clear board", func(*api.Snapshot) bool { return h.binned() == 1 })
	})
}

// In a replay too the arm hears of hands on the board: it may be on its way to its park
// position.
func TestArmHearsOfHandsInAReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := kept(t, nil)
		r.pass(time.Minute)
		r.do(api.Command{Do: api.DoReview, Review: replayOf(t, cornered, 2)})
		r.pass(time.Minute)
		r.put("Q3", board.Black)
		r.pass(time.Second)
		r.stop()
		if since := r.table.core.now.Sub(r.table.core.arm.Startled()); since > 1100*time.Millisecond {
			t.Errorf("the last hand that the arm knows of was there %v ago", since)
		}
	})
}

// Whatever happens to the arm while it lifts, the game goes on; no stone is taken off
// that the game has, and none is on record that does not stand.
func TestCapturesWithAnArmThatHasTroubles(t *testing.T) {
	unraced(t)
	orders := []string{"reset", "limit x 300ms", "limit z 2s", "silence 4s", "silence 20s", "refuse 20 2", "power off", "drop 50", "nopick", "slip x 0.4", "unplug", "slip x 8", "stop press", "hand in"}
	for seed := range fewer(uint64(4), 1) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 19))
			h := captor(t, seed, api.Colors{}, false)
			h.trouble(rng, 90*time.Second, orders, func() bool { return len(h.table.Snapshot().Moves) >= 21 })
			for range 2 * 60 * 10 {
				if h.agrees() {
					break
				}
				h.help()
				time.Sleep(500 * time.Millisecond)
			}
			if s := h.table.Snapshot(); len(s.Moves) < 21 || !h.agrees() {
				t.Errorf("seed %d: %d turns, %d stones by hand, agrees %v: %s", seed, len(s.Moves), h.handed, h.agrees(), s.Message)
			}
			t.Logf("seed %d: %d stones by hand, %d in the bin", seed, h.handed, h.binned())
			h.end()
		})
	}
}

// An arm plays the show game after game and clears the board after each; nothing of it is
// on record. Who touches the board gets a clear one.
func TestArmPlaysTheShow(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(3, 17)), true, func(c *Config) {
			c.Games, c.Human = []game.Rules{small}, api.Colors{board.Black}
			exhibited(c)
			c.Attract.Arm = true
		})
		defer h.end()
		h.thinker.say(func(q player.Question) ([]board.Point, error) { return free(q), nil })
		stones := func(s *api.Snapshot) int { return len(s.Stones) }
		for n := range 2 {
			h.until("a demonstration", func(s *api.Snapshot) bool { return s.Attract.Scene == "demo" && stones(s) > 4 })
			if n == 0 && len(h.archive.all()) != 0 {
				t.Error("a demonstration is in the archive")
			}
			h.until("a board that was cleared", func(s *api.Snapshot) bool { return stones(s) == 0 })
		}
		h.until("another demonstration", func(s *api.Snapshot) bool { return s.Attract.Scene == "demo" && stones(s) > 2 })
		for _, e := range h.journal.all() {
			if e.Kind != api.KindNewGame && e.Kind != api.KindMended {
				t.Errorf("the show wrote %s", e.Kind)
			}
		}
		corner := 11*19 + 11 // E5 of the small game
		if err := h.board.Put(corner, hw.White); err != nil {
			t.Fatal(err)
		}
		h.pass(2 * time.Second)
		_ = h.board.Lift(corner)
		h.until("a table to play at", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman && stones(s) == 0 })
		if n := len(h.archive.all()); n != 0 {
			t.Errorf("%d demonstrations are in the archive", n)
		}
	})
}
