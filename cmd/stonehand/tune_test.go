package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Self-play that is interrupted leaves whole lines: those who learn refuse others, and
// hours of games with them.
func TestInterruptedSelfPlayEndsWithALine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for t.Context().Err() == nil {
			if info, err := os.Stat(file); err == nil && info.Size() > 0 {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var errs bytes.Buffer
	args := []string{"tune", "games", "--games", "1000000", "--nodes", "50", "--out", file}
	if status := run(ctx, args, stdio{strings.NewReader(""), io.Discard, &errs}); status != 1 || errs.String() != "error: interrupted\n" {
		t.Fatalf("ends with %d: %s", status, &errs)
	}
	games, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(games, []byte("\n")) {
		t.Errorf("%d bytes end with %q", len(games), games[max(0, len(games)-40):])
	}
}
