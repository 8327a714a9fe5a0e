package sim

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

func TestArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := New(Settings{Board: hw.Geometry{Cols: 5, Rows: 5, Colors: true}, HandDelay: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		out := make(chan hw.Placement, 4)
		began := time.Now()
		if err := b.Place(t.Context(), hw.White, []int{3, 4}, out); err != nil || len(out) != 2 || time.Since(began) != 2*time.Second {
			t.Errorf("%v, %d stones after %v", err, len(out), time.Since(began))
		}
		if s := b.Stones(); s[3] != hw.White || s[4] != hw.White {
			t.Error("no stones")
		}
		// It stops at the first point where it cannot.
		if err := b.Place(t.Context(), hw.White, []int{3, 5}, out); !errors.Is(err, ErrOccupied) || b.Stones()[5] != hw.Empty {
			t.Error(err)
		}
		if err := b.Place(t.Context(), hw.White, []int{25}, out); !errors.Is(err, ErrOffBoard) {
			t.Error(err)
		}
		// And when it is told to.
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		for len(out) > 0 {
			<-out
		}
		if err := b.Place(ctx, hw.Black, []int{7, 8, 9}, out); !errors.Is(err, context.DeadlineExceeded) || len(out) != 1 || b.Stones()[9] != hw.Empty {
			t.Errorf("%v after %d stones", err, len(out))
		}
	})
}
