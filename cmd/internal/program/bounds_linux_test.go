package program

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/hw/kerneltest"
)

// wild is the first argument with which this test binary is a program that starts other
// processes, and wildChild that of one of them.
const (
	wild      = "wild"
	wildChild = "wild child"
)

// runWild answers a line and then starts so many processes that leave its process group,
// take so many MiB each, and spin.
func runWild(count, memory string) {
	n, _ := strconv.Atoi(count)
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println("OK")
	for range n {
		cmd := exec.Command(os.Args[0], wildChild, memory)
		cmd.Path = "/proc/self/exe"
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = cmd.Start() // beyond its bound none is
		time.Sleep(20 * time.Millisecond)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is told to leave
}

func runWildChild(memory string) {
	n, _ := strconv.Atoi(memory)
	for taken, i := make([]byte, n<<20+1), 0; ; i = (i + 4096) % len(taken) {
		taken[i] = 1
	}
}

// A real kernel bounds the processes of a program together, ends the program whose
// processes take more memory than it may, and leaves none of them.
func TestAKernelBoundsPrograms(t *testing.T) {
	if testing.Short() { // said here, so that the heavy pass of the gate finds it
		t.Skip("boots a kernel; run without -short")
	}
	kerneltest.Run(t, kerneltest.Part{Name: "groups", Test: boundsInAKernel})
}

func boundsInAKernel(t *testing.T, _ *kerneltest.Board) {
	daemon := filepath.Join(cgroups, "daemon")
	if err := syscall.Mount("cgroup2", cgroups, "cgroup2", 0, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{"cpu", "memory", "pids"} {
		if err := write(cgroups, "cgroup.subtree_control", "+"+c); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(daemon, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := write(daemon, "cgroup.procs", strconv.Itoa(os.Getpid())); err != nil {
		t.Fatal(err)
	}
	groups, err := Delegated()
	if err != nil || groups != daemon {
		t.Fatalf("the group of this process is %q, %v; want %q", groups, err, daemon)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	begin := func(memory int, count, each string) *child {
		t.Helper()
		c, err := start(Settings{Name: wild, Command: []string{exe, wild, count, each}, MemoryMB: memory, Sandbox: exe, Hide: t.TempDir(), Groups: groups})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.say("BEGIN"); err != nil {
			t.Fatal(err)
		}
		if _, err := c.wait(t.Context(), time.Minute, func(line string) bool { return line == "OK" }); err != nil {
			t.Fatal(err)
		}
		return c
	}

	spins := begin(256, "1000000", "0")
	for file, want := range map[string]string{
		"memory.max": "268435456", "memory.oom.group": "1", "pids.max": strconv.Itoa(mostTasks), "cpu.weight": strconv.Itoa(weight),
	} {
		if got := inGroup(t, spins.group, file); got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
	for end := time.Now().Add(time.Minute); inGroup(t, spins.group, "pids.events") == "max 0"; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s tasks are not refused more", inGroup(t, spins.group, "pids.current"))
		}
	}
	// While both want the one processor, the daemon has five times as much of it.
	theirs, mine := used(t, spins.group), used(t, filepath.Join(daemon, own))
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
	}
	theirs, mine = used(t, spins.group)-theirs, used(t, filepath.Join(daemon, own))-mine
	if share := float64(theirs) / float64(theirs+mine); share < 0.1 || share > 0.25 {
		t.Errorf("the program had %.0f %% of the processor, and is to have a sixth", 100*share)
	}
	spins.Kill()

	grows := begin(192, "6", "48")
	_, err = grows.wait(t.Context(), time.Minute, func(string) bool { return false })
	if err == nil || !strings.Contains(err.Error(), "more memory than its memory_mb") {
		t.Errorf("a program whose processes take more memory than it may says: %v", err)
	}
	grows.Kill()

	if left, err := filepath.Glob(filepath.Join(daemon, "player-*")); err != nil || len(left) > 0 {
		t.Errorf("groups are left: %v, %v", left, err)
	}
	if n := strings.Count(inGroup(t, filepath.Join(daemon, own), "cgroup.procs"), "\n"); n > 0 {
		t.Errorf("%d processes more are in the daemon's own group", n)
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, _ := os.ReadFile(file); strings.Contains(string(text), "\x00"+wild) {
			t.Errorf("%s is left: %q", filepath.Dir(file), text)
		}
	}
}

// inGroup reads a file of a control group.
func inGroup(t *testing.T, group, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(group, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// used is how much of the processor a group has had, in microseconds.
func used(t *testing.T, group string) int {
	t.Helper()
	for line := range strings.Lines(inGroup(t, group, "cpu.stat")) {
		if text, ok := strings.CutPrefix(line, "usage_usec "); ok {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("the kernel does not count what %s uses", group)
	return 0
}
