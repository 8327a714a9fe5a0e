package main_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/hw/hwtest"
)

// patience is how long a test waits for what must come. It only ends tests that
// have failed: machines that run tests are slow and busy.
const patience = 90 * time.Second

// process is a running daemon: a process of its own, as a person or a service manager
// starts it.
type process struct {
	tableClient // the one it serves, once startDaemon has returned

	t    testing.TB
	cmd  *exec.Cmd
	log  hwtest.Said
	url  chan string // gets the address of the page; closed when stdout ends
	exit chan struct{}
	err  error // how the process ended; valid once exit is closed
}

// launchDaemon starts program with args, "serve" first, and does not wait for it. A
// process that is still running when the test ends is killed.
func launchDaemon(t testing.TB, program string, args ...string) *process {
	t.Helper()
	p := &process{t: t, url: make(chan string, 1), exit: make(chan struct{})}
	p.cmd = exec.Command(program, args...)
	// The race detector would hold up every process for a second at its end.
	p.cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	p.cmd.Stderr = &p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.exit)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if _, url, ok := strings.Cut(lines.Text(), "plays at "); ok {
				p.url <- strings.TrimSuffix(url, "/")
			}
		}
		close(p.url)
		p.err = p.cmd.Wait()
	}()
	t.Cleanup(func() {
		p.Kill()
		if t.Failed() {
			t.Logf("the daemon's last words:\n%s", tail(p.Log()))
		}
	})
	return p
}

// tail returns the last lines of a text.
func tail(text string) string {
	const most = 4000
	return text[max(0, len(text)-most):]
}

// startDaemon starts program with args and waits until it serves its page.
func startDaemon(t testing.TB, program string, args ...string) *process {
	t.Helper()
	p := launchDaemon(t, program, args...)
	if !p.Ready() {
		t.Fatalf("the daemon did not start: %v\n%s", p.Wait(), p.Log())
	}
	return p
}

// Ready waits until the process serves its page. It reports false when the
// process ends before.
func (p *process) Ready() bool {
	p.t.Helper()
	select {
	case url, ok := <-p.url:
		p.Base = url
		return ok
	case <-time.After(patience):
		p.t.Fatalf("the daemon does not say where its page is\n%s", p.Log())
		return false
	}
}

// Log returns what the process has written to its standard error so far.
func (p *process) Log() string { return p.log.String() }

// Pid returns the process's id.
func (p *process) Pid() int { return p.cmd.Process.Pid }

// Kill ends the process as a power cut would, and waits until it is gone.
func (p *process) Kill() {
	p.cmd.Process.Kill() // fails only when it is gone already
	<-p.exit
}

// Stop ends the process as a person or a service manager would; it has to leave
// in good order.
func (p *process) Stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		p.t.Errorf("the daemon ended badly: %v\n%s", err, tail(p.Log()))
	}
}

// Wait waits until the process has ended and returns how.
func (p *process) Wait() error {
	p.t.Helper()
	select {
	case <-p.exit:
	case <-time.After(patience):
		p.t.Fatalf("the daemon does not end\n%s", tail(p.Log()))
	}
	return p.err
}

// Peak returns the most memory that the process has had resident at any time,
// in KiB: VmHWM of its status.
func (p *process) Peak() int {
	p.t.Helper()
	return peakMemory(p.t, p.Pid())
}

// peakMemory is [process.Peak] of any process.
func peakMemory(t testing.TB, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(text), "VmHWM:")
	var kib int
	if _, err := fmt.Sscan(peak, &kib); err != nil {
		t.Fatalf("the peak of the memory of process %d is not in its status: %v", pid, err)
	}
	return kib
}

// built names a daemon that was built already, for machines without a Go toolchain.
const built = "STONEHAND_BUILT"

// buildDaemon builds the daemon as it is delivered, but with the names of source files
// that other tests compile it with, and returns its path. If the
// environment names one in STONEHAND_BUILT, it returns that one's.
func buildDaemon(t testing.TB) string {
	t.Helper()
	if named := os.Getenv(built); named != "" {
		path, err := filepath.Abs(named)
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			t.Fatalf("%s names no daemon: %v", built, err)
		}
		return path
	}
	path := filepath.Join(t.TempDir(), "stonehand")
	cmd := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, "stonehand/cmd/stonehand")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the daemon: %v\n%s", err, out)
	}
	return path
}

// daemonConfig writes a configuration file and returns its path.
func daemonConfig(t testing.TB, text string) string {
	t.Helper()
	// Tests move every stone themselves, or let hands do it that lose no time.
	own := "[sim]\nas_real_board = true\n"
	if strings.Contains(text, "as_real_board = false\n") {
		own = "[sim]\npause = \"0s\"\n"
	}
	if strings.Contains(text, "[sim]\n") {
		text = strings.Replace(text, "[sim]\n", own, 1)
	} else {
		text += "\n" + own
	}
	path := filepath.Join(t.TempDir(), "stonehand.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
