package console

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that is read, in bytes without its end. The
// longest line with a meaning is "go" with the 361 stones of a full board, some
// 1500 bytes.
const maxLine = 8192

// line is one line of input, or why there is none.
type line struct {
	text string
	long bool  // it was longer than maxLine; text is empty
	err  error // reading failed; there is no line, and none will follow
}

// reading sends the lines of in from a goroutine of its own, until stop is called.
// That goroutine may stay blocked in in.Read, and ends when that read does.
func reading(in io.Reader) (lines <-chan line, stop func()) {
	sent, done := make(chan line), make(chan struct{})
	go read(in, sent, done)
	return sent, func() { close(done) }
}

// read sends the lines of in until they end or done is closed, and closes the
// channel. Lines end in LF or CR LF, the last one perhaps in nothing. It keeps
// at most maxLine bytes, however long a line is.
func read(in io.Reader, lines chan<- line, done <-chan struct{}) {
	defer close(lines)
	r := bufio.NewReaderSize(in, maxLine+2)
	for first := true; ; first = false {
		l, last := readLine(r)
		if first {
			l.text = strings.TrimPrefix(l.text, "\ufeff")
		}
		if last && l.err == nil && !l.long && l.text == "" {
			return
		}
		select {
		case lines <- l:
		case <-done:
			return
		}
		if last {
			return
		}
	}
}

// readLine reads one line and reports whether it is the last.
func readLine(r *bufio.Reader) (l line, last bool) {
	text, err := r.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		l.long = true
		_, err = r.ReadSlice('\n')
	}
	if !l.long {
		l.text = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
		if len(l.text) > maxLine {
			l = line{long: true}
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		l = line{err: fmt.Errorf("cannot read commands: %w", err)}
	}
	return l, err != nil
}
