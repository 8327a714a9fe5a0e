package grbl

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// At the end the arm parks, and lets nothing hang on its magnet.
func TestParksAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		r := newRig(t, f, usual(t))
		r.until(hw.ArmUnhomed)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := r.place(ctx, hw.White, 1)
			done <- err
		}()
		time.Sleep(6500 * time.Millisecond)
		cancel()
		began := time.Now()
		r.stop()
		if err := <-done; !errors.Is(err, context.Canceled) && err != nil {
			t.Error(err)
		}
		if d := time.Since(began); d > 11*time.Second || f.magnet || f.at != [3]float64{-10, -10, -5} {
			t.Errorf("after %v at %v, magnet %v", d, f.at, f.magnet)
		}
		if _, err := r.place(t.Context(), hw.White, 1); hw.ArmTroubleOf(err) != hw.ArmNotReady {
			t.Error(err)
		}
	})
}
