package hwtest

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Record passes a line through and writes down what goes over it, in the form
// that [Parse] reads.
type Record struct {
	line  io.ReadWriteCloser
	start time.Time

	mu  sync.Mutex
	to  io.Writer
	err error // of the first writing-down that failed
}

var _ io.ReadWriteCloser = (*Record)(nil)

// NewRecord returns a recorder of line that writes to to. The caller closes to
// after the recorder.
func NewRecord(line io.ReadWriteCloser, to io.Writer) *Record {
	return &Record{line: line, start: time.Now(), to: to}
}

// Read reads from the line.
func (r *Record) Read(p []byte) (int, error) {
	n, err := r.line.Read(p)
	r.note(Received, p[:n])
	return n, err
}

// Write writes to the line. What is sent is noted before it goes, so that an
// answer to it always stands below it.
func (r *Record) Write(p []byte) (int, error) {
	r.note(Sent, p)
	return r.line.Write(p)
}

// Close closes the line. It fails when the conversation could not be written
// down whole.
func (r *Record) Close() error {
	err := r.line.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return fmt.Errorf("hwtest: the recording is incomplete: %w", r.err)
	}
	return err
}

func (r *Record) note(d Direction, p []byte) {
	if len(p) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := fmt.Fprintln(r.to, Exchange{At: time.Since(r.start), Dir: d, Bytes: p})
	if r.err == nil {
		r.err = err
	}
}
