package service

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A board that restarts 50 times a second fills no journal: its lines are counted,
// and other lines come through all the same.
func TestRepeatsAreCounted(t *testing.T) {
	t.Setenv("JOURNAL_STREAM", "8:1234")
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := NewLog(&out, slog.LevelDebug, false)
		board, lights := log.With("part", "board"), log.With("part", "lights")
		for boot := range 2 * 60 * 50 {
			board.Warn("the board has restarted", "boot", boot)
			board.Info("board greeted", "model", "grid", "boot", boot)
			if boot%1000 == 0 {
				lights.Warn("the board has restarted", "boot", boot)
				log.Warn("device fault", "device", boot)
				log.Debug("asked for")
			}
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(repeatWithin)
		synctest.Wait()
		text := out.String()
		for line, n := range map[string]int{
			`<4>level=WARN msg="the board has restarted" part=board boot=`:                                                               2 * repeatMost,
			`<4>level=WARN msg="the board has restarted: (2999|300[01]) times in the last minute, this time the last" part=board boot=`:  2,
			`<6>level=INFO msg="board greeted: (2999|300[01]) times in the last minute, this time the last" part=board model=grid boot=`: 2,
			`<4>level=WARN msg="the board has restarted" part=lights boot=`:                                                              6,
			`msg="device fault" device=`: 6,
			`msg="asked for"`:            6,
		} {
			if got := len(regexp.MustCompile(line).FindAllString(text, -1)); got != n {
				t.Errorf("%d lines like %s; want %d", got, line, n)
			}
		}
		if len(text) > 8<<10 {
			t.Errorf("%d bytes are logged in two minutes", len(text))
		}
		board.Warn("the board has restarted")
		if !strings.HasSuffix(out.String(), "msg=\"the board has restarted\" part=board\n") {
			t.Errorf("after a rest it is not written: %s", out.String()[len(text):])
		}
	})
}

// Of many different lines none is held back, and no more than a bounded number is
// counted.
func TestDifferentLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := NewLog(&out, slog.LevelInfo, true)
		for i := range 4 * repeatKinds {
			log.Info(strings.Repeat("x", i+1))
		}
		if n := strings.Count(out.String(), "\n"); n != 4*repeatKinds {
			t.Errorf("%d lines", n)
		}
	})
}
