// Package hwtest tests what drives devices without the devices.
//
//   - [Wire] is a serial line in memory, with the faults of a real one. Its
//     waiting is of a kind that testing/synctest understands.
//   - [Board] is the firmware of a board in Go: it speaks firmware-protocol over
//     any line, and can be made to misbehave.
//   - [Said] is what a process has written.
package hwtest

import (
	"context"
	"io"
	"strings"
	"sync"
	"syscall"
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

// Said is what a process has written so far. It is safe for concurrent use.
type Said struct {
	mu   sync.Mutex
	text strings.Builder // guarded by mu
}

// Write implements [io.Writer].
func (s *Said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// String returns it.
func (s *Said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
