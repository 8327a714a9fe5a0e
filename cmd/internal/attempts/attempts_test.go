package attempts_test

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/attempts"
)

func wrong() bool { return false }
func right() bool { return true }

// Wrong attempts wait for each other in their line, and nobody else waits for them.
func TestEachLineWaitsForItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := attempts.New(time.Now)
		var all sync.WaitGroup
		full := 0
		begun := time.Now()
		for range 20 {
			all.Go(func() {
				if _, err := l.Try(t.Context(), "guesser", attempts.Pause, wrong); errors.Is(err, attempts.ErrFull) {
					full++
				}
			})
			synctest.Wait()
		}
		if ok, err := l.Try(t.Context(), "owner", attempts.Pause, right); !ok || err != nil || time.Since(begun) > 0 {
			t.Errorf("the owner waits %v: %v, %v", time.Since(begun), ok, err)
		}
		all.Wait()
		if took := time.Since(begun); full != 4 || took != 16*attempts.Pause {
			t.Errorf("%d of 20 were told that the line is full, and the others took %v", full, took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		go l.Try(t.Context(), "guesser", attempts.Slow, wrong)
		synctest.Wait()
		if _, err := l.Try(ctx, "guesser", attempts.Slow, right); !errors.Is(err, context.Canceled) {
			t.Errorf("who hangs up is told %v", err)
		}
		time.Sleep(attempts.Slow)
	})
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{"203.0.113.9": "203.0.113.9/32", "::ffff:203.0.113.9": "203.0.113.9/32", "2001:db8:1:2:3::4": "2001:db8:1:2::/64"} {
		if got := attempts.Network(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s is of %s, not %s", address, got, want)
		}
	}
}
