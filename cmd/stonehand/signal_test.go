package main_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestConsoleLeavesInGoodOrder ends a console that would think for ten minutes,
// in every way there is. It has to exit with status 0, and long before.
func TestConsoleLeavesInGoodOrder(t *testing.T) {
	// Who runs the tests may have SIGHUP ignored, as nohup does, and so would the console.
	hung := make(chan os.Signal, 1)
	signal.Notify(hung, syscall.SIGHUP)
	defer signal.Stop(hung)
	for _, c := range []struct {
		how   string
		leave func(in io.WriteCloser, p *os.Process) error
	}{
		{"quit", func(in io.WriteCloser, _ *os.Process) error { _, err := io.WriteString(in, "quit\n"); return err }},
		{"SIGTERM", func(_ io.WriteCloser, p *os.Process) error { return p.Signal(syscall.SIGTERM) }},
		{"SIGINT", func(_ io.WriteCloser, p *os.Process) error { return p.Signal(os.Interrupt) }},
		{"SIGHUP", func(_ io.WriteCloser, p *os.Process) error { return p.Signal(syscall.SIGHUP) }},
		{"SIGHUP twice", func(_ io.WriteCloser, p *os.Process) error {
			return errors.Join(p.Signal(syscall.SIGHUP), p.Signal(syscall.SIGHUP))
		}},
	} {
		for _, thinking := range []bool{false, true} {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "stonehand", "console", "connect6", "--time", "10m", "--thoughts", "--no-book")
			// The race detector would hold up every process for a second at its end.
			cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
			var stderr strings.Builder
			cmd.Stderr = &stderr
			in, out := piped(t, cmd)
			said := "name?\n"
			if thinking {
				said += "new white\nmove JJ\n"
			}
			if _, err := io.WriteString(in, said); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			for lines.Scan() {
				text := lines.Text()
				if !thinking && text == "name Stonehand" || strings.HasPrefix(text, "# depth 1 ") {
					break
				}
			}
			if err := c.leave(in, cmd.Process); err != nil {
				t.Fatal(err)
			}
			for lines.Scan() {
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("%s, thinking: %v: %v\n%s", c.how, thinking, err, &stderr)
			}
		}
	}
}

// TestDaemonThatNobodyHears closes the pipe that a daemon writes its log to. It plays on, and
// ends in good order when it is told to.
func TestDaemonThatNobodyHears(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	dir := t.TempDir()
	cmd := exec.CommandContext(ctx, "stonehand", "serve", "--data", dir, "--listen", "127.0.0.1:0", "--lean")
	log, writes, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = writes
	_, out := piped(t, cmd)
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("it says nothing")
	}
	url, ok := strings.CutPrefix(lines.Text(), "Stonehand plays at ")
	if !ok {
		t.Fatalf("it says %q", lines.Text())
	}
	if err := errors.Join(log.Close(), writes.Close()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		resp, err := http.Post(url+"api/command", "application/json", strings.NewReader(`{"do":"new-game"}`)) // which it logs
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != http.StatusOK {
			t.Fatalf("a new game: %s", resp.Status)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "last.rec")); err != nil {
		t.Error(err)
	}
}

// TestNohupStands sends SIGHUP to a console that nohup has started. It goes on.
func TestNohupStands(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", `trap "" HUP; exec stonehand console connect6 --no-book`)
	in, out := piped(t, cmd)
	lines := bufio.NewScanner(out)
	for range 2 {
		if _, err := io.WriteString(in, "name?\n"); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || lines.Text() != "name Stonehand" {
			t.Fatalf("it says %q", lines.Text())
		}
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestInterruptedWaitEnds interrupts commands that wait for a pipe, which nothing ends.
func TestInterruptedWaitEnds(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"reads": {"analyze"},
		"lists": {"tune", "points", "--rules", "gomoku", "--out", filepath.Join(t.TempDir(), "table"), "--games"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fifo := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "stonehand", append(args, fifo)...)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			piped(t, cmd)
			silent, err := os.OpenFile(fifo, os.O_WRONLY, 0) // as soon as it is opened to be read
			if err != nil {
				t.Fatal(err)
			}
			defer silent.Close()
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 || stderr.String() != "error: interrupted\n" {
				t.Errorf("%v: %s", err, &stderr)
			}
		})
	}
}

// piped starts a program whose input and output are the test's.
func piped(t *testing.T, cmd *exec.Cmd) (in io.WriteCloser, out io.Reader) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if out, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return in, out
}
