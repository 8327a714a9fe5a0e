package main

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A fault is written down once it has shown what it does, and not at every blink of
// a bad contact; a board that has not come yet is none.
func TestFaultsAreWrittenDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var well atomic.Bool
		var kept atomic.Int32
		done := make(chan struct{})
		go func() {
			defer close(done)
			onFaults(ctx, well.Load, func() { kept.Add(1) })
		}()
		after := func(d time.Duration, is bool, want int32) {
			t.Helper()
			well.Store(is)
			time.Sleep(d)
			synctest.Wait()
			if got := kept.Load(); got != want {
				t.Errorf("%d were kept, want %d", got, want)
			}
		}
		after(time.Minute+time.Second, false, 0) // no change comes with a look
		after(time.Minute, true, 0)
		after(faultLook+time.Second, false, 0)
		after(faultTrail, true, 1) // it is over, and kept all the same
		for range 20 {
			after(time.Minute, false, 1)
			after(time.Minute, true, 1)
		}
		after(faultEvery, true, 1)
		after(time.Minute, false, 2)
		after(2*faultEvery, false, 2)
		cancel()
		<-done
	})
}
