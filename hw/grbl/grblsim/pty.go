//go:build unix

package grblsim

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"stonehand/hw"

	"github.com/creack/pty"
	"go.bug.st/serial"
)

// ptyPause is how often a pseudo-terminal is looked at for whether a host has
// opened it: the kernel tells of a host that goes, not of one that comes.
const ptyPause = 20 * time.Millisecond

// ServePTY serves the machine on a pseudo-terminal, which a host opens like any
// serial device, until ctx ends. As with an Arduino, the controller starts again
// when a host opens the line; a host that goes may come again, though one that
// comes again within milliseconds may be taken for one that never went. While the
// cable is pulled there is no device.
//
// With a link, a symbolic link of that name leads to the device. ServePTY makes
// it, in the place of a link that is there, and removes it. ready hears the
// device's name (that of the link, if there is one) whenever the device appears.
func (s *Server) ServePTY(ctx context.Context, link string, ready func(name string)) error {
	for ctx.Err() == nil {
		if !s.Plugged() {
			hw.Sleep(ctx, ptyPause)
			continue
		}
		if err := s.servePTY(ctx, link, ready); err != nil {
			return err
		}
	}
	return nil
}

// servePTY serves one device, until ctx ends or the cable is pulled.
func (s *Server) servePTY(ctx context.Context, link string, ready func(name string)) error {
	master, device, err := openPTY()
	if err != nil {
		return fmt.Errorf("grblsim: no pseudo-terminal is available: %w", err)
	}
	defer master.Close()
	name := device
	if link != "" {
		if err := relink(device, link); err != nil {
			return err
		}
		defer unlink(device, link)
		name = link
	}
	if ready != nil {
		ready(name)
	}
	for ctx.Err() == nil && s.Plugged() {
		first := make([]byte, 256)
		n, err := atOnce(master, syscall.Read, first)
		if err != nil && !errors.Is(err, syscall.EAGAIN) {
			hw.Sleep(ctx, ptyPause) // no host has the device open
			continue
		}
		if err := master.SetReadDeadline(time.Time{}); err != nil {
			return err
		}
		s.serveHost(ctx, master, first[:n])
	}
	return nil
}

// serveHost serves a host that has opened the device, until it goes.
func (s *Server) serveHost(ctx context.Context, master *os.File, first []byte) {
	host, err := s.Dial()
	if err != nil {
		return // unplugged meanwhile
	}
	defer host.Close()
	c := host.(*conn)
	c.Write(first)
	// A cut cable, as the end of ctx, ends the reading below.
	stop := make(chan struct{})
	written := make(chan struct{})
	go func() {
		defer close(written)
		b := make([]byte, 1024)
		for {
			n, err := host.Read(b)
			if n > 0 {
				// A host that reads nothing fills the device; what does not fit is lost.
				if werr := put(ctx, master, b[:n]); werr != nil && !errors.Is(werr, syscall.EAGAIN) {
					return
				}
			}
			if err != nil {
				master.SetReadDeadline(time.Now())
				return
			}
		}
	}()
	go func() {
		select {
		case <-ctx.Done():
			host.Close()
		case <-stop:
		}
	}()
	b := make([]byte, 1024)
	for {
		n, err := master.Read(b)
		if n > 0 {
			c.Write(b[:n])
		}
		if err != nil {
			break
		}
	}
	close(stop)
	host.Close()
	<-written
}

// put writes p, and looks a few times whether there is room for it.
func put(ctx context.Context, master *os.File, p []byte) error {
	for tries := 1; ; tries++ {
		n, err := atOnce(master, syscall.Write, p)
		p = p[n:]
		if len(p) == 0 || err != nil && !errors.Is(err, syscall.EAGAIN) || tries == 5 || ctx.Err() != nil {
			return err
		}
		hw.Sleep(ctx, ptyPause)
	}
}

// atOnce reads or writes what can be without waiting; [syscall.EAGAIN] says that
// nothing can. A deadline would also be over, and nothing tried, where this process
// had to wait for a processor.
func atOnce(f *os.File, do func(fd int, p []byte) (int, error), p []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	closed := raw.Control(func(fd uintptr) {
		for {
			if n, err = do(int(fd), p); !errors.Is(err, syscall.EINTR) {
				return
			}
		}
	})
	return max(n, 0), errors.Join(closed, err)
}

// openPTY makes a pseudo-terminal that passes bytes on as they are.
func openPTY() (master *os.File, device string, err error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, "", err
	}
	device = slave.Name()
	if master, err = unblocked(master); err != nil {
		slave.Close()
		return nil, "", err
	}
	// Opening it as a serial port sets it to raw, which lasts.
	port, err := serial.Open(device, &serial.Mode{BaudRate: 115200})
	if err == nil {
		err = port.Close()
	}
	slave.Close()
	if err != nil {
		master.Close()
		return nil, "", err
	}
	return master, device, nil
}

// unblocked returns the file again, with deadlines: one that was made by its
// number has none.
func unblocked(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// relink makes link lead to device, in one step. It replaces a link, and nothing
// else.
func relink(device, link string) error {
	if i, err := os.Lstat(link); err == nil && i.Mode()&os.ModeSymlink == 0 {
		return fmt.Errorf("grblsim: %s exists and is not a symbolic link; name another", link)
	}
	fresh := filepath.Join(filepath.Dir(link), fmt.Sprintf(".%s.%d", filepath.Base(link), os.Getpid()))
	os.Remove(fresh)
	if err := os.Symlink(device, fresh); err != nil {
		return fmt.Errorf("grblsim: the link cannot be made: %w", err)
	}
	if err := os.Rename(fresh, link); err != nil {
		os.Remove(fresh)
		return fmt.Errorf("grblsim: the link cannot be made: %w", err)
	}
	return nil
}

// unlink removes link, unless it leads to the device of another simulator by now.
func unlink(device, link string) {
	if to, err := os.Readlink(link); err == nil && to == device {
		os.Remove(link)
	}
}
