package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw/calib"
	"stonehand/hw/sim"
)

// Two phones join while somebody plays. The first is called when that game is over, on the
// page and aloud; who does not come is passed over; and nothing of them is kept.
func TestQueueAtTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, voice := listen(t, sim.Settings{}, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		order := func(o api.QueueOrder) *api.Snapshot { return r.do(api.Command{Do: api.DoQueue, Queue: &o}) }
		order(api.QueueOrder{Join: true, Name: " Ada\u202e "})
		if q := order(api.QueueOrder{Join: true}).Queue; q == nil || len(q.Waiting) != 2 || q.Waiting[0].Name != "Ada" || q.Called != nil {
			t.Fatalf("while somebody plays the queue is %+v", q)
		}
		r.do(api.Command{Do: api.DoResign})
		r.pass(25 * time.Second)
		s := r.table.Snapshot()
		if q := s.Queue; q.Called == nil || q.Called.Number != 1 || q.Called.Until == nil || !strings.Contains(s.Said["zh"].Message, "Ada") {
			t.Fatalf("the queue is %+v, and people read %q", q, s.Message)
		}
		if said := voice.take(); !strings.Contains(said, "Next player: Ada.") {
			t.Errorf("the voice says %q", said)
		}
		r.pass(2 * time.Minute)
		if q := r.table.Snapshot().Queue; q.Called == nil || q.Called.Number != 2 {
			t.Fatalf("the second is not called: %+v", q)
		}
		old := r.table.Snapshot().GameID
		if s := order(api.QueueOrder{Here: 2}); s.GameID == old || s.Result != "" || s.Queue.Playing == nil {
			t.Errorf("who comes finds the game %s, %q", s.GameID, s.Result)
		} else if strings.Contains(s.Message, "Next player") {
			t.Errorf("who has come reads %q", s.Message)
		}
		_, err := r.table.Do(context.Background(), api.Command{Do: api.DoQueue, Queue: &api.QueueOrder{Here: 1}})
		var refused *api.CommandError
		if !errors.As(err, &refused) || refused.Code != "no-place" {
			t.Errorf("whose place is gone is told %v", err)
		}
		order(api.QueueOrder{Leave: 2})
		if q := r.table.Snapshot().Queue; q != nil {
			t.Errorf("the queue is %+v when everybody has left", q)
		}
	})
}

// Nobody is called away from the arm while somebody moves it by hand: who was called keeps
// their place, and the time they had left.
func TestQueueWhileArmIsMovedByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) { c.Human = api.Colors{board.Black} })
		defer h.sim.Close()
		defer func() { h.stop() }()
		h.pass(10 * time.Second)
		h.put("J10", board.Black)
		h.pass(time.Second)
		h.do(api.Command{Do: api.DoResign})
		h.board.Clear()
		h.pass(time.Minute)
		order := func(o api.QueueOrder) *api.Snapshot { return h.do(api.Command{Do: api.DoQueue, Queue: &o}) }
		order(api.QueueOrder{Join: true})
		order(api.QueueOrder{Join: true})
		h.pass(time.Second)
		if q := h.table.Snapshot().Queue; q.Called == nil || q.Called.Number != 1 {
			t.Fatalf("the queue is %+v", q)
		}
		if c := h.arm(api.ArmAsk); c != "" {
			t.Fatalf("asking for the arm: %q", c)
		}
		h.confirm()
		h.pass(time.Minute)
		if s := h.table.Snapshot(); s.ArmManual != "on" || s.Queue.Called == nil || s.Queue.Called.Until != nil {
			t.Errorf("the arm is %q, and the queue %+v", s.ArmManual, s.Queue)
		}
		h.refused(api.Command{Do: api.DoQueue, Queue: &api.QueueOrder{Here: 1}}, "not-now")
		h.pass(80 * time.Second)
		if s := h.table.Snapshot(); s.ArmManual != "" || s.Queue.Called == nil || s.Queue.Called.Number != 1 || s.Queue.Called.Until == nil {
			t.Fatalf("the arm is %q, and the queue %+v", s.ArmManual, s.Queue)
		}
		if s := order(api.QueueOrder{Here: 1}); s.Result != "" || s.Queue.Playing == nil {
			t.Errorf("who comes finds %q, and the queue %+v", s.Result, s.Queue)
		}
	})
}

