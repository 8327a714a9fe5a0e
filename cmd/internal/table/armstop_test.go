package table

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/arm"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// armOf lets f see a hall with a person at one side; Black begins.
func armOf(t *testing.T, human board.Color, f func(h *hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) { c.Human = api.Colors{human} })
		defer h.sim.Close()
		defer h.stop()
		f(h)
	})
}

// sees waits until something is so, and looks often: the arm is fast.
func (h *hall) sees(what string, so func(*api.Snapshot) bool) {
	h.t.Helper()
	for range 20_000 {
		if so(h.table.Snapshot()) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.t.Fatalf("never %s: at %v, %+v", what, h.at(), h.table.Snapshot())
}

// carries waits until the arm carries a stone towards the board.
func (h *hall) carries() {
	h.t.Helper()
	h.sees("carries", func(s *api.Snapshot) (carries bool) {
		at := h.at()
		h.sim.Do(func(m *grblsim.Machine) { carries = m.World().Held() != hw.Empty })
		return carries && s.ArmState == hw.ArmWorking && at[2] > -11 && at[0] > -460
	})
}

// parks waits until the arm is on its way to its park position over the board.
func (h *hall) parks() {
	h.t.Helper()
	from := h.at()
	h.sees("parks", func(s *api.Snapshot) bool {
		at := h.at()
		return s.ArmState == hw.ArmWorking && at[0] > from[0]+10 && at[0] < -30 && at[2] > -11
	})
}

// takes gives the arm into a person's hands, homes it and brings it over the board.
func (h *hall) takes() {
	h.t.Helper()
	h.pass(10 * time.Second)
	h.arm(api.ArmAsk)
	h.confirm()
	h.arm(api.ArmHome)
	h.sees("homed", func(s *api.Snapshot) bool { return s.ArmManual == "on" && s.ArmState == hw.ArmParked })
	for range 12 {
		h.arm(api.ArmJog, -5, -5, 0)
		h.pass(3 * time.Second)
	}
}

// Whatever the arm does when somebody stops it on the page, it stands at once and until a
// person lets it go on, and then it homes first.
func TestStopOnThePageHolds(t *testing.T) {
	for name, c := range map[string]struct {
		human board.Color
		until func(h *hall)
	}{
		"carrying": {board.White, (*hall).carries},
		"parking": {board.White, func(h *hall) {
			h.sees("placed", func(s *api.Snapshot) bool { return len(s.Moves) == 1 })
			h.parks()
		}},
		"giving back": {board.White, func(h *hall) {
			h.carries()
			h.do(api.Command{Do: api.DoPause})
			time.Sleep(600 * time.Millisecond)
		}},
		"parking after a person moved it": {board.Black, func(h *hall) {
			h.takes()
			h.arm(api.ArmEnd)
			h.parks()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			armOf(t, c.human, func(h *hall) {
				c.until(h)
				from := h.at()
				if code := h.arm(api.ArmStop); code != "" {
					t.Fatal(code)
				}
				h.sees("stopped", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmStopped })
				at := h.at()
				if far := max(at[0]-from[0], from[0]-at[0]); far > 5 {
					t.Errorf("it went on from %v to %v", from, at)
				}
				time.Sleep(time.Minute)
				s := h.table.Snapshot()
				if h.at() != at || s.ArmState != hw.ArmStopped || s.ArmCause != hw.ArmOperator {
					t.Errorf("from %v to %v, %s, %s", at, h.at(), s.ArmState, s.ArmCause)
				}
				h.do(api.Command{Do: api.DoResumeArm})
				h.sees("ready", func(s *api.Snapshot) bool { return s.ArmState.Ready() })
			})
		})
	}
}

// An arm that is held for too long over a board that is wrong gives up where it is, whether
// its stone was wanted until then or not.
func TestGivesUpWhileItGivesBack(t *testing.T) {
	for _, pause := range []string{"before", "after", "never"} {
		t.Run(pause, func(t *testing.T) {
			armOf(t, board.White, func(h *hall) {
				h.carries()
				if pause == "before" {
					h.do(api.Command{Do: api.DoPause})
					time.Sleep(300 * time.Millisecond)
				}
				h.put("C3", board.White)
				h.sees("held", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmHeld })
				at := h.at()
				if pause == "after" {
					h.do(api.Command{Do: api.DoPause})
				}
				time.Sleep(arm.Stuck - 5*time.Second)
				if s := h.table.Snapshot(); s.ArmState != hw.ArmHeld {
					t.Errorf("too early the arm is %s", s.ArmState)
				}
				h.sees("given up", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmUnhomed })
				if now := h.at(); max(now[0]-at[0], at[0]-now[0]) > 20 {
					t.Errorf("it gave up, and moved from %v to %v", at, now)
				}
			})
		})
	}
}
