package main

import (
	"bytes"
	"context"
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
