//go:build unix

package hwtest

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// wireDepth is how many bytes a wire holds each way before writers wait, as
// much as a terminal of Linux does.
const wireDepth = 4096

// Wire is a serial line in memory. Bytes wait in it until they are read. When it
// is hung up its ends behave as a Linux terminal does: what was under way can
// still be read, then Read fails, and Write fails at once.
type Wire struct {
	Host, Device io.ReadWriteCloser // the two ends

	down, up *lane // to the device, to the host
}

// NewWire returns a wire.
func NewWire() *Wire {
	w := &Wire{down: newLane(), up: newLane()}
	w.Host = &wireEnd{in: w.up, out: w.down, wire: w}
	w.Device = &wireEnd{in: w.down, out: w.up, wire: w}
	return w
}

// HangUp ends the line for good, as pulling the plug does. Closing an end does
// the same.
func (w *Wire) HangUp() {
	w.down.end()
	w.up.end()
}

// Stall makes the host's writes wait until it is lifted or the line ends, as a
// device does that takes no bytes.
func (w *Wire) Stall(on bool) { w.down.stall(on) }

// Noise lets f change every run of bytes on its way, toDevice or the other way;
// nil changes nothing. f must not keep the slice and may return any other.
func (w *Wire) Noise(toDevice bool, f func([]byte) []byte) {
	l := w.up
	if toDevice {
		l = w.down
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.noise = f
}

// wireEnd is one end of a wire.
type wireEnd struct {
	in, out *lane
	wire    *Wire
}

func (e *wireEnd) Read(b []byte) (int, error)  { return e.in.read(b) }
func (e *wireEnd) Write(b []byte) (int, error) { return e.out.write(b) }

func (e *wireEnd) Close() error {
	e.wire.HangUp()
	return nil
}

// lane is one direction of a wire.
type lane struct {
	mu      sync.Mutex
	moved   sync.Cond // on mu
	buf     []byte
	stalled bool
	ended   bool
	noise   func([]byte) []byte
}

func newLane() *lane {
	l := &lane{}
	l.moved.L = &l.mu
	return l
}

func (l *lane) read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.buf) == 0 && !l.ended && len(b) > 0 {
		l.moved.Wait()
	}
	if len(l.buf) == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	n := copy(b, l.buf)
	l.buf = l.buf[n:]
	l.moved.Broadcast()
	return n, nil
}

func (l *lane) write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.ended && (l.stalled || len(l.buf) >= wireDepth) {
		l.moved.Wait()
	}
	if l.ended {
		return 0, syscall.EIO
	}
	p := b
	if l.noise != nil {
		p = l.noise(append([]byte(nil), b...))
	}
	l.buf = append(l.buf, p...)
	l.moved.Broadcast()
	return len(b), nil
}

func (l *lane) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.moved.Broadcast()
}

func (l *lane) stall(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stalled = on
	l.moved.Broadcast()
}

// Dial opens the wire to b and lets b serve it, unless b is unplugged. It has
// the form of mcu.Dial.
func (b *Board) Dial(context.Context) (io.ReadWriteCloser, error) {
	w, err := b.connect()
	if err != nil {
		return nil, err
	}
	return w.Host, nil
}

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
