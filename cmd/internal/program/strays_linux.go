package program

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// What a program starts may leave its process group. Where the kernel allows no namespaces,
// this process takes such strays over when their parents end (PR_SET_CHILD_SUBREAPER,
// prctl(2)), and ends them with the program.

// running are the programs that this process has started without namespaces, by id.
var running = struct {
	sync.Mutex
	ids map[int]bool
}{ids: map[int]bool{}}

// startKept starts a program whose strays are taken over.
func startKept(cmd *exec.Cmd) error {
	running.Lock()
	defer running.Unlock()
	err := cmd.Start()
	if err == nil {
		running.ids[cmd.Process.Pid] = true
	}
	return err
}

var takeOver = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// mostSweeps bounds how often strays are looked for; those that are ended leave children.
const mostSweeps = 2 * mostProcesses

// sweep notes that a program has ended, and ends all strays.
func sweep(id int) {
	running.Lock()
	defer running.Unlock()
	if !running.ids[id] {
		return
	}
	delete(running.ids, id)
	for range mostSweeps {
		list := strays()
		if len(list) == 0 {
			return
		}
		for _, id := range list {
			_ = unix.Kill(id, unix.SIGKILL)
			_, _ = unix.Wait4(id, nil, 0, nil)
		}
	}
}

// strays are the children of this process that it has not started: programs in the sandbox
// have a mark that they cannot take off, see [Confine].
func strays() (list []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	self := strconv.Itoa(os.Getpid())
	for _, name := range names {
		id, err := strconv.Atoi(name)
		if err != nil || running.ids[id] {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		// The name in brackets may have brackets of its own. State and parent follow.
		rest := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if err != nil || len(rest) < 2 || string(rest[1]) != self {
			continue
		}
		if mark, err := os.ReadFile("/proc/" + name + "/oom_score_adj"); err == nil && string(bytes.TrimSpace(mark)) == firstToGo {
			list = append(list, id)
		}
	}
	return list
}
