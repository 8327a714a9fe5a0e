package hall

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"syscall"
)

// errInUse is that another hall has a folder.
var errInUse = errors.New("another hall is using it; stop that one first, or give --dir another folder")

// Lock takes a hall's folder for the server inside: two servers on one folder lose what
// either of them was told. The lock is on the folder itself, which leaves no file behind, and
// ends with the program.
func Lock(dir string, log *slog.Logger) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder %s cannot be made: %w", dir, err)
	}
	d, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder %s cannot be opened: %w", dir, err)
	}
	switch err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		d.Close()
		return nil, fmt.Errorf("the folder %s cannot be locked: %w", dir, errInUse)
	case err != nil: // some file systems know no locks
		log.Warn("The hall's folder cannot be locked; make sure that no other hall uses it.", "dir", dir, "err", err)
	}
	return func() { d.Close() }, nil
}
