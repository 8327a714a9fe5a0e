package program

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"stonehand/hw"
)

// What is read of a program's standard error.
const (
	longestAside = 16 << 10        // bytes; from a longer line on, all is dropped
	asideRate    = 1 << 20         // bytes in one asidePause; more has to wait
	asidePause   = 1 * time.Second // so that endless output takes little of the processor
	lastTime     = 200 * time.Millisecond
)

// asides are lines from a program's standard error. Those that nobody takes are dropped.
type asides struct {
	lines     <-chan string // closed at the end of all lines
	open      <-chan string // lines until its end has been read, then nil
	from      *os.File
	newest    *atomic.Pointer[string] // the last two lines
	gone      chan struct{}           // closed when nobody reads them any more
	left      sync.Once
	listening *thoughts
}

// asidesOf makes a program write its standard error to us. began is to be called once the
// program has started, or has failed to.
func asidesOf(cmd *exec.Cmd) (a *asides, began func(), err error) {
	from, theirs, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cmd.Stderr = theirs
	lines, gone, newest := make(chan string, 16), make(chan struct{}), new(atomic.Pointer[string])
	go func() {
		defer close(lines)
		slowed := &slowReader{from: from, gone: gone}
		s := bufio.NewScanner(slowed)
		s.Buffer(nil, longestAside)
		before := ""
		for s.Scan() {
			line := strings.Map(printable, s.Text())
			if now := strings.TrimSpace(line); now != "" {
				newest.Store(new(strings.TrimSpace(before + " " + now)))
				before = now
			}
			hw.Offer(lines, line)
		}
		_, _ = io.Copy(io.Discard, slowed) // else the program waits until somebody reads
	}()
	return &asides{lines: lines, open: lines, newest: newest, from: from, gone: gone}, func() { _ = theirs.Close() }, nil
}

// slowReader reads no more than asideRate bytes in a pause.
type slowReader struct {
	from io.Reader
	gone <-chan struct{}
	read int
	at   time.Time
}

// Read implements [io.Reader].
func (r *slowReader) Read(b []byte) (int, error) {
	if r.read >= asideRate {
		if rest := asidePause - time.Since(r.at); rest > 0 {
			select {
			case <-r.gone:
				return 0, io.EOF
			case <-time.After(rest):
			}
		}
		r.read = 0
	}
	if r.read == 0 {
		r.at = time.Now()
	}
	n, err := r.from.Read(b)
	r.read += n
	return n, err
}

// close ends the reading, and waits for its end.
func (a *asides) close() {
	a.left.Do(func() { close(a.gone) })
	_ = a.from.Close()
	for range a.lines {
	}
}

// listen has the lines from here on heard as thoughts; nil ends that. Older lines are
// dropped: they are about another question.
func (a *asides) listen(t *thoughts) {
	a.listening = nil
	for range cap(a.lines) {
		select {
		case line, ok := <-a.open:
			a.taken(line, ok)
		default:
		}
	}
	a.listening = t
}

// last is the last two lines that are not empty, "" for none. It waits a moment for the end of
// the lines, but not beyond a time that is not zero.
func (a *asides) last(due time.Time) string {
	wait := lastTime
	if !due.IsZero() {
		wait = min(wait, time.Until(due))
	}
	timer := time.After(wait)
	for a.open != nil {
		select {
		case line, ok := <-a.open:
			a.taken(line, ok)
		case <-timer:
			a.open = nil
		}
	}
	if line := a.newest.Load(); line != nil {
		return *line
	}
	return ""
}

// taken takes a line; one that ended the stream is none, and none follow it.
func (a *asides) taken(line string, ok bool) {
	if !ok {
		a.open = nil
		return
	}
	a.listening.hear(line)
}
