package mcu

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Direction says who speaks.
type Direction byte

// The directions, as they are written in a file.
const (
	Sent     Direction = '>' // by the host, to the device
	Received Direction = '<' // by the host, from the device
)

// Exchange is a run of bytes that went one way.
type Exchange struct {
	At    time.Duration // since the line was opened, to the microsecond
	Dir   Direction
	Bytes []byte
	Line  int // where it stands in its file; 0 if nowhere
}

// String writes the exchange as a line of a file, without the line's end.
func (e Exchange) String() string {
	return fmt.Sprintf("%.6f %c % x", e.At.Seconds(), e.Dir, e.Bytes)
}

// Parse reads a conversation. Each line is
//
//	SECONDS > HEX        the host sent these bytes
//	SECONDS < HEX        the host received these bytes
//
// where SECONDS count from the opening of the line and never go back, and HEX
// is pairs of digits, separated by spaces or not. Empty lines and what follows
// a # are for people.
func Parse(r io.Reader) ([]Exchange, error) {
	var all []Exchange
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	n := 0
	for s.Scan() {
		n++
		text, _, _ := strings.Cut(s.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		e, err := parseLine(text)
		if err != nil {
			return nil, fmt.Errorf("hwtest: line %d of the conversation: %w", n, err)
		}
		if len(all) > 0 && e.At < all[len(all)-1].At {
			return nil, fmt.Errorf("hwtest: line %d of the conversation: its time %.6f is before that of the line above", n, e.At.Seconds())
		}
		e.Line = n
		all = append(all, e)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("hwtest: reading the conversation after line %d: %w", n, err)
	}
	return all, nil
}

// longest is the last moment a conversation may reach: a day.
const longest = 24 * 60 * 60

func parseLine(text string) (e Exchange, err error) {
	at, rest, _ := strings.Cut(text, " ")
	seconds, err := strconv.ParseFloat(at, 64)
	if err != nil || !(seconds >= 0 && seconds <= longest) {
		return e, fmt.Errorf("%q is not a time in seconds, 0 to %d", at, longest)
	}
	e.At = time.Duration(seconds*1e6+0.5) * time.Microsecond
	dir, digits, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if dir != ">" && dir != "<" {
		return e, fmt.Errorf("%q is not a direction; use > for sent or < for received", dir)
	}
	e.Dir = Direction(dir[0])
	e.Bytes, err = hex.DecodeString(strings.Join(strings.Fields(digits), ""))
	if err != nil {
		return e, fmt.Errorf("%q is not bytes in hexadecimal: %w", digits, err)
	}
	if len(e.Bytes) == 0 {
		return e, fmt.Errorf("it has no bytes")
	}
	return e, nil
}

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
