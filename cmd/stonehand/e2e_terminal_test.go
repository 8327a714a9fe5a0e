package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// window is a terminal in which the test types and reads.
type window struct {
	*testing.T
	socket string
}

// newWindow opens a terminal of 80 by 24 characters in which a command runs. What stood
// in it before says "before", and afterwards come the exit status and the terminal's
// settings.
func newWindow(t *testing.T, command string) *window {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("plays in a terminal of tmux; install it with: make tools")
	}
	w := &window{t, filepath.Join(t.TempDir(), "s")}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", w.socket, "kill-server").Run() })
	script := fmt.Sprintf("echo before; %s; echo status $?; stty -a | grep -o ' icanon'; sleep 1000", command)
	w.tmux("-f", os.DevNull, "new-session", "-d", "-x", "80", "-y", "24", script)
	return w
}

func (w *window) tmux(args ...string) string {
	w.Helper()
	cmd := exec.Command("tmux", append([]string{"-S", w.socket}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (w *window) keys(keys ...string) { w.tmux(append([]string{"send-keys"}, keys...)...) }

// until waits until the window shows all of something.
func (w *window) until(wants ...string) {
	w.Helper()
	var got, lacks string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		got, lacks = w.tmux("capture-pane", "-p"), ""
		for _, want := range wants {
			if !strings.Contains(got, want) {
				lacks = want
			}
		}
		if lacks == "" {
			return
		}
	}
	w.Fatalf("the window never shows %q:\n%s", lacks, got)
}

// TestPlayInATerminal plays in a real terminal: keys, the mouse, other sizes, the other
// language, no colours, and a terminal that is whole afterwards.
func TestPlayInATerminal(t *testing.T) {
	t.Parallel()
	config := daemonConfig(t, "[sim]\nas_real_board = false\n[game]\nlevel = 1\ntime = \"50ms\"\n[engine]\ntable_mb = 4\n[web]\nlisten = \"127.0.0.1:0\"\n")
	w := newWindow(t, fmt.Sprintf("NO_COLOR=1 stonehand play --terminal --data %s --config %s", t.TempDir(), config))
	w.until("Connect6  19×19", "> ● Black", "put down one black stone", "Q quit")
	w.keys("Enter")
	w.until("  1  J10", "  2  ", "put down two black stones", "1/2")
	w.keys("-l", "\x1b[<0;4;2M\x1b[<0;4;2m") // a click on A19
	w.until("19 ● ·", "2/2")
	w.tmux("resize-window", "-x", "40", "-y", "20")
	w.until("19 ●", "ABCDEFGHIJKLMNOPQRS", "Q quit")
	w.keys("l")
	w.until("六子棋")
	w.tmux("resize-window", "-x", "80", "-y", "24")
	w.keys("l", "n", "Right", "Right", "Right")
	w.until("NEW GAME")
	w.keys("Escape") // and R at once would be Alt-R
	for end := time.Now().Add(patience); strings.Contains(w.tmux("capture-pane", "-p"), "NEW GAME"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("Escape does not close the form")
		}
	}
	w.keys("r")
	w.until("Do you really resign?")
	w.keys("y")
	w.until("White wins")
	w.keys("q")
	w.until("before\n", "status 0\n icanon")
}

// TestTerminalOfARunningTable shows a table that runs, waits for it while it is away, and
// puts the terminal right when it is told to end.
func TestTerminalOfARunningTable(t *testing.T) {
	t.Parallel()
	args := []string{"serve", "--data", t.TempDir(), "--config", daemonConfig(t, "[game]\nhuman = \"both\"\n[engine]\ntable_mb = 4\n[web]\nlisten = \"127.0.0.1:0\"\n")}
	d := startDaemon(t, "stonehand", args...)
	pid := filepath.Join(t.TempDir(), "pid")
	w := newWindow(t, fmt.Sprintf("sh -c 'echo $$ >%s; exec stonehand play --terminal --ascii --connect unix:%s'", pid, filepath.Join(args[2], "socket")))
	w.until("Connect6  19", "> X Black: human")
	w.keys("g", "a", "1", "Enter", "Enter")
	d.Until(t, "a stone that was put by the terminal", func(s *api.Snapshot) bool { return len(s.Moves) == 1 })
	d.Kill()
	w.until("The table is not responding")
	d = startDaemon(t, "stonehand", args...)
	w.until("> O White: human")
	number, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if _, err := fmt.Sscan(string(number), &n); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(n, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	w.until("before\n", "status 0\n icanon")
	d.Stop()
}

// TestTerminalRefusesInItsLanguage is refused by a table that asks for a password.
func TestTerminalRefusesInItsLanguage(t *testing.T) {
	t.Parallel()
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config",
		daemonConfig(t, "[engine]\ntable_mb = 4\n[web]\nlisten = \"127.0.0.1:0\"\npassword = \"words of mine\"\ntrust_local = false\n"))
	d.Until(t, "a game that can begin", func(s *api.Snapshot) bool { return s.Link && s.Phase == api.PhaseHuman })
	w := newWindow(t, "stonehand play --terminal --language zh --connect "+d.Base)
	w.until("六子棋", "请落一枚黑子")
	w.keys("Enter")
	w.until("请先登录")
	w.keys("l", "Enter")
	w.until("Log in first")
	w.keys("q")
	w.until("before\n", "status 0\n icanon")
	d.Stop()
}
