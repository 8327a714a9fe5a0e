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

// Frames of a board at rest are few until something changes, whatever tells of
// it; then they come at their rate again.
func TestFewFramesAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		for round := range 3 {
			for range hw.RestFrames + 1 {
				r.frame()
			}
			for range 5 {
				begun := time.Now()
				r.frame()
				if d := time.Since(begun); d != hw.RestPeriod {
					t.Fatalf("round %d: a frame of a board at rest came after %v, want %v", round, d, hw.RestPeriod)
				}
			}
			time.Sleep(70 * time.Millisecond)
			begun := time.Now()
			b.Put(200+round, protocol.White)
			synctest.Wait()
			for i := range 3 {
				f := r.frame()
				if f.Points[200+round] != hw.White {
					t.Errorf("round %d: frame %d does not show the stone", round, i)
				}
				if d, want := time.Since(begun), time.Duration(i)*20*time.Millisecond; d != want {
					t.Errorf("round %d: frame %d came %v after the stone, want %v", round, i, d, want)
				}
			}
			r.idle(time.Second / 2)
			b.Put(300+round, protocol.Black) // not at rest yet: the rhythm stays
			r.sees(300+round, hw.Black)
		}
	})
}
