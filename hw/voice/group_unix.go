//go:build unix

package voice

import (
	"os"
	"os/exec"
	"syscall"
)

// group makes the program a process group of its own that is killed as a whole
// when its context ends: a script may have begun others.
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error {
		if syscall.Kill(-c.Process.Pid, syscall.SIGKILL) != nil {
			return os.ErrProcessDone
		}
		return nil
	}
}
