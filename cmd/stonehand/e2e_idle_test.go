package main_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// TestIdle leaves a daemon alone on which it is a person's turn, with a page
// open, and counts how often it wakes up: a computer without a fan is to sleep
// when there is nothing to do.
func TestIdle(t *testing.T) {
	t.Parallel()
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0")
	d.Follow(t)
	d.Until(t, "a person's turn", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman })
	// Frames become few once 64 of them, at 50 a second, have been alike. How long
	// that takes, and how often threads wait for each other before, is the machine's
	// affair; a daemon that is at rest stays so.
	const watched, most = 2 * time.Second, 120
	var rates []float64
	for end := time.Now().Add(patience); ; {
		began, before := time.Now(), switches(t, d.Pid())
		time.Sleep(watched)
		rate := float64(switches(t, d.Pid())-before) / time.Since(began).Seconds()
		if rates = append(rates, math.Round(rate)); len(rates) > 1 && rate <= most && rates[len(rates)-2] <= most {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the daemon's threads were woken %v times a second, want at most %d", rates, most)
		}
	}
	t.Logf("%v switches a second", rates)
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
