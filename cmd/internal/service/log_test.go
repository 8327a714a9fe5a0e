package service

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestLogForTheJournal(t *testing.T) {
	t.Setenv("JOURNAL_STREAM", "8:1234")
	var out bytes.Buffer
	log := NewLog(&out, slog.LevelInfo, false).With("device", "board").WithGroup("line")
	log.Debug("not asked for")
	log.Info("reached", "time", "soon")
	log.Warn("noisy")
	log.Error("lost")
	want := `<6>level=INFO msg=reached device=board line.time=soon
<4>level=WARN msg=noisy device=board
<3>level=ERROR msg=lost device=board
`
	if out.String() != want {
		t.Errorf("logged:\n%s\nwant:\n%s", &out, want)
	}
}

func TestLogForATerminal(t *testing.T) {
	t.Setenv("JOURNAL_STREAM", "")
	for _, json := range []bool{false, true} {
		var out bytes.Buffer
		NewLog(&out, slog.LevelDebug, json).Debug("here")
		line := out.String()
		if !strings.Contains(line, "here") || !strings.Contains(line, "time") || strings.HasPrefix(line, "<") {
			t.Errorf("json %v: logged %q", json, line)
		}
	}
}
