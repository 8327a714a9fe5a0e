package grblsim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"stonehand/hw"
	"sync"
	"time"
)

// ErrUnplugged is what [Server.Dial] and a line that is gone answer.
var ErrUnplugged = errors.New("grblsim: the controller is unplugged; plug it in again")

// MaxSpeed is how much quicker than real a server can let time pass.
const MaxSpeed = 1000

// Server lets a machine's time pass with the real one, and serves it on a line.
// It is safe for concurrent use.
type Server struct {
	speed float64
	wake  chan struct{} // holds a token when something was done to the machine
	news  chan struct{} // holds a token when something has happened behind the controller
	done  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	m       *Machine
	last    time.Time // until when time has passed
	line    *line     // the one that is open, or nil
	gone    bool      // unplugged
	trace   func(fromHost bool, b []byte)
	events  []Event
	notify  func(Event)
	closing sync.Once
}

// line is what a host holds of the controller.
type line struct {
	out  chan struct{} // holds a token when there is something to read
	over chan struct{} // closed when the line is cut
	cut  sync.Once
	buf  []byte
}

// mostUnread bounds what a host may leave unread; beyond it bytes are lost, as
// they are in a serial adapter.
const mostUnread = 1 << 16

// pace is how often time passes while something goes on.
const pace = 2 * time.Millisecond

// NewServer makes a machine and lets its time pass, speed times as fast as the
// real one: above 0 to [MaxSpeed]. It runs until Close.
func NewServer(opt Options, speed float64) (*Server, error) {
	if !(speed > 0 && speed <= MaxSpeed) {
		return nil, fmt.Errorf("grblsim: time that passes %v times as fast cannot be; use more than 0 to %d", speed, MaxSpeed)
	}
	m, err := New(opt)
	if err != nil {
		return nil, err
	}
	s := &Server{
		speed: speed, m: m, last: time.Now(),
		wake: make(chan struct{}, 1), news: make(chan struct{}, 1), done: make(chan struct{}),
	}
	m.World().Notify(func(e Event) {
		s.events = append(s.events, e)
		hw.Ring(s.news)
	})
	s.ended.Go(s.run)
	s.ended.Go(s.tell)
	return s, nil
}

// Close ends the machine and cuts its line. It must not be called by what
// [Server.Notify] was given.
func (s *Server) Close() error {
	s.closing.Do(func() { close(s.done) })
	s.ended.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
	s.gone = true
	return nil
}

// Notify makes f hear of what happens behind the controller, in a goroutine of
// the server's. f may call the server.
func (s *Server) Notify(f func(Event)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notify = f
}

// Trace makes f see every byte on the line. It must not call the server.
func (s *Server) Trace(f func(fromHost bool, b []byte)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace = f
}

// Do lets f look at the machine or interfere with it, at the present moment. f
// must not keep it.
func (s *Server) Do(f func(m *Machine)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass()
	f(s.m)
	hw.Ring(s.wake)
}

// pass lets the time pass that has passed. Its caller holds s.mu.
func (s *Server) pass() {
	now := time.Now()
	s.m.Advance(time.Duration(float64(now.Sub(s.last)) * s.speed))
	s.last = now
	b := s.m.Receive()
	if len(b) == 0 {
		return
	}
	if s.trace != nil {
		s.trace(false, b)
	}
	if s.line != nil {
		s.line.buf = append(s.line.buf, b[:min(len(b), mostUnread-len(s.line.buf))]...)
		hw.Ring(s.line.out)
	}
}

// run lets time pass while something goes on, and sleeps otherwise.
func (s *Server) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		s.mu.Lock()
		s.pass()
		next := timer.C
		if s.m.Quiet() {
			next = nil
		} else {
			timer.Reset(pace)
		}
		s.mu.Unlock()
		select {
		case <-next:
		case <-s.wake:
		case <-s.done:
			return
		}
	}
}

// tell passes on what happens, in order. Time goes on meanwhile.
func (s *Server) tell() {
	for {
		select {
		case <-s.news:
		case <-s.done:
			return
		}
		s.mu.Lock()
		events, notify := s.events, s.notify
		s.events = nil
		s.mu.Unlock()
		if notify == nil {
			continue
		}
		for _, e := range events {
			notify(e)
		}
	}
}

// Dial opens the line, in memory. The controller starts again, as one does whose
// serial adapter resets it; a line that was open before is cut.
func (s *Server) Dial() (io.ReadWriteCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return nil, ErrUnplugged
	}
	s.pass()
	s.drop()
	l := &line{out: make(chan struct{}, 1), over: make(chan struct{})}
	s.line = l
	s.m.Restart()
	hw.Ring(s.wake)
	return &conn{s, l}, nil
}

// drop cuts the line. Its caller holds s.mu.
func (s *Server) drop() {
	if s.line != nil {
		s.line.cut.Do(func() { close(s.line.over) })
		s.line = nil
	}
}

// Unplug pulls the cable that the controller has its line and its power from.
func (s *Server) Unplug() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass()
	s.gone = true
	s.drop()
	s.m.PowerOff()
	hw.Ring(s.wake)
}

// Plug puts it in again.
func (s *Server) Plug() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass()
	s.gone = false
	s.m.PowerOn()
	hw.Ring(s.wake)
}

// Plugged reports whether the controller is plugged in.
func (s *Server) Plugged() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.gone
}

// conn is the host's end of the line.
type conn struct {
	s *Server
	l *line
}

// Read waits for bytes. On a line that was cut it returns [ErrUnplugged].
func (c *conn) Read(p []byte) (int, error) {
	for {
		c.s.mu.Lock()
		n := copy(p, c.l.buf)
		c.l.buf = append(c.l.buf[:0], c.l.buf[n:]...)
		c.s.mu.Unlock()
		if n > 0 || len(p) == 0 {
			return n, nil
		}
		select {
		case <-c.l.out:
		case <-c.l.over:
			return 0, ErrUnplugged
		}
	}
}

// Write sends bytes.
func (c *conn) Write(p []byte) (int, error) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line != c.l {
		return 0, ErrUnplugged
	}
	s.pass()
	if s.trace != nil {
		s.trace(true, p)
	}
	s.m.Send(p)
	hw.Ring(s.wake)
	return len(p), nil
}

// Close closes the line; the controller goes on.
func (c *conn) Close() error {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.line == c.l {
		c.s.drop()
	}
	return nil
}

// Serve joins the machine to rw until ctx ends, the cable is pulled or rw fails.
// When rw can be closed, Serve closes it at the end. It begins like [Server.Dial].
func (s *Server) Serve(ctx context.Context, rw io.ReadWriter) error {
	host, err := s.Dial()
	if err != nil {
		return err
	}
	errs := make(chan error, 2)
	var both sync.WaitGroup
	both.Go(func() {
		_, err := io.Copy(rw, host)
		errs <- err
	})
	both.Go(func() {
		_, err := io.Copy(host, rw)
		errs <- err
	})
	stop := context.AfterFunc(ctx, func() { errs <- nil })
	err = <-errs
	stop()
	host.Close()
	if c, ok := rw.(io.Closer); ok {
		c.Close()
		both.Wait()
	}
	if ctx.Err() != nil {
		return nil
	}
	if !s.Plugged() {
		return ErrUnplugged
	}
	return err
}
