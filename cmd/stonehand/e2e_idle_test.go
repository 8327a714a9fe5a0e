package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/table"
	"stonehand/cmd/stonehand/internal/daemontest"
)

// TestIdle leaves a daemon alone on which it is a person's turn, with a page
// open, and counts how often it wakes up: a computer without a fan is to sleep
// when there is nothing to do.
func TestIdle(t *testing.T) {
	t.Parallel()
	d := daemontest.Start(t, "stonehand", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0")
	d.Follow(t)
	d.Until(t, "a person's turn", func(s *table.Snapshot) bool { return s.Phase == table.PhaseHuman })
	time.Sleep(3 * time.Second) // frames become few once 64 of them, at 50 a second, have been alike
	const watched = 4 * time.Second
	before := switches(t, d.Pid())
	time.Sleep(watched)
	rate := float64(switches(t, d.Pid())-before) / watched.Seconds()
	t.Logf("%.0f switches a second", rate)
	if rate > 120 {
		t.Errorf("the daemon's threads were woken %.0f times a second, want at most 120", rate)
	}
	d.Stop()
}

// switches returns how often a process's threads have gone to sleep.
func switches(t *testing.T, pid int) (sum int) {
	t.Helper()
	paths, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(paths) == 0 {
		t.Fatalf("process %d has no threads to look at: %v", pid, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // a thread that has just ended
		}
		_, count, _ := strings.Cut(string(text), "\nvoluntary_ctxt_switches:")
		var n int
		if _, err := fmt.Sscan(count, &n); err != nil {
			t.Fatalf("%s does not count switches: %v", path, err)
		}
		sum += n
	}
	return sum
}
