package mcu

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Playback is a line that holds the device's half of a conversation and expects
// the host to hold the other: bytes are received only after everything that was
// sent before them, and not before their time; what is sent must be what was
// sent then. How runs of bytes are cut into calls does not matter. When the
// conversation is over, Read waits for Close.
type Playback struct {
	start time.Time

	mu     sync.Mutex
	left   []Exchange
	moved  chan struct{} // closed and replaced whenever left changes
	closed chan struct{}
	err    error // the first departure from the conversation
}

var _ io.ReadWriteCloser = (*Playback)(nil)

// NewPlayback returns the line. Its time begins now.
func NewPlayback(conversation []Exchange) *Playback {
	p := &Playback{start: time.Now(), moved: make(chan struct{}), closed: make(chan struct{})}
	for _, e := range conversation {
		e.Bytes = bytes.Clone(e.Bytes)
		p.left = append(p.left, e)
	}
	return p
}

// Read receives what the device said next.
func (p *Playback) Read(b []byte) (int, error) {
	for {
		p.mu.Lock()
		moved := p.moved
		var wait time.Duration
		ready := len(p.left) > 0 && p.left[0].Dir == Received
		if ready {
			if wait = p.left[0].At - time.Since(p.start); wait <= 0 {
				n := copy(b, p.left[0].Bytes)
				p.take(n)
				p.mu.Unlock()
				return n, nil
			}
		}
		p.mu.Unlock()

		var due <-chan time.Time
		stop := func() bool { return false }
		if ready {
			t := time.NewTimer(wait)
			due, stop = t.C, t.Stop
		}
		select {
		case <-due:
		case <-moved:
		case <-p.closed:
			stop()
			return 0, io.ErrClosedPipe
		}
		stop()
	}
}

// Write sends b, which must be what was sent at this place of the conversation.
// It waits until everything received before that has been read.
func (p *Playback) Write(b []byte) (int, error) {
	sent := 0
	for sent < len(b) {
		p.mu.Lock()
		if p.err != nil {
			defer p.mu.Unlock()
			return sent, p.err
		}
		if len(p.left) == 0 {
			p.err = fmt.Errorf("hwtest: % x was sent after the conversation had ended", b[sent:])
			defer p.mu.Unlock()
			return sent, p.err
		}
		if e := p.left[0]; e.Dir == Sent {
			n := min(len(b)-sent, len(e.Bytes))
			if !bytes.Equal(b[sent:sent+n], e.Bytes[:n]) {
				p.err = fmt.Errorf("hwtest: line %d of the conversation: % x was sent, want % x", e.Line, b[sent:], e.Bytes)
				defer p.mu.Unlock()
				return sent, p.err
			}
			sent += n
			p.take(n)
			p.mu.Unlock()
			continue
		}
		moved := p.moved
		p.mu.Unlock()
		select {
		case <-moved:
		case <-p.closed:
			return sent, io.ErrClosedPipe
		}
	}
	return sent, nil
}

// take removes n bytes from the exchange at the head. Its caller holds p.mu.
func (p *Playback) take(n int) {
	if p.left[0].Bytes = p.left[0].Bytes[n:]; len(p.left[0].Bytes) == 0 {
		p.left = p.left[1:]
	}
	close(p.moved)
	p.moved = make(chan struct{})
}

// Left reports how many exchanges have not happened yet.
func (p *Playback) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.left)
}

// Close ends the playback. It fails when the host departed from the
// conversation or part of it did not happen.
func (p *Playback) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.closed:
		return errors.New("hwtest: the playback was closed before")
	default:
		close(p.closed)
	}
	if p.err != nil {
		return p.err
	}
	if len(p.left) > 0 {
		e := p.left[0]
		return fmt.Errorf("hwtest: %d exchanges did not happen; the first is line %d: %s", len(p.left), e.Line, e)
	}
	return nil
}
