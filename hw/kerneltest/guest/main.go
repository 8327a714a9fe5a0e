//go:build linux

// Command guest is the first process of the machine that package kerneltest
// boots. It mounts what programs expect, loads the modules, runs one program,
// tells over a serial line how that ended, and switches the machine off.
//
// What to do is in /guest, one item a line:
//
//	console /dev/ttyS1     where the program's output goes
//	module /modules/x.ko   to be loaded, in this order
//	env NAME=VALUE         for the program
//	arg TEXT               of the program, the first its path
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"
)

// Ended starts the line that says how the program ended. What follows is its
// exit status, or a sentence.
const ended = "kerneltest-ended "

func main() {
	out, err := run()
	if err != nil {
		fmt.Fprintf(out, "\n%s%v\n", ended, err)
	} else {
		fmt.Fprintf(out, "\n%s0\n", ended)
	}
	syscall.Sync()
	syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
	select {} // a machine that cannot switch itself off is ended from outside
}

// run does what /guest says. It returns where the program's output went.
func run() (*os.File, error) {
	out := os.Stdout
	if err := mounts(); err != nil {
		return out, err
	}
	if err := loopback(); err != nil {
		return out, err
	}
	script, err := os.Open("/guest")
	if err != nil {
		return out, err
	}
	defer script.Close()
	var env, args []string
	for lines := bufio.NewScanner(script); lines.Scan(); {
		verb, rest, _ := strings.Cut(lines.Text(), " ")
		switch verb {
		case "console":
			if out, err = console(rest); err != nil {
				return os.Stdout, err
			}
		case "module":
			if err := load(rest); err != nil {
				return out, fmt.Errorf("module %s: %w", filepath.Base(rest), err)
			}
		case "env":
			env = append(env, rest)
		case "arg":
			args = append(args, rest)
		}
	}
	// Not before the module that knows it is there.
	if err := syscall.Mount("configfs", "/sys/kernel/config", "configfs", 0, ""); err != nil && err != syscall.ENOENT && err != syscall.ENODEV {
		return out, fmt.Errorf("mounting configfs: %w", err)
	}
	if len(args) == 0 {
		return out, fmt.Errorf("/guest names no program")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = env, "/tmp", out, out
	return out, cmd.Run()
}

func mounts() error {
	for _, m := range []struct{ kind, dir string }{
		{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"},
	} {
		if err := os.MkdirAll(m.dir, 0o755); err != nil {
			return err
		}
		if err := syscall.Mount(m.kind, m.dir, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mounting %s: %w", m.dir, err)
		}
	}
	return nil
}

// loopback brings up the network that leads to the machine itself.
func loopback() error {
	s, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(s)
	request := struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}{flags: syscall.IFF_UP | syscall.IFF_RUNNING}
	copy(request.name[:], "lo")
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(s), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return fmt.Errorf("bringing the loopback device up: %w", errno)
	}
	return nil
}

// console opens a serial line that passes every byte as it is.
func console(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	var t syscall.Termios
	if err := ioctl(f, syscall.TCGETS, &t); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t.Oflag &^= syscall.OPOST
	t.Lflag &^= syscall.ECHO | syscall.ICANON | syscall.ISIG
	if err := ioctl(f, syscall.TCSETS, &t); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func ioctl(f *os.File, request uintptr, t *syscall.Termios) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(unsafe.Pointer(t))); errno != 0 {
		return errno
	}
	return nil
}

// load loads a kernel module.
func load(path string) error {
	image, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	none := []byte{0}
	_, _, errno := syscall.Syscall(syscall.SYS_INIT_MODULE,
		uintptr(unsafe.Pointer(&image[0])), uintptr(len(image)), uintptr(unsafe.Pointer(&none[0])))
	if errno != 0 {
		return errno
	}
	return nil
}
