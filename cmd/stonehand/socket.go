package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// socketName is the owner's way to the daemon in the folder of the games, which only
// the daemon's user and root may enter: a Unix socket.
const socketName = "socket"

// ownersDoor is the owner's socket: a listener that opens it again where it could not be opened at
// first, and where somebody has deleted its folder. A socket that a daemon has left that was
// killed is taken away, so holds says whether this daemon has the folder: two never share one.
type ownersDoor struct {
	path  string
	holds func() bool
	log   *slog.Logger
	ended chan struct{} // closed by Close
	close func()

	mu   sync.Mutex        // guards what follows
	now  *net.UnixListener // nil: there is none
	made fs.FileInfo       // of its socket
	said bool              // that there is none is in the log
}

// openSocket opens the owner's socket in a folder, now or as soon as that can be.
func openSocket(dir string, holds func() bool, log *slog.Logger) *ownersDoor {
	d := &ownersDoor{path: filepath.Join(dir, socketName), holds: holds, log: log, ended: make(chan struct{})}
	d.close = sync.OnceFunc(func() { close(d.ended) })
	d.look()
	return d
}

// look opens the socket unless it is there, and returns it; nil while it cannot be.
func (d *ownersDoor) look() *net.UnixListener {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-d.ended:
		return d.now
	default:
	}
	if is, err := os.Lstat(d.path); d.now != nil && err == nil && os.SameFile(d.made, is) {
		return d.now
	}
	if d.now != nil {
		d.now.SetUnlinkOnClose(false) // what is there now is not its own
		d.now.Close()
		d.now = nil
	}
	err := fs.ErrNotExist
	if d.holds() {
		if d.now, err = listenUnix(d.path); err == nil {
			d.made, err = os.Lstat(d.path)
		}
	}
	if err != nil && !d.said {
		d.log.Warn("commands of this computer's owner find no socket until it can be opened; the page works", "socket", d.path, "err", err)
	}
	d.said = err != nil
	return d.now
}

// Accept implements [net.Listener].
func (d *ownersDoor) Accept() (net.Conn, error) {
	for {
		l := d.look()
		if l == nil {
			select {
			case <-d.ended:
				return nil, net.ErrClosed
			case <-time.After(mendEvery):
			}
			continue
		}
		if err := l.SetDeadline(time.Now().Add(mendEvery)); err != nil {
			return nil, err // it is closed
		}
		if c, err := l.Accept(); !errors.Is(err, os.ErrDeadlineExceeded) {
			return c, err
		}
	}
}

// Close implements [net.Listener].
func (d *ownersDoor) Close() error {
	d.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now == nil {
		return nil
	}
	return d.now.Close()
}

// Addr implements [net.Listener].
func (d *ownersDoor) Addr() net.Addr { return &net.UnixAddr{Name: d.path, Net: "unix"} }

func listenUnix(path string) (*net.UnixListener, error) {
	switch i, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case i.Mode()&fs.ModeSocket == 0:
		return nil, fmt.Errorf("%s is something else", path)
	default:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o660); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// findSocket is the owner's socket of the daemon that keeps its games in a folder, if
// one answers there; "" if none does, or if it is not for this user.
func findSocket(dir string) string {
	path := filepath.Join(dir, socketName)
	c, err := net.Dial("unix", path)
	if err != nil {
		return ""
	}
	c.Close()
	return path
}
