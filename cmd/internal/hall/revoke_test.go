package hall

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// enforce has the server send away those whose credentials were taken back, until end.
func (p *place) enforce(log *slog.Logger) (end func()) {
	ctx, cancel := context.WithCancel(p.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.keys.Enforce(ctx, p.srv, log)
	}()
	return func() { cancel(); <-done }
}

// TestRevokedWhileTheHallStarts takes credentials back when the server has read which are good,
// and before anybody looks at what was taken back since then.
func TestRevokedWhileTheHallStarts(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	nc, _ := p.dialed("laboratory", "ann", p.keys.Laboratory)
	if n, err := p.keys.Revoke("ann"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	defer p.enforce(quiet)()
	until(t, "the laboratory to be sent away", nc.IsClosed)
}

// TestTakingBackIsTriedAgain has a list that cannot be read, and then one that can, of the same size
// and time.
func TestTakingBackIsTriedAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	nc, _ := p.dialed("laboratory", "ann", p.keys.Laboratory)
	if n, err := p.keys.Revoke("ann"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	list := filepath.Join(p.dir, "keys", revoked)
	good, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	const size = 1 << 17 // more than a line can have
	at := time.Now()
	put := func(text []byte) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path, list); err != nil {
			t.Fatal(err)
		}
	}
	put(bytes.Repeat([]byte("x"), size))
	var log spoken
	defer p.enforce(slog.New(slog.NewTextHandler(&log, nil)))()
	until(t, "the error", func() bool { return strings.Contains(log.String(), "still good") })
	put(append(good, bytes.Repeat([]byte("\n"), size-len(good))...))
	until(t, "the laboratory to be sent away", nc.IsClosed)
	if n := strings.Count(log.String(), "still good"); n != 1 {
		t.Errorf("the log says it %d times:\n%s", n, log.String())
	}
}
