package service

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// The last lines are remembered as people read them, no more of them and no longer than
// there is room for, and all go where they went.
func TestTail(t *testing.T) {
	var out bytes.Buffer
	var tail Tail
	log := tail.Watch(slog.New(slog.NewTextHandler(&out, nil))).With("part", "board")
	log.Debug("nobody asked for this")
	log.Warn("device fault", "device", "strip", "text", "two\nlines")
	if got := tail.Lines(); len(got) != 1 || got[0].Level != slog.LevelWarn || got[0].Text != "device fault part=board device=strip text=two lines" {
		t.Fatalf("%+v", got)
	}
	log.Info(strings.Repeat("long ", 1000))
	for i := range tailLines - 1 {
		log.Info(fmt.Sprint("line ", i))
	}
	got := tail.Lines()
	if len(got) != tailLines || len(got[0].Text) > tailBytes+3 || got[tailLines-1].Text != fmt.Sprintf("line %d part=board", tailLines-2) {
		t.Errorf("%d lines, the first of %d bytes, the last %q", len(got), len(got[0].Text), got[len(got)-1].Text)
	}
	if n := strings.Count(out.String(), "part=board"); n != tailLines+1 {
		t.Errorf("%d lines were written", n)
	}
}
