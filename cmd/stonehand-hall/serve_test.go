package main

import (
	"bytes"
	"context"
	"regexp"
	"testing"
)

// reader ends a hall as soon as it has said all.
type reader struct {
	bytes.Buffer
	end func()
}

var connects = regexp.MustCompile(`Tables connect to 127\.0\.0\.1:[1-9]\d*\n`)

func (r *reader) Write(p []byte) (int, error) {
	if r.Buffer.Write(p); bytes.Contains(p, []byte("Ctrl-C")) {
		r.end()
	}
	return len(p), nil
}

// A hall that takes any free address says which.
func TestAnyFreeAddress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var errs bytes.Buffer
	out := &reader{end: cancel}
	args := []string{"--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--log", "error"}
	if status := run(ctx, args, out, &errs); status != 0 || !connects.Match(out.Bytes()) {
		t.Errorf("ends with %d: %s%s", status, out, &errs)
	}
}
