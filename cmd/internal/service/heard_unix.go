//go:build unix

package service

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// whenLost calls lost once nobody can read any more what is written to f: the other end of
// a pipe, of a socket or of a terminal is gone. stop ends the watch.
func whenLost(f *os.File, lost func()) (stop func()) {
	line, err := f.SyscallConn()
	if err != nil {
		return func() {}
	}
	ended, end, err := os.Pipe()
	if err != nil {
		return func() {}
	}
	go func() {
		defer ended.Close()
		// An error is that f is closed, by us.
		_ = line.Control(func(fd uintptr) {
			// What is not asked for, an error and a hang-up, is always told.
			fds := []unix.PollFd{{Fd: int32(fd)}, {Fd: int32(ended.Fd())}}
			for {
				_, err := unix.Poll(fds, -1)
				switch {
				case errors.Is(err, unix.EINTR):
				case err != nil || fds[1].Revents != 0:
					return
				case fds[0].Revents != 0:
					lost()
					return
				}
			}
		})
	}()
	return func() { end.Close() }
}