// While the board is calibrated nobody is called, and no game begins.
func TestQueueDuringCalibration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Calibrations = &script{} })
		defer func() { r.stop() }()
		r.pass(time.Minute)
		order := func(o api.QueueOrder) *api.Snapshot { return r.do(api.Command{Do: api.DoQueue, Queue: &o}) }
		order(api.QueueOrder{Join: true})
		game := r.do(api.Command{Do: api.DoCalibrate}).GameID
		order(api.QueueOrder{Join: true})
		r.refused(api.Command{Do: api.DoQueue, Queue: &api.QueueOrder{Here: 1}}, "not-now")
		r.pass(2 * time.Minute)
		r.do(api.Command{Do: api.DoAnswer, Answer: string(calib.Leave)})
		if s := r.table.Snapshot(); s.GameID != game || s.Queue.Called == nil || s.Queue.Called.Number != 1 {
			t.Fatalf("after the calibration the game is %s, not %s, and the queue %+v", s.GameID, game, s.Queue)
		}
		if s := order(api.QueueOrder{Here: 1}); s.Phase == api.PhaseCalibrate || s.Queue.Playing == nil {
			t.Errorf("who comes finds %q, and the queue %+v", s.Phase, s.Queue)
		}
	})
}

// Anyone who is called after a remote game plays the house's game: the opponent is left.
func TestQueueAfterARemoteGame(t *testing.T) {
	for _, linked := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			left := 0
			var r *rig
			r = newRig(t, sim.Settings{}, nil, func(c *Config) {
				c.Wish = func(api.Wish) {}
				if linked {
					c.Leave = func(ctx context.Context) error {
						left++
						_, err := r.table.Do(ctx, api.Command{Do: api.DoLink, Link: &api.LinkOrder{Free: true}})
						return err
					}
				}
			})
			defer func() { r.stop() }()
			r.pass(time.Second)
			remote := r.link(api.LinkOrder{Begin: &api.LinkGame{Rules: "connect6", Remote: board.White, Human: api.Colors{board.Black}}}).GameID
			r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Name: "Ann"}})
			r.pass(10 * time.Second)
			r.turn(board.Black, "J10")
			r.do(api.Command{Do: api.DoQueue, Queue: &api.QueueOrder{Join: true}})
			r.link(api.LinkOrder{End: &api.LinkEnd{Loser: board.White}})
			r.board.Clear()
			r.pass(30 * time.Second)
			r.do(api.Command{Do: api.DoQueue, Queue: &api.QueueOrder{Here: 1}})
			r.pass(time.Second)
			s := r.table.Snapshot()
			if s.GameID == remote || s.Result != "" || s.Remote != nil || left != map[bool]int{true: 1}[linked] {
				t.Fatalf("linked %v: who comes finds %q, remote %+v, after %d times of leaving", linked, s.Message, s.Remote, left)
			}
			r.turn(board.Black, "K10")
			if s := r.table.Snapshot(); len(s.Moves) == 0 || s.Queue.Playing == nil {
				t.Errorf("linked %v: %d turns, the queue %+v", linked, len(s.Moves), s.Queue)
			}
		})
	}
}

// The game that somebody else has chosen and left without a turn, or paused, gives way to the
// house's when who was called says that they are here; the house's own new game does not.
func TestQueueBeginsTheHousesGame(t *testing.T) {
	for name, change := range map[string]*api.Command{
		"as the house begins it": nil,
		"another game":           {Do: api.DoNewGame, Game: "go"},
		"other players":          {Do: api.DoSeats, Human: api.Colors{board.Black, board.White}},
		"paused":                 {Do: api.DoPause},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Games = wholeBook() })
				defer r.stop()
				r.pass(time.Second)
				id := r.table.Snapshot().GameID
				if change != nil {
					id = r.do(*change).GameID
				}
				order := func(o api.QueueOrder) *api.Snapshot { return r.do(api.Command{Do: api.DoQueue, Queue: &o}) }
				order(api.QueueOrder{Join: true})
				r.pass(30 * time.Second)
				order(api.QueueOrder{Here: 1})
				r.pass(time.Second)
				s := r.phase(api.PhaseHuman)
				if again := s.GameID != id; again != (change != nil) || s.Game != "connect6" || len(s.Human) != 1 {
					t.Errorf("who comes finds the game %s (%s) of %v, not another than %s", s.GameID, s.Game, s.Human, id)
				}
				if r.turn(board.Black, "J10"); r.table.Snapshot().Queue.Playing == nil {
					t.Errorf("the queue is %+v", r.table.Snapshot().Queue)
				}
			})
		})
	}
}
