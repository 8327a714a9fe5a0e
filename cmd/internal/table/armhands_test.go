package table

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl"
)

// stays fails the test if the arm goes on from where it is in a moment: it may come to rest first.
func (h *hall) stays(why string) {
	h.t.Helper()
	time.Sleep(400 * time.Millisecond)
	from := h.at()
	time.Sleep(1200 * time.Millisecond)
	if to := h.at(); to != from {
		h.t.Errorf("%s: the arm, %s, goes on from %v to %v", why, h.table.Snapshot().ArmState, from, to)
	}
}

// However many commands were given, a person can still stop the arm, and give it back.
func TestManyCommandsLeaveTheArmToPeople(t *testing.T) {
	armOf(t, board.White, func(h *hall) {
		h.carries()
		for i := range 2 * commandBurst {
			do := []string{api.DoPause, api.DoResume}[i%2]
			_, _ = h.table.Do(context.Background(), api.Command{Do: do})
		}
		h.refused(api.Command{Do: api.DoSeats, Level: new(3)}, "too-many")
		for _, do := range []string{api.ArmEnd, api.ArmResult, api.ArmStop} {
			if code := h.arm(do); code != "" {
				t.Errorf("%s: %q", do, code)
			}
		}
		h.sees("stopped", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmStopped })
		h.stays("stopped")
	})
}

// slowMover takes as long to begin as an arm whose memory is on a slow card.
type slowMover struct{ *grbl.Arm }

func (s slowMover) Park(ctx context.Context) error {
	time.Sleep(150 * time.Millisecond)
	return s.Arm.Park(ctx)
}

// While the arm goes out of the way, no calibration begins: the hands that it brings to the
// board are no surprise.
func TestCalibrationWaitsForTheArmToPark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) {
			c.Human, c.Calibrations, c.Arm = api.Colors{board.Black}, &script{}, slowMover{c.Arm.(*grbl.Arm)}
		})
		defer h.sim.Close()
		defer h.stop()
		h.takes()
		h.arm(api.ArmEnd)
		h.refused(api.Command{Do: api.DoCalibrate}, "not-now") // its news do not say yet that it moves
		h.parks()
		h.refused(api.Command{Do: api.DoCalibrate}, "not-now")
		h.sees("parked", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmParked })
		h.pass(time.Second)
		h.do(api.Command{Do: api.DoCalibrate})
	})
}
