package systemd_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// cgroupRoot is where systemd expects the control groups.
const cgroupRoot = "/sys/fs/cgroup"

// ownGroups makes control groups of that name under those of this process, one in
// each hierarchy that systemd-nspawn takes for a container, and removes them when
// the test ends. Containers that share a group share the groups of their units, as
// those have the same names: each removes what the other one has just made, and the
// start of a unit fails now and then. Where no group can be made there is none; the
// container itself says then what it lacks.
func ownGroups(t *testing.T, name string) (groups []string) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		var root string
		switch fields[1] {
		case "": // the unified hierarchy, alone or beside the others
			root = filepath.Join(cgroupRoot, "unified")
			if _, err := os.Stat(root); err != nil {
				root = cgroupRoot
			}
		case "name=systemd":
			root = filepath.Join(cgroupRoot, "systemd")
		default:
			continue
		}
		group := filepath.Join(root, fields[2], name)
		if err := os.Mkdir(group, 0o755); err != nil && !errors.Is(err, fs.ErrExist) { // one may be left of a test that was killed
			t.Logf("the container gets no control group of its own: %v", err)
			continue
		}
		t.Cleanup(func() { removeGroup(t, group) })
		groups = append(groups, group)
	}
	return groups
}

// removeGroup removes a control group with all that are in it.
func removeGroup(t *testing.T, group string) {
	t.Helper()
	var all []string
	filepath.WalkDir(group, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			all = append(all, path)
		}
		return nil
	})
	for _, g := range slices.Backward(all) {
		if err := os.Remove(g); err != nil {
			t.Logf("a control group is left: %v", err)
			return
		}
	}
}

// enter makes cmd run in groups.
func enter(cmd *exec.Cmd, groups []string) {
	// The shell enters them, so that whatever follows it is born there.
	script := `i=0; while [ $i -lt $0 ]; do echo $$ >"$1/cgroup.procs" || exit; shift; i=$((i+1)); done; exec "$@"`
	cmd.Args = slices.Concat([]string{"sh", "-c", script, strconv.Itoa(len(groups))}, groups, []string{cmd.Path}, cmd.Args[1:])
	cmd.Path = "/bin/sh"
}
