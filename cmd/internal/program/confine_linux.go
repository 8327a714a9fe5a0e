package program

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Confinement is what a program may still do.
type Confinement struct {
	MemoryMB int    `flag:"memory,16,65536"` // memory of its own, MiB, as memory_mb of the settings
	Hide     string `flag:"hide"`            // a folder that it may not read, whatever else it may
	Scratch  string `flag:"scratch"`         // the folder that it may write to
	Group    string `flag:"group"`           // the control group that it goes to, "" for none
}

// system are the folders that programs and their libraries are in, and what they ask a
// computer about.
var system = []string{
	"/usr", "/lib", "/lib64", "/bin", "/sbin", "/opt", "/nix", "/sys/devices/system/cpu",
	"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/loadavg", "/proc/filesystems", "/proc/sys/vm", "/proc/sys/kernel",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/passwd", "/etc/nsswitch.conf",
}

// firstToGo is what a program in the sandbox has as its oom_score_adj (proc(5)). Landlock
// keeps it from changing that, and what it starts has it too.
const firstToGo = "1000"

// Bounds of a program, beside its memory.
const (
	mostProcesses = 192 // of all that the user runs
	mostFiles     = 256
	mostFile      = 256 << 20 // bytes
	// reserved is how much more address space it may have than memory of its own, bytes.
	// Go's runtime reserves 1 GiB that it never uses; memory shared between processes is
	// bounded by this alone.
	reserved = 2 << 30
	nice     = 5
)

// Confine gives up rights and becomes the program: no network, no file but those of the
// system, its own folder and those that its arguments name, bounded memory, files and
// processes. It returns only with an error.
func Confine(c Confinement, command []string) error {
	runtime.LockOSThread() // what follows becomes the program from this thread
	// The program ends with the daemon, whatever ended that: also where no service's manager
	// ends both. Landlock and namespaces leave the kernel's signal its way.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	// From here on as few threads as can be are begun; see become.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	if c.Group != "" {
		if err := enter(c.Group); err != nil {
			return fmt.Errorf("the program cannot enter its control group: %w", err)
		}
	}
	path, err := Find(command[0])
	if err != nil {
		return err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, nice) // services may not be allowed to
	// Where memory runs out, this program goes before any other.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte(firstToGo), 0)
	if err := restrictFiles(c, path, command); err != nil {
		return fmt.Errorf("the program's files cannot be restricted: %w", err)
	}
	env := []string{"PATH=" + searched, "HOME=" + c.Scratch, "TMPDIR=" + c.Scratch, "LANG=C.UTF-8"}
	if err := os.Chdir(c.Scratch); err != nil {
		return err
	}
	for what, most := range map[int]uint64{unix.RLIMIT_NOFILE: mostFiles, unix.RLIMIT_FSIZE: mostFile, unix.RLIMIT_CORE: 0} {
		limit, err := bounded(what, most)
		if err == nil {
			err = syscall.Setrlimit(what, limit)
		}
		if err != nil {
			return err
		}
	}
	if err := fewerCalls(); err != nil {
		return fmt.Errorf("calls of the kernel cannot be refused: %w", err)
	}
	return become(c, path, command, env)
}

// become bounds memory and processes and becomes the program, in one go: this program
// itself has more memory reserved than it leaves the other, so that any thread that it
// began in between would end it.
func become(c Confinement, path string, command, env []string) error {
	memory := uint64(c.MemoryMB) << 20
	kinds := []int{unix.RLIMIT_NPROC, unix.RLIMIT_DATA, unix.RLIMIT_AS}
	var limits []*syscall.Rlimit
	for i, most := range []uint64{mostProcesses, memory, memory + reserved} {
		limit, err := bounded(kinds[i], most)
		if err != nil {
			return err
		}
		limits = append(limits, limit)
	}
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return err
	}
	argv, err := syscall.SlicePtrFromStrings(command)
	if err != nil {
		return err
	}
	envp, err := syscall.SlicePtrFromStrings(env)
	if err != nil {
		return err
	}
	var errno syscall.Errno
	for i := 0; i < len(kinds) && errno == 0; i++ {
		_, _, errno = syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(kinds[i]), uintptr(unsafe.Pointer(limits[i])), 0, 0, 0)
	}
	if errno == 0 {
		_, _, errno = syscall.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&envp[0])))
	}
	return &os.PathError{Op: "run", Path: path, Err: errno}
}

