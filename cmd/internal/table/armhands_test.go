package table

import (
	"context"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/grbl/grblsim"
)

// far is how far two places are from each other, in mm along an axis.
func far(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// stays fails the test if the arm goes on from where it is in a moment: it may come to rest first.
func (h *hall) stays(why string) {
	h.t.Helper()
	time.Sleep(400 * time.Millisecond)
	from := h.at()
	time.Sleep(1200 * time.Millisecond)
	if to := h.at(); far(from, to) > 1 {
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

// A hand beside the points of a smaller game is in the arm's way as well.
func TestHandOutsideTheGameHoldsTheArm(t *testing.T) {
	whole := board.Size{Cols: 19, Rows: 19}
	for _, c := range []struct {
		rules game.Rules
		hand  board.Point
	}{
		{game.Renju(), board.At(5, 5)}, {game.Renju(), board.At(0, 5)},
		{game.Connect{Title: "nine", Board: board.Size{Cols: 9, Rows: 9}, Row: 5, Each: 1, First: 1}, board.At(18, 18)},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(o *Config) {
				o.Human, o.Games = api.Colors{board.White}, []game.Rules{c.rules}
			})
			defer h.sim.Close()
			defer h.stop()
			h.thinker.say(func(player.Question) ([]board.Point, error) { return []board.Point{board.At(4, 4)}, nil })
			h.carries()
			if err := h.board.Put(whole.Index(c.hand), hw.White); err != nil {
				t.Fatal(err)
			}
			h.stays(c.rules.Name())
			if err := h.board.Lift(whole.Index(c.hand)); err != nil {
				t.Fatal(err)
			}
			h.sees("goes on", func(s *api.Snapshot) bool { return len(s.Moves) == 1 })
		})
	}
}

// A point beside a smaller game that changes all the time, like a loose contact, holds the arm
// for half a minute; then the arm gives up and its gripper lets go.
func TestWhatNeverRestsBesideTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(o *Config) {
			o.Human, o.Games = api.Colors{board.White}, []game.Rules{game.Renju()}
		})
		defer h.sim.Close()
		defer h.stop()
		h.thinker.say(func(player.Question) ([]board.Point, error) { return []board.Point{board.At(4, 4)}, nil })
		h.carries()
		loose := board.Size{Cols: 19, Rows: 19}.Index(board.At(0, 5))
		for end := time.Now().Add(arm.Stuck + 2*time.Second); time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
			if err := h.board.Put(loose, hw.White); err != nil {
				t.Fatal(err)
			}
			time.Sleep(500 * time.Millisecond)
			if err := h.board.Lift(loose); err != nil {
				t.Fatal(err)
			}
		}
		h.sim.Do(func(m *grblsim.Machine) {
			if holds := m.World().Held(); holds != hw.Empty {
				t.Errorf("the gripper holds a stone: %v", holds)
			}
		})
	})
}

// A disk that takes its time holds up the game, and no hand.
func TestHandIsSeenWhileTheDiskWrites(t *testing.T) {
	armOf(t, board.White, func(h *hall) {
		h.carries()
		h.journal.see(func(api.Entry) { time.Sleep(5 * time.Second) })
		go func() { _, _ = h.table.Do(context.Background(), api.Command{Do: api.DoSeats, Level: new(3)}) }()
		time.Sleep(50 * time.Millisecond)
		h.put("C3", board.White)
		h.stays("while the disk writes")
		time.Sleep(20 * time.Second)
		h.stays("when it has written") // the stone does not belong there
	})
}

