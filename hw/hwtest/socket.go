//go:build unix

package hwtest

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// Socket is a place where a device on a serial line can be plugged in: a lasting
// name that leads to a new pseudo-terminal each time. It is unplugged when its
// test ends.
type Socket struct {
	Name   string   // what a host opens
	Master *os.File // the device's end; nil: unplugged

	t      testing.TB
	slave  *os.File // held so that the master does not end before a host comes
	served sync.WaitGroup
}

// NewSocket returns a socket with nothing in it.
func NewSocket(t testing.TB) *Socket {
	s := &Socket{t: t, Name: filepath.Join(t.TempDir(), "device")}
	t.Cleanup(s.Unplug)
	return s
}

// Plug plugs a terminal in and, unless serve is nil, lets it serve the device's
// end until that ends.
func (s *Socket) Plug(serve func(io.ReadWriteCloser)) {
	s.t.Helper()
	var err error
	if s.Master, s.slave, err = pty.Open(); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Symlink(s.slave.Name(), s.Name); err != nil {
		s.t.Fatal(err)
	}
	// A master from pty.Open blocks, and its Close would wait for its reader.
	fd, err := syscall.Dup(int(s.Master.Fd()))
	if err != nil {
		s.t.Fatal(err)
	}
	s.Master.Close()
	if err := syscall.SetNonblock(fd, true); err != nil {
		s.t.Fatal(err)
	}
	s.Master = os.NewFile(uintptr(fd), "master")
	if serve != nil {
		master := s.Master
		s.served.Go(func() { serve(master) })
	}
}

// Unplug takes the terminal away and waits for its device.
func (s *Socket) Unplug() {
	if s.Master == nil {
		return
	}
	os.Remove(s.Name)
	s.Master.Close()
	s.slave.Close()
	s.Master = nil
	s.served.Wait()
}
