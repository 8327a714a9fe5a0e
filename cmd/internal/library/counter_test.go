package library

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// The moves of the library are counted when somebody asks, again when the folder has
// changed, and forgotten when nobody has asked for long.
func TestCounter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shelf := Open(t.TempDir(), MaxIndex, nil)
		add := func(name string) {
			t.Helper()
			if _, err := shelf.Add(t.Context(), name, []byte("(;GM[1]FF[4]SZ[9]GN["+name+"];B[ee];W[gc])")); err != nil {
				t.Fatal(err)
			}
		}
		add("one.sgf")
		c := NewCounter(shelf)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.Run(ctx, slog.New(slog.DiscardHandler))
		}()
		wants := func(when string, games int, counting bool) {
			t.Helper()
			r, now := c.Records()
			n := 0
			if r != nil {
				n, _ = r.Games()
			}
			if n != games || now != counting {
				t.Errorf("%s: %d games, counting %v; want %d, %v", when, n, now, games, counting)
			}
			synctest.Wait()
		}
		wants("at first", 0, true)
		wants("counted", 1, false)
		add("two.sgf")
		wants("another game, not looked at yet", 1, false)
		time.Sleep(countAgain + time.Second)
		wants("another game", 2, false)
		time.Sleep(countKept + countAgain + time.Minute)
		wants("unasked for long", 0, true)
		cancel()
		<-done
	})
	var none *Counter
	if r, counting := none.Records(); r != nil || counting || NewCounter(nil) != nil {
		t.Error("no shelf is counted")
	}
	none.Run(t.Context(), nil)
}
