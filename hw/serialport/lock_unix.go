//go:build unix && !aix && !solaris

package serialport

import (
	"errors"
	"syscall"

	"stonehand/hw"
)

// errLocked means that another program holds the port.
var errLocked = hw.Errorf("locked by another program")

// lockPort takes the advisory lock of the device itself, as picocom and others
// do, because the exclusive mode of a terminal does not stop root. It returns
// what gives the lock back. The lock is on a file of its own, so that it holds
// whatever becomes of the port's.
func lockPort(path string) (release func(), err error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		syscall.Close(fd)
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errLocked
		}
		return nil, err
	}
	return func() { syscall.Close(fd) }, nil
}
