package mcu

import (
	"testing"
	"testing/synctest"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

// A change on a board at rest is seen at once, and frames go on at their rate
// from there; a board on which things keep changing keeps its rhythm.
func TestChangesDoNotWaitForAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.idle(time.Second)
		// The hand moves 3 ms after a frame.
		r.frame()
		time.Sleep(3 * time.Millisecond)
		for i := range 3 {
			begun := time.Now()
			b.Put(100+i, protocol.Black)
			synctest.Wait()
			f := r.frame()
			waited := time.Since(begun)
			switch {
			case f.Points[100+i] != hw.Black:
				t.Errorf("change %d is not in the frame after %v", i, waited)
			case i == 0 && waited != 0:
				t.Errorf("a change on a board at rest waited for %v", waited)
			case i > 0 && waited != 20*time.Millisecond:
				t.Errorf("change %d came %v after the frame before, want 20ms", i, waited)
			}
		}
	})
}
