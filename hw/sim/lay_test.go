package sim

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// A board that is laid out shows its stones from the first frame on, and the
// hand finds them there.
func TestLay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := mustNew(t, Settings{Noise: Noise{Bounce: time.Second}, HandDelay: time.Minute})
		if err := b.Lay(map[int]hw.State{0: hw.Black, 360: hw.White}); err != nil {
			t.Fatal(err)
		}
		in := sense(t, b)
		link(t, in)
		for range 3 {
			points := frame(t, in).Points
			if points[0] != hw.Black || points[360] != hw.White || points[1] != hw.Empty {
				t.Fatalf("corners read %v and %v, and beside them %v", points[0], points[360], points[1])
			}
		}
		if err := b.Put(0, hw.White); !errors.Is(err, ErrOccupied) {
			t.Errorf("a second stone on a point: %v", err)
		}
		if err := b.Lay(map[int]hw.State{361: hw.Black}); !errors.Is(err, ErrOffBoard) {
			t.Errorf("a stone beside the board: %v", err)
		}
		if err := b.Lay(map[int]hw.State{5: hw.Empty}); !errors.Is(err, ErrNoStone) {
			t.Errorf("no stone: %v", err)
		}
	})
}
