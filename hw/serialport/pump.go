package serialport

import (
	"bytes"
	"errors"
	"io"
	"time"
)

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
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-closed:
		return true
	case <-timer.C:
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
				err = errors.New("it was hung up")
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