// Where the board is not read, nobody would see a hand: whatever the arm does, it is held until
// the board is read again and calm.
func TestLostBoardHoldsTheArm(t *testing.T) {
	for name, c := range map[string]struct {
		human board.Color
		until func(h *hall)
		goes  bool // when the board is back
	}{
		"carrying": {board.White, (*hall).carries, true},
		"parking": {board.White, func(h *hall) {
			h.sees("placed", func(s *api.Snapshot) bool { return len(s.Moves) == 1 })
			h.parks()
		}, true},
		"parking after a person moved it": {board.Black, func(h *hall) {
			h.takes()
			h.arm(api.ArmEnd)
			h.parks()
		}, true},
		"in a person's hands": {board.Black, (*hall).takes, false},
		"in a step of a person's": {board.Black, func(h *hall) {
			h.takes()
			h.arm(api.ArmJog, -5, -5, 0)
			time.Sleep(50 * time.Millisecond)
		}, false},
		"in the last step of a person's": {board.Black, func(h *hall) {
			h.takes()
			h.arm(api.ArmJog, -5, -5, 0)
			time.Sleep(50 * time.Millisecond)
			h.arm(api.ArmEnd)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			armOf(t, c.human, func(h *hall) {
				c.until(h)
				h.board.Unplug()
				h.stays("lost")
				time.Sleep(20 * time.Second)
				h.stays("still lost")
				if s := h.table.Snapshot(); s.ArmManual != "" {
					t.Errorf("the arm is %q by hand", s.ArmManual)
				}
				from := h.at()
				h.board.Plug()
				time.Sleep(arm.Calm)
				if to := h.at(); far(from, to) > 1 {
					t.Errorf("at once it goes on from %v to %v", from, to)
				}
				time.Sleep(20 * time.Second)
				if to := h.at(); c.goes != (to[0] > -11 && to[1] > -11) {
					t.Errorf("the board is back, and the arm goes from %v to %v", from, to)
				}
			})
		})
	}
}

// Nor does it hold up who stops the arm.
func TestStopDoesNotWaitForTheDisk(t *testing.T) {
	armOf(t, board.White, func(h *hall) {
		h.carries()
		h.journal.see(func(api.Entry) { time.Sleep(5 * time.Second) })
		go func() { _, _ = h.table.Do(context.Background(), api.Command{Do: api.DoSeats, Level: new(3)}) }()
		time.Sleep(50 * time.Millisecond)
		go func() {
			_, _ = h.table.Do(context.Background(), api.Command{Do: api.DoArm, Arm: &api.ArmOrder{Do: api.ArmStop}})
		}()
		h.stays("stopped")
		h.sees("stopped", func(s *api.Snapshot) bool {
			return s.ArmState == hw.ArmStopped && s.ArmCause == hw.ArmOperator && !s.Arm
		})
		h.stays("stopped")
	})
}

// Where a stop cannot be saved, and would not survive a restart, people are told, before
// anything else that is not saved.
func TestStopThatCannotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, k := kept(t, nil)
		defer r.stop()
		r.pass(10 * time.Second)
		unkept := text.English.Say(text.ArmUnkept, text.English.Say(text.WhyFull))
		for _, c := range []struct {
			news hw.ArmNews
			want string
		}{
			{hw.ArmNews{State: hw.ArmParked, Unkept: syscall.ENOSPC}, unkept},
			{hw.ArmNews{State: hw.ArmStopped, Cause: hw.ArmOperator, Unkept: syscall.ENOSPC}, unkept},
			{hw.ArmNews{State: hw.ArmParked}, ""},
		} {
			c.news.Onto = -1
			k.news <- c.news
			r.pass(time.Second)
			if s := r.table.Snapshot(); s.Fault != c.want {
				t.Errorf("%+v: %q", c.news, s.Fault)
			}
		}
		r.journal.fail(syscall.ENOSPC)
		r.do(api.Command{Do: api.DoSeats, Level: new(3)})
		k.news <- hw.ArmNews{State: hw.ArmStopped, Cause: hw.ArmOperator, Unkept: syscall.ENOSPC, Onto: -1}
		r.pass(time.Second)
		if s := r.table.Snapshot(); s.Fault != unkept {
			t.Errorf("with a game that is not saved: %q", s.Fault)
		}
	})
}
