package program

import (
	"io/fs"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// ownGroup gives a program a process group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// alone has a program run in namespaces of its own: for processes, so that nothing that
// it starts outlives it, and for the network, which has nothing in it. Where the kernel
// does not allow that, the program runs without, and its strays are taken over; its network
// is closed to it anyway. begin starts the program, and ended ends what is left of it.
func alone(cmd *exec.Cmd) (begin func() error, ended func()) {
	if namespaces() {
		inNamespaces(cmd)
		return cmd.Start, func() {}
	}
	takeOver()
	return func() error { return startKept(cmd) }, func() { sweep(cmd.Process.Pid) }
}

func inNamespaces(cmd *exec.Cmd) {
	uid, gid := os.Getuid(), os.Getgid()
	ownGroup(cmd)
	cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
}

// namespaces reports whether the kernel allows them.
var namespaces = sync.OnceValue(func() bool {
	cmd := exec.Command("true")
	inNamespaces(cmd)
	return cmd.Run() == nil
})

// killGroup ends a program's whole process group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // it may be gone

// taken is how much of a disk a file takes.
func taken(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Blocks * 512
	}
	return info.Size()
}
