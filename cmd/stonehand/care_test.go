package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/table"
)

// A timetable that people set outlives the program, until the configuration has another: then it does
// not come back when the configuration is as before.
func TestTimetableIsKept(t *testing.T) {
	dir := t.TempDir()
	exhibit := config.Default().Exhibit
	exhibit.Enabled, exhibit.Hours = true, []string{"mon-fri 10:00-18:00"}
	start := func(e config.Exhibit) (*keptHours, *table.Config, string) {
		var k keptHours
		var log strings.Builder
		tc := &table.Config{Hours: e.Timetable()}
		k.give(tc, e, &keptSettings{dir: dir}, slog.New(slog.NewTextHandler(&log, nil)))
		return &k, tc, log.String()
	}
	k, tc, _ := start(exhibit)
	if now, configured := k.both(); !same(now, configured) || now.Hours[0] != exhibit.Hours[0] {
		t.Fatalf("at first it is %+v", now)
	}
	tc.KeepHours(api.Timetable{Hours: []string{"sat 11:00-12:00"}, Goodbye: 60})
	k, tc, log := start(exhibit)
	if now, _ := k.both(); now.Hours[0] != "sat 11:00-12:00" || len(tc.Hours.Week[6]) != 1 || len(tc.Hours.Week[1]) != 0 || log != "" {
		t.Errorf("after a restart it is %+v, %+v: %s", now, tc.Hours, log)
	}
	newer := exhibit
	newer.Hours = []string{"sun 9:00-10:00"}
	k, tc, log = start(newer)
	if now, _ := k.both(); now.Hours[0] != "sun 9:00-10:00" || len(tc.Hours.Week[0]) != 1 || !strings.Contains(log, "newer timetable") {
		t.Errorf("after a change of the configuration it is %+v: %s", now, log)
	}
	k, _, log = start(exhibit)
	if now, _ := k.both(); now.Hours[0] != exhibit.Hours[0] || log != "" {
		t.Errorf("with the configuration of before it is %+v: %s", now, log)
	}
	if err := os.WriteFile(filepath.Join(dir, hoursFile), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if k, _, log = start(exhibit); !strings.Contains(log, "cannot be used") {
		t.Errorf("a damaged file: %s", log)
	}
	if now, _ := k.both(); now.Hours[0] != exhibit.Hours[0] {
		t.Errorf("after a damaged file it is %+v", now)
	}
}

// How long people have opened the exhibit outlives the program, and a damaged file does not
// keep it from starting.
func TestOpenedByHandIsKept(t *testing.T) {
	dir := t.TempDir()
	exhibit := config.Default().Exhibit
	exhibit.Enabled = true
	start := func() (*table.Config, string) {
		var log strings.Builder
		tc := &table.Config{}
		new(keptHours).give(tc, exhibit, &keptSettings{dir: dir}, slog.New(slog.NewTextHandler(&log, nil)))
		return tc, log.String()
	}
	tc, _ := start()
	until := time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC)
	tc.KeepOpen(until)
	if tc, log := start(); !tc.OpenUntil.Equal(until) || log != "" {
		t.Errorf("after a restart it is %v: %s", tc.OpenUntil, log)
	}
	if err := os.WriteFile(filepath.Join(dir, openFile), []byte("soon"), 0o644); err != nil {
		t.Fatal(err)
	}
	if tc, log := start(); !tc.OpenUntil.IsZero() || !strings.Contains(log, "cannot be used") {
		t.Errorf("after a damaged file it is %v: %s", tc.OpenUntil, log)
	}
}
