package serialport

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"

	"go.bug.st/serial"

	"stonehand/hw"
)

const (
	// readWait is how long one read of a port waits, and so how long Close may
	// have to wait for a reader.
	readWait = 100 * time.Millisecond
	// writeWait is how long Close waits for a writer that is stuck.
	writeWait = time.Second
)

// port makes a serial port safe to close while it is read and written. The
// library closes the file first and tells its reader afterwards, and its Write
// does not look whether the port was closed: a call that begins between could
// use a file of the same number that something else has opened. Here Close lets
// no call begin, and waits for those under way.
type port struct {
	serial  serial.Port
	release func() // of the lock; called last

	mu     sync.Mutex
	closed bool
	busy   sync.Cond // on mu: a call has ended
	reads  int
	writes int
}

func newPort(s serial.Port, release func()) *port {
	p := &port{serial: s, release: release}
	p.busy.L = &p.mu
	return p
}

// begin counts a call in, unless the port is closed.
func (p *port) begin(calls *int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return io.ErrClosedPipe
	}
	*calls++
	return nil
}

func (p *port) end(calls *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*calls--
	p.busy.Broadcast()
}

// Read waits for bytes, the end of the line, or Close.
func (p *port) Read(b []byte) (int, error) {
	for {
		if err := p.begin(&p.reads); err != nil {
			return 0, err
		}
		n, err := p.serial.Read(b) // 0, nil after readWait
		p.end(&p.reads)
		if gone, ok := errors.AsType[*serial.PortError](err); ok && gone.Code() == serial.PortClosed {
			err = io.EOF // the library's word for a line that was hung up
		}
		if n > 0 || err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// Write writes all of b.
func (p *port) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		if err = p.begin(&p.writes); err != nil {
			return n, err
		}
		var m int
		m, err = p.serial.Write(b[n:])
		p.end(&p.writes)
		n += m
		if m == 0 && err == nil {
			err = io.ErrShortWrite
		}
	}
	return n, err
}

// Close ends the calls under way and closes the port. A writer that stays stuck
// is left behind after a second: it is inside the kernel, which keeps the file
// for it.
func (p *port) Close() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil
	}
	p.closed = true
	// What the device did not take is of no use any more. Dropping it frees a
	// writer, and closing would wait for it. A line that is gone refuses.
	_ = p.serial.ResetOutputBuffer()
	late := false
	timer := time.AfterFunc(writeWait, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		late = true
		p.busy.Broadcast()
	})
	for p.reads > 0 || p.writes > 0 && !late {
		p.busy.Wait()
	}
	p.mu.Unlock()
	timer.Stop()
	err := p.serial.Close()
	p.release()
	return err
}

// Pump reads and writes a line in goroutines of its own, so that anyone who
// converses over it waits in one select and no call to the line, which may never
// return, holds him.
type Pump struct {
	Read    chan []byte // what has come, in pieces
	ReadErr chan error  // the end of reading; has room, and gets one error
	Write   chan []byte // to be written; one piece at a time, which stays as it is until Wrote
	Wrote   chan error  // what became of it; an error ends writing

	line  io.ReadWriteCloser
	ended chan struct{}
}

// NewPump begins to read line. [Pump.Close] gives it back.
func NewPump(line io.ReadWriteCloser) *Pump {
	p := &Pump{
		Read:    make(chan []byte),
		ReadErr: make(chan error, 1),
		Write:   make(chan []byte),
		Wrote:   make(chan error, 1),
		line:    line,
		ended:   make(chan struct{}),
	}
	go p.reader()
	go p.writer()
	return p
}

// Close closes the line and ends the goroutines. It waits for the line no longer
// than patience, then leaves that to go on by itself and returns false. It is
// called once.
func (p *Pump) Close(patience time.Duration) bool {
	close(p.ended)
	close(p.Write)
	closed := make(chan struct{})
	go func() {
		p.line.Close()
		close(closed)
	}()
	select {
	case <-closed:
		return true
	case <-time.After(patience):
		return false
	}
}

func (p *Pump) reader() {
	buf := make([]byte, 512)
	for {
		n, err := p.line.Read(buf)
		if n > 0 {
			select {
			case p.Read <- bytes.Clone(buf[:n]):
			case <-p.ended:
				return
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = hw.Errorf("it was hung up")
			}
			p.ReadErr <- err
			return
		}
		select {
		case <-p.ended:
			return
		default:
		}
	}
}

// writer writes what it is given. A Write that never returns holds this
// goroutine and nothing else.
func (p *Pump) writer() {
	for b := range p.Write {
		n, err := p.line.Write(b)
		if err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		p.Wrote <- err
		if err != nil {
			return
		}
	}
}
