package main_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// until waits for the arm's machine to be in a state.
func (a *simulatedArm) until(t *testing.T, state string) {
	t.Helper()
	now := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		a.Do(func(m *grblsim.Machine) { now = m.State() })
		if strings.HasPrefix(now, state) {
			return
		}
	}
	t.Fatalf("the machine is in %s, never in %s", now, state)
}

// stands reports an error if the arm's machine moves on.
func (a *simulatedArm) stands(t *testing.T, what string) {
	t.Helper()
	var from, to grblsim.Vec
	a.Do(func(m *grblsim.Machine) { from = m.World().Position() })
	time.Sleep(time.Second) // far more than it takes to go on
	a.Do(func(m *grblsim.Machine) { to = m.World().Position() })
	if from != to {
		t.Errorf("%s: it moves on from %v to %v", what, from, to)
	}
}

// slow are settings of an arm that takes seconds for every motion.
func slow(a *simulatedArm) string {
	return strings.Replace(fmt.Sprintf(armSettings, a.port), "feed = 6000", "feed = 600", 1)
}

// keptOfArm is what the next program learns of the arm.
func keptOfArm(t *testing.T, dir string) string {
	t.Helper()
	kept, err := os.ReadFile(filepath.Join(dir, "arm-stock.json"))
	if err != nil {
		t.Error(err)
	}
	return string(kept)
}

// TestDaemonStopsTheArmBeforeItEndsAtOnce ends a daemon in the middle of a motion by a second
// Ctrl-C, by Ctrl-\, or by the watchdog: the arm stops, and waits for a person.
func TestDaemonStopsTheArmBeforeItEndsAtOnce(t *testing.T) {
	t.Parallel()
	for name, signals := range map[string][]syscall.Signal{
		"Ctrl-C twice":  {syscall.SIGINT, syscall.SIGINT},
		"SIGTERM twice": {syscall.SIGTERM, syscall.SIGTERM},
		`Ctrl-\`:        {syscall.SIGQUIT},
		"watchdog":      {syscall.SIGABRT},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, dir := newSimulatedArm(t, 10), t.TempDir()
			p := startDaemon(t, "stonehand", "serve", "--data", dir, "--config", daemonConfig(t, strings.Replace(fast, "level = 1\n", "level = 1\nhuman = \"white\"\n", 1)+slow(a)))
			a.until(t, "Run")
			for i, s := range signals {
				if i > 0 {
					time.Sleep(100 * time.Millisecond)
				}
				if err := syscall.Kill(p.Pid(), s); err != nil {
					t.Fatal(err)
				}
			}
			_ = p.Wait() // by the signal, unless it comes to its end before that
			if name == "watchdog" && !strings.Contains(p.Log(), "goroutine ") {
				t.Error("it does not say where it was stuck")
			}
			a.stands(t, name)
			if kept := keptOfArm(t, dir); !strings.Contains(kept, `"stopped":"cut"`) {
				t.Errorf("kept %s", kept)
			}
		})
	}
}

// TestSuspendedDaemonLeavesTheArm suspends a daemon in the middle of a motion, as Ctrl-Z does,
// and continues it.
func TestSuspendedDaemonLeavesTheArm(t *testing.T) {
	t.Parallel()
	a := newSimulatedArm(t, 10)
	p := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, strings.Replace(fast, "level = 1\n", "level = 1\nhuman = \"white\"\n", 1)+slow(a)))
	for range 2 { // it can be suspended again
		a.until(t, "Run")
		if err := syscall.Kill(p.Pid(), syscall.SIGTSTP); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Pid()))
			if err != nil || time.Now().After(end) {
				t.Fatalf("it is not suspended: %s, %v", stat, err)
			}
			if strings.Contains(string(stat), ") T ") {
				break
			}
		}
		a.stands(t, "suspended")
		if err := syscall.Kill(p.Pid(), syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		p.Until(t, "the arm to wait for a person", func(s *api.Snapshot) bool { return s.ArmState == hw.ArmStopped && s.ArmCause == hw.ArmCut })
		if status, err := p.Command(map[string]any{"do": api.DoResumeArm}); err != nil {
			t.Fatal(status, err)
		}
	}
	p.Kill()
}

// TestArmCommandsStopTheArm ends a command of the arm in the middle of a motion in the ways
// that a terminal has for it, and by losing its reader, as of a remote shell.
func TestArmCommandsStopTheArm(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(p *os.Process, out io.Closer) error{
		"Ctrl-C": func(p *os.Process, _ io.Closer) error { return p.Signal(syscall.SIGINT) },
		"Ctrl-C, twice at once": func(p *os.Process, _ io.Closer) error {
			_ = p.Signal(syscall.SIGINT)
			return p.Signal(syscall.SIGINT)
		},
		`Ctrl-\`: func(p *os.Process, _ io.Closer) error { return p.Signal(syscall.SIGQUIT) },
		"Ctrl-Z": func(p *os.Process, _ io.Closer) error { return p.Signal(syscall.SIGTSTP) },
		"closed": func(_ *os.Process, out io.Closer) error { return out.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, dir := newSimulatedArm(t, 10), t.TempDir()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := exec.CommandContext(ctx, "stonehand", "arm", "test", "--data", dir, "--config", daemonConfig(t, slow(a)))
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for lines := bufio.NewScanner(out); lines.Scan() && !strings.Contains(lines.Text(), "lower left"); {
			}
			a.until(t, "Run")
			if err := end(cmd.Process, out); err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, out)
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(said.String(), "the arm was told to stop") {
				t.Errorf("%v; it said %q", err, said.String())
			}
			a.stands(t, name)
			if kept := keptOfArm(t, dir); !strings.Contains(kept, `"stopped":"cut"`) {
				t.Errorf("kept %s", kept)
			}
		})
	}
}
