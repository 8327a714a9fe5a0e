package sim

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"stonehand/hw"
)

func TestButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := New(Settings{Buttons: []string{"1", "2"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Push("3", true); !errors.Is(err, ErrNoButton) {
			t.Errorf("a button that is not there: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		out := make(chan hw.Button, 8)
		done := make(chan error, 1)
		go func() { done <- b.Press(ctx, out) }()
		for _, down := range []bool{true, false} {
			if err := b.Push("2", down); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if p := <-out; p.Name != "2" || p.Down != down || p.At.IsZero() {
				t.Errorf("got %+v", p)
			}
		}
		b.Unplug()
		if err := b.Push("1", true); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if len(out) != 0 {
			t.Error("an unplugged board reports a push")
		}
		// Nobody takes them: a push never blocks a hand.
		b.Plug()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		for range 100 {
			if err := b.Push("1", true); err != nil {
				t.Fatal(err)
			}
		}
	})
}
