package tournament

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// waited returns how long the threads of a process have been ready to run while
// others had the processors, all together; 0 where the system does not tell. On a
// machine with other work that is no fault of a brain's.
func waited(pid int) time.Duration {
	tasks, err := filepath.Glob(filepath.Join("/proc", fmt.Sprint(pid), "task", "*", "schedstat"))
	if err != nil {
		return 0
	}
	var all time.Duration
	for _, name := range tasks {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		var ran, delay int64 // ns
		if n, _ := fmt.Sscan(string(text), &ran, &delay); n == 2 {
			all += time.Duration(delay)
		}
	}
	return all
}

// Waited is how long the brain and the manager have waited for processors so far.
func (b *Brain) Waited() time.Duration { return waited(b.cmd.Process.Pid) + waited(os.Getpid()) }
