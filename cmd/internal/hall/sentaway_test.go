package hall

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/cmd/internal/farm"
)

// TestWhoIsNotLetInAgainSaysWhy takes the credentials of a worker back while its hall is
// switched off: it hears of that as it connects again.
func TestWhoIsNotLetInAgainSaysWhy(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	said := make(chan string, 64)
	nc, _, err := farm.Dial{URL: "nats://" + p.conf.Listen, Credentials: p.creds("pc-1", p.keys.Worker), For: "worker", Log: slog.New(slog.NewTextHandler(lines(said), nil))}.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	p.stop()
	keys, err := OpenKeys(filepath.Join(p.dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := keys.Revoke("pc-1"); n != 1 || err != nil {
		t.Fatalf("%d credentials were taken back, %v", n, err)
	}
	p.start()
	until(t, "why", func() bool {
		select {
		case line := <-said:
			return strings.Contains(line, "The farm cannot be reached") && strings.Contains(line, "the server refuses the credentials")
		default:
			return false
		}
	})
}