// bounded is a limit of a resource that is no wider than the present one.
func bounded(what int, most uint64) (*syscall.Rlimit, error) {
	var now unix.Rlimit
	err := unix.Getrlimit(what, &now)
	most = min(most, now.Max)
	return &syscall.Rlimit{Cur: most, Max: most}, err
}

// restrictFiles leaves a program the files that it needs.
func restrictFiles(c Confinement, path string, command []string) error {
	hide, err := real(c.Hide)
	if errors.Is(err, os.ErrNotExist) { // there are no games yet
		hide, err = filepath.Abs(c.Hide)
	}
	if err != nil {
		return err
	}
	rules := []access{{path, readFiles}, {c.Scratch, ^uint64(0)}}
	for _, file := range []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"} {
		rules = append(rules, access{file, writeFiles})
	}
	for _, dir := range append([]string{filepath.Dir(path)}, system...) {
		rules = append(rules, around(dir, hide)...)
	}
	for _, word := range command[1:] {
		if _, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(value, "/") {
			word = value
		}
		if filepath.IsAbs(word) {
			rules = append(rules, around(word, hide)...)
		}
	}
	return landlock(rules)
}

// around lets a file, or what is below a folder, be read, but nothing in the hidden folder,
// and no more of the root than that it is there.
func around(path, hide string) (rules []access) {
	path, err := real(path)
	if err != nil { // there is nothing to read
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil, path == "/", hide != "" && within(path, hide):
		return nil
	case info.Mode().IsRegular():
		return []access{{path, readFiles}}
	case !info.IsDir():
		return nil
	case hide == "" || !within(hide, path):
		return []access{{path, readDirs}}
	}
	list, _ := os.ReadDir(path) // what cannot be listed is not opened
	for _, e := range list {
		if e.Type()&os.ModeSymlink == 0 { // else it may lead out of here
			rules = append(rules, around(filepath.Join(path, e.Name()), hide)...)
		}
	}
	return rules
}

// real is where a path leads, "" for none.
func real(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// within reports whether a path is a folder, or lies in it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// architectures are how the kernel names those that this program is built for (audit.h).
var architectures = map[string]uint32{"amd64": 0xC000003E, "arm64": 0xC00000B7, "arm": 0x40000028}

// refused are calls of the kernel that a program has no use for: ways to others, memory
// that its bound does not count or that outlives it, and leaving its group, which would
// also keep its namespace from ending.
var refused = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_IO_URING_SETUP, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD,
	unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN, unix.SYS_MEMFD_CREATE,
	unix.SYS_SETPGID, unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETATTR,
}

// selfish are calls that a program may make for itself alone: the first argument is 0.
var selfish = []uint32{unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETSCHEDULER}

// fewerCalls has the kernel refuse these calls, for good, to this program and all that
// follow from it. What calls the kernel in another architecture's way is refused
// everything.
func fewerCalls() error {
	arch, ok := architectures[runtime.GOARCH]
	if !ok {
		return errors.New("this kind of processor is not known")
	}
	const (
		load    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal   = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		atLeast = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		give    = unix.BPF_RET | unix.BPF_K
		x32     = 0x40000000 // calls of amd64's other way
		// Where seccomp_data has the call, the architecture and the first argument.
		nr, kind, first = 0, 4, 16
	)
	allow := unix.SockFilter{Code: give, K: 0x7fff0000}                        // SECCOMP_RET_ALLOW
	refuse := unix.SockFilter{Code: give, K: 0x00050000 | uint32(unix.EACCES)} // SECCOMP_RET_ERRNO
	f := []unix.SockFilter{
		{Code: load, K: kind}, {Code: equal, Jt: 1, K: arch}, refuse,
		{Code: load, K: nr}, {Code: atLeast, Jf: 1, K: x32}, refuse,
	}
	for _, call := range refused {
		f = append(f, unix.SockFilter{Code: equal, Jf: 1, K: call}, refuse)
	}
	for _, call := range selfish {
		f = append(f, unix.SockFilter{Code: equal, Jf: 4, K: call}, unix.SockFilter{Code: load, K: first}, unix.SockFilter{Code: equal, Jf: 1}, allow, refuse)
	}
	f = append(f, allow)
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	const strict, together = 1, 1 // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, strict, together, uintptr(unsafe.Pointer(&prog))); errno != 0 {
		return errno
	}
	return nil
}

// Weakness says what this kernel does not hold a program back from, "" for nothing.
func Weakness() string {
	switch v := landlockVersion(); {
	case v < 1:
		return "this kernel has no Landlock: other programs that play can read the files of this user, the games among them"
	}
	return ""
}
