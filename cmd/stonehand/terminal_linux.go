package main

import (
	"os"
	"syscall"
	"unsafe"
)

// isTerminal reports whether people see at once what is written to a file.
func isTerminal(f *os.File) bool {
	var settings [64]byte // struct termios is 36 bytes to 60 on Linux
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TCGETS, uintptr(unsafe.Pointer(&settings)))
	return errno == 0
}
