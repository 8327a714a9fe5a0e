package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
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

// Two halls in one folder would lose what their tables told them: the second one does not
// start, and the folder is free again once the first one has ended.
func TestOneHallInAFolder(t *testing.T) {
	args := []string{"--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--log", "error"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := &reader{end: func() {
		defer cancel()
		var errs bytes.Buffer
		second, stop := context.WithCancel(t.Context())
		defer stop()
		if status := run(second, args, &reader{end: stop}, &errs); status != 1 || !strings.Contains(errs.String(), "another hall is using it") {
			t.Errorf("the second hall ends with %d: %s", status, &errs)
		}
	}}
	var errs bytes.Buffer
	if status := run(ctx, args, first, &errs); status != 0 {
		t.Errorf("the first hall ends with %d: %s", status, &errs)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	if status := run(ctx, args, &reader{end: cancel}, &errs); status != 0 {
		t.Errorf("the next hall ends with %d: %s", status, &errs)
	}
}
