package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
)

// What systemctl says becomes a sentence that a person can act on.
func TestPowerOff(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"exit 0", ""},
		{"echo 'Call to PowerOff failed: Interactive authentication required.' >&2; exit 1", errPowerOff.Error()},
		{"echo 'Failed to connect to bus: No such file or directory' >&2; exit 1", errPowerOff.Error()},
		{"echo 'Operation inhibited by \"apt\" (PID 7),' >&2; echo 'reason is \"update\".' >&2; exit 1", `Operation inhibited by "apt" (PID 7), reason is "update".`},
		{"exit 3", "systemctl poweroff: exit status 3"},
		{`test -z "$NOTIFY_SOCKET" || exit 9; test "$*" = "--no-ask-password poweroff" || exit 8`, ""},
	} {
		t.Setenv("NOTIFY_SOCKET", "/nowhere")
		program := filepath.Join(t.TempDir(), "systemctl")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := powerOff(program)(t.Context()); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.script, got, c.want)
		}
	}
	if err := powerOff("stonehand-has-no-such-program")(t.Context()); err == nil || !strings.Contains(err.Error(), "power.shutdown") {
		t.Errorf("without systemctl: %v", err)
	}
}

// Nobody's own computer is switched off by a daemon that was started by hand.
func TestWhatShutsDown(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	left := 0
	leave := func() { left++ }
	for _, how := range []string{config.ShutdownOff, config.ShutdownAuto} {
		if shutdown(how, leave) != nil {
			t.Errorf("%s can be asked for", how)
		}
	}
	if err := shutdown(config.ShutdownExit, leave)(t.Context()); err != nil || left != 1 {
		t.Errorf("the program was ended %d times: %v", left, err)
	}
	t.Setenv("NOTIFY_SOCKET", "/run/systemd/notify")
	if shutdown(config.ShutdownAuto, leave) == nil {
		t.Error("a service cannot be shut down")
	}
}

// The program ends when people shut it down, and goes on with the same game.
func TestShutdownEndsTheProgram(t *testing.T) {
	cfg := config.Default()
	cfg.Web.Listen = "127.0.0.1:0"
	cfg.Store.Dir = t.TempDir()
	cfg.Power.Shutdown = config.ShutdownExit
	d, err := NewDaemon(cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	done := make(chan error, 1)
	go func() { done <- d.Run(t.Context()) }()
	s, err := d.table.Do(t.Context(), api.Command{Do: api.DoShutdown})
	if err != nil && !errors.Is(err, api.ErrStopped) {
		t.Fatal(err)
	}
	if s != nil && (s.Phase != api.PhaseOff || !s.Shutdown) {
		t.Errorf("phase %s", s.Phase)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the program goes on")
	}
}
