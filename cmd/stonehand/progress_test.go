package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := &progress{out: &out, now: func() time.Time { return now }, began: now}
	p.show(1, 10, "quick")
	if out.Len() > 0 {
		t.Errorf("a bar at once: %q", &out)
	}
	now = now.Add(30 * time.Second)
	p.show(5, 20, "5 of 20 games")
	p.show(6, 20, "too soon")
	if got, want := out.String(), "\r[#####---------------]  25 %  5 of 20 games, 1:30 left\x1b[K"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	now = now.Add(time.Hour)
	p.show(3, 0, "3 turns")
	if !strings.HasSuffix(out.String(), "\r1:00:30 3 turns\x1b[K") {
		t.Errorf("without an end: %q", &out)
	}
	p.end()
	p.show(20, 20, "late")
	if !strings.HasSuffix(out.String(), "3 turns\x1b[K\r\x1b[K") {
		t.Errorf("the bar stays: %q", &out)
	}
	if p := newProgress(stdio{err: &out}, false); p.out != nil {
		t.Error("a bar where there is no terminal")
	}
}
