package players

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/player"
)

func TestBackgroundClockStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Pause
		ctx, cancel := context.WithCancel(t.Context())
		waits := 0
		now := p.Clock(ctx, func(waiting bool) {
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
			p.Hold()
			time.Sleep(3 * time.Second)
			p.Hold()
			p.Release()
			p.Release()
			p.Hold()
			time.Sleep(time.Second)
			p.Release()
		}()
		synctest.Wait()
		since(time.Second)
		if waited := time.Since(begun); waited != 4*time.Second {
			t.Errorf("background work stood still for %v, not 4s", waited)
		}
		time.Sleep(time.Second)
		since(2 * time.Second)

		p.Hold()
		defer p.Release()
		time.AfterFunc(time.Second, cancel)
		since(2 * time.Second) // comes back when the work is called off
		since(2 * time.Second)
		if waits != 2 {
			t.Errorf("%d waits were told, not 2", waits)
		}
	})
}

type slowThinker struct{}

func (slowThinker) Choose(context.Context, player.Question, func(player.Info)) (player.Answer, error) {
	time.Sleep(5 * time.Second)
	return player.Answer{Points: []board.Point{board.At(3, 3)}}, nil
}

type slowPonderer struct{ slowThinker }

func (slowPonderer) Ponder(context.Context, player.Question) { time.Sleep(5 * time.Second) }

// Whatever the machine thinks about, background work stands still meanwhile.
func TestThinkingIsUndisturbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Pause
		waits := func(what string, think func()) {
			t.Helper()
			go think()
			synctest.Wait()
			begun := time.Now()
			p.Clock(t.Context(), func(bool) {})()
			if waited := time.Since(begun); waited != 5*time.Second {
				t.Errorf("background work waited %v for %s of 5s", waited, what)
			}
		}
		think := p.Undisturbed(slowPonderer{})
		waits("a thought", func() {
			if a, err := think.Choose(t.Context(), player.Question{}, nil); err != nil || len(a.Points) != 1 {
				t.Errorf("thought of %v, %v", a, err)
			}
		})
		waits("pondering", func() { think.(player.Ponderer).Ponder(t.Context(), player.Question{}) })
		if _, ok := p.Undisturbed(slowThinker{}).(player.Ponderer); ok {
			t.Error("a thinker that does not ponder has become one that does")
		}
	})
}
