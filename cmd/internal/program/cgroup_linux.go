package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// cgroups is where control groups of version 2 are (cgroups(7)).
const cgroups = "/sys/fs/cgroup"

// Bounds of all processes of a program together, beside its memory.
const (
	// mostTasks is how many threads a program may have: two of them leave the daemon room
	// below the TasksMax of its unit.
	mostTasks = 96
	// weight is a program's share of busy processors, where the daemon has 100.
	weight = 20
)

// own is the group below the delegated one that the daemon itself is in: a group with
// bounds for its children has no processes of its own.
const own = "table"

// Delegated looks for a control group that this process has to itself, and may divide
// (Delegate= in systemd.resource-control(5)). It moves this process into a group below that
// one, so that programs can have groups of their own beside it, and returns the folder for
// [Settings]. An error says why there is none. Call it before anything else is started.
func Delegated() (dir string, err error) { return delegated() }

var delegated = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	path, err := unified(string(text))
	if err != nil {
		return "", err
	}
	return divide(filepath.Join(cgroups, path), os.Getpid())
})

// unified is the group of version 2 in what /proc/self/cgroup says.
func unified(text string) (string, error) {
	for line := range strings.Lines(text) {
		path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::")
		switch {
		case !ok:
		case !filepath.IsAbs(path), slices.Contains(strings.Split(path, "/"), ".."):
			return "", fmt.Errorf("its control group %q is outside of what it can see", path)
		default:
			return path, nil
		}
	}
	return "", errors.New("there are no control groups of version 2")
}

// divide moves a process from a group that it is alone in to one below, and has the kernel
// bound what is beside it.
func divide(dir string, id int) (string, error) {
	procs, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	if err != nil {
		return "", err
	}
	if got := strings.Fields(string(procs)); !slices.Equal(got, []string{strconv.Itoa(id)}) {
		return "", fmt.Errorf("%d processes are in its control group, which is not its own then", len(got))
	}
	below := filepath.Join(dir, own)
	if err := os.Mkdir(below, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	if err := write(below, "cgroup.procs", strconv.Itoa(id)); err != nil {
		_ = os.Remove(below) // nobody is in it
		return "", err
	}
	old, _ := filepath.Glob(filepath.Join(dir, "player-*"))
	for _, group := range old { // of a daemon that was killed
		endGroup(group)
	}
	for _, controller := range []string{"cpu", "memory", "pids"} {
		_ = write(dir, "cgroup.subtree_control", "+"+controller) // what the kernel lacks it does not bound
	}
	return dir, nil
}

// newGroup makes a control group for a program below a delegated one.
func newGroup(dir string, memoryMB int) (group string, err error) {
	if group, err = os.MkdirTemp(dir, "player-"); err != nil {
		return "", err
	}
	for _, bound := range [][2]string{
		{"memory.max", strconv.Itoa(memoryMB << 20)},
		{"memory.swap.max", "0"},
		{"memory.oom.group", "1"}, // without some of its processes a program is none
		{"pids.max", strconv.Itoa(mostTasks)},
		{"cpu.weight", strconv.Itoa(weight)},
	} {
		if err := write(group, bound[0], bound[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(group)
			return "", err
		}
	}
	return group, nil
}

// enter moves this process into a group.
func enter(group string) error { return write(group, "cgroup.procs", "0") }

// killCgroup ends all that is in a group, "" for none, at once.
func killCgroup(group string) {
	if group != "" {
		_ = write(group, "cgroup.kill", "1") // since Linux 5.14
	}
}

// endGroup ends all that is in a group, "" for none, and removes it.
func endGroup(group string) {
	if group == "" {
		return
	}
	killCgroup(group)
	// What was killed takes a moment to be gone.
	for end := time.Now().Add(grace); ; time.Sleep(time.Millisecond) {
		if err := os.Remove(group); err == nil || errors.Is(err, fs.ErrNotExist) || time.Now().After(end) {
			return
		}
	}
}

// outOfMemory reports whether the kernel has ended a group for its memory.
func outOfMemory(group string) bool {
	text, err := os.ReadFile(filepath.Join(group, "memory.events"))
	if group == "" || err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if n, ok := strings.CutPrefix(line, "oom_kill "); ok {
			return strings.TrimSpace(n) != "0"
		}
	}
	return false
}

// write writes to a file that is there.
func write(dir, name, text string) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
