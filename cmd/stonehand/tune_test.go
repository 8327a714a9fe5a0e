package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// interrupter interrupts a command as soon as it writes.
type interrupter struct {
	bytes.Buffer
	interrupt func()
}

func (i *interrupter) Write(p []byte) (int, error) {
	i.interrupt()
	return i.Buffer.Write(p)
}

// Self-play that is interrupted leaves whole lines: those who learn refuse others, and
// hours of games with them.
func TestInterruptedSelfPlayEndsWithALine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	games, errs := interrupter{interrupt: cancel}, bytes.Buffer{}
	args := []string{"tune", "games", "--games", "1000000", "--nodes", "50"}
	if status := run(ctx, args, stdio{strings.NewReader(""), &games, &errs}); status != 1 || errs.String() != "error: interrupted\n" {
		t.Fatalf("ends with %d: %s", status, &errs)
	}
	if text := games.Bytes(); !bytes.HasSuffix(text, []byte("\n")) {
		t.Errorf("%d bytes end with %q", len(text), text[max(0, len(text)-40):])
	}
}

// Games go behind a line that a power cut or an editor has left without its end, and not into it.
func TestSelfPlayBeginsALine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	const before = "# games of last year"
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		told(t, "tune", "games", "--quiet", "--games", "1", "--nodes", "20", "--out", file)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), before+"\n") || bytes.Count(text, []byte("\n")) != 3 {
		t.Errorf("the file has %d lines (%v): %.200q", bytes.Count(text, []byte("\n")), err, text)
	}
}
