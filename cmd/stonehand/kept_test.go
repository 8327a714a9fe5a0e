package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A fault is written down once it has shown what it does, and not at every blink of
// a bad contact; a board that has not come yet is none.
func TestFaultsAreWrittenDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		well, kept := false, 0
		done := make(chan struct{})
		go func() {
			defer close(done)
			onFaults(ctx, func() bool { return well }, func() { kept++ })
		}()
		after := func(d time.Duration, is bool, want int) {
			t.Helper()
			well = is
			time.Sleep(d)
			synctest.Wait()
			if kept != want {
				t.Errorf("%d were kept, want %d", kept, want)
			}
		}
		after(time.Minute, false, 0)
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
