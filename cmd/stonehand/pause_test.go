package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
)

func TestBackgroundClockStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		ctx, cancel := context.WithCancel(t.Context())
		now := p.clock(ctx)
		start := now()
		since := func(want time.Duration) {
			t.Helper()
			if got := now().Sub(start); got != want {
				t.Errorf("the clock has gone on by %v, not %v", got, want)
			}
		}
		time.Sleep(time.Second)
		since(time.Second)

		// Two who want the machine for themselves, one after the other and at once.
		begun := time.Now()
		go func() {
			p.hold()
			time.Sleep(3 * time.Second)
			p.hold()
			p.release()
			p.release()
			p.hold()
			time.Sleep(time.Second)
			p.release()
		}()
		synctest.Wait()
		since(time.Second)
		if waited := time.Since(begun); waited != 4*time.Second {
			t.Errorf("background work stood still for %v, not 4s", waited)
		}
		time.Sleep(time.Second)
		since(2 * time.Second)

		p.hold()
		defer p.release()
		time.AfterFunc(time.Second, cancel)
		since(2 * time.Second) // comes back when the work is called off
		since(2 * time.Second)
	})
}

type slowThinker struct{}

func (slowThinker) Think(ctx context.Context, _ table.Question, _ func(table.Thought)) ([]board.Point, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(5 * time.Second):
		return []board.Point{board.At(3, 3)}, nil
	}
}

func TestThinkingIsUndisturbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		go func() {
			if points, err := (undisturbed{slowThinker{}, &p}).Think(t.Context(), table.Question{}, nil); err != nil || len(points) != 1 {
				t.Errorf("thought of %v, %v", points, err)
			}
		}()
		synctest.Wait()
		begun := time.Now()
		p.clock(t.Context())()
		if waited := time.Since(begun); waited != 5*time.Second {
			t.Errorf("background work waited %v for a thought of 5s", waited)
		}
	})
}
