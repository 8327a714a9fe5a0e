package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
)

func TestBackgroundClockStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		ctx, cancel := context.WithCancel(t.Context())
		waits := 0
		now := p.clock(ctx, func(waiting bool) {
			if waiting {
				waits++
			}
		})
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
		if waits != 2 {
			t.Errorf("%d waits were told, not 2", waits)
		}
	})
}

type slowThinker struct{}

func (slowThinker) Think(ctx context.Context, _ table.Question, _ func(api.Thought)) ([]board.Point, error) {
	time.Sleep(5 * time.Second)
	return []board.Point{board.At(3, 3)}, nil
}

type slowPonderer struct{ slowThinker }

func (slowPonderer) Ponder(context.Context, table.Question) { time.Sleep(5 * time.Second) }

// Whatever the machine thinks about, background work stands still meanwhile.
func TestThinkingIsUndisturbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		waits := func(what string, think func()) {
			t.Helper()
			go think()
			synctest.Wait()
			begun := time.Now()
			p.clock(t.Context(), func(bool) {})()
			if waited := time.Since(begun); waited != 5*time.Second {
				t.Errorf("background work waited %v for %s of 5s", waited, what)
			}
		}
		think := p.undisturbed(slowPonderer{})
		waits("a thought", func() {
			if points, err := think.Think(t.Context(), table.Question{}, nil); err != nil || len(points) != 1 {
				t.Errorf("thought of %v, %v", points, err)
			}
		})
		waits("pondering", func() { think.(table.Ponderer).Ponder(t.Context(), table.Question{}) })
		if _, ok := p.undisturbed(slowThinker{}).(table.Ponderer); ok {
			t.Error("a thinker that does not ponder has become one that does")
		}
	})
}
