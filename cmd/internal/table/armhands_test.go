package table

import (
	"context"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw"
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
