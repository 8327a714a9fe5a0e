package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/hw"
)

// dying is a sensor that gives up when it is told.
type dying struct {
	Sensor
	dies chan error
}

func (d dying) Sense(ctx context.Context, out chan<- hw.Reading) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- d.Sensor.Sense(ctx, out) }()
	select {
	case err := <-d.dies:
		cancel()
		<-ended
		return err
	case err := <-ended:
		return err
	}
}

// Until the arm stands still, a table that ends sees hands, does without a board that is lost
// by not moving, and answers who stops the arm.
func TestArmThatParksAtTheEndIsWatched(t *testing.T) {
	for name, meanwhile := range map[string]func(h *hall, ended *atomic.Bool){
		"a hand":       func(h *hall, ended *atomic.Bool) { h.put("C3", board.White) },
		"a lost board": func(h *hall, ended *atomic.Bool) { h.board.Unplug() },
		"a stop": func(h *hall, ended *atomic.Bool) {
			if code := h.arm(api.ArmStop); code != "" || ended.Load() {
				h.t.Errorf("stop: %q", code)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) { c.Human = api.Colors{board.White} })
				defer h.sim.Close()
				h.carries()
				began, ended := time.Now(), new(atomic.Bool)
				go func() { h.stop(); ended.Store(true) }()
				time.Sleep(50 * time.Millisecond)
				h.refused(api.Command{Do: api.DoArm, Arm: &api.ArmOrder{Do: api.ArmAsk}}, "not-now")
				meanwhile(h, ended)
				h.stays("at the end")
				time.Sleep(15*time.Second - time.Since(began))
				synctest.Wait()
				if !ended.Load() {
					t.Error("the table has not ended")
				}
				if to := h.at(); to[0] > -20 {
					t.Errorf("the arm has parked all the same: %v", to)
				}
			})
		})
	}
}

// With nothing in its way it parks, and its own stones are no hands.
func TestArmParksAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) { c.Human = api.Colors{board.White} })
		defer h.sim.Close()
		h.sees("lowers", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmWorking && h.at()[2] < -45 && h.at()[0] > -460 })
		h.stop()
		on := h.board.Stones()[0] // A1
		if at := h.at(); at[0] < -11 || at[1] < -11 || on != hw.Black {
			t.Errorf("at %v, with %v on the point", at, on)
		}
	})
}

// A sensor that gives up sees no hand: the arm does not move any more, and ends by a reset.
func TestSensorGivesUpUnderTheArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dies := make(chan error)
		h := newHall(t, rand.New(rand.NewPCG(1, 1)), true, func(c *Config) {
			c.Human, c.Sensor = api.Colors{board.White}, dying{c.Sensor, dies}
		})
		defer h.sim.Close()
		h.carries()
		dies <- errors.New("no driver")
		h.stays("unseen")
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
		defer cancel()
		for range h.table.Subscribe(ctx) {
		}
		if ctx.Err() != nil {
			t.Error("the table has not ended")
		}
		h.stays("at the end")
	})
}
