package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"stonehand/engine/board"
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

// conversation is one with a front end, line by line.
type conversation struct {
	out    io.Writer
	lines  <-chan line
	ahead  []line // read while the player thinks, not yet obeyed
	left   bool   // the front end has taken its leave
	failed error  // reading or writing failed
}

// converse obeys the lines of in until the front end takes its leave, in or ctx ends,
// or reading or writing fails, which is the error.
func (s *conversation) converse(ctx context.Context, in io.Reader, out io.Writer, obey func(context.Context, line)) error {
	lines, stop := reading(in)
	defer stop()
	s.lines, s.out = lines, out
	for s.failed == nil && !s.left {
		l, ok := s.next(ctx)
		if !ok {
			break
		}
		if s.failed = l.err; l.err == nil {
			obey(ctx, l)
		}
	}
	return s.failed
}

// next waits for a line; there is none after the end of the input or of ctx.
func (s *conversation) next(ctx context.Context) (line, bool) {
	if ctx.Err() != nil {
		return line{}, false
	}
	if len(s.ahead) > 0 {
		l := s.ahead[0]
		s.ahead = s.ahead[1:]
		return l, true
	}
	select {
	case l, ok := <-s.lines:
		return l, ok
	case <-ctx.Done():
		return line{}, false
	}
}

// say writes one line.
func (s *conversation) say(format string, args ...any) {
	s.write(fmt.Sprintf(format, args...) + "\n")
}

// write writes text as it is.
func (s *conversation) write(text string) {
	if s.failed != nil {
		return
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		s.failed = fmt.Errorf("cannot write an answer: %w", err)
	}
}

// missing stands for the second stone of a turn that has one only.
const missing = "@@"

// parsePoints reads the stones of one turn: "JJKK", or for a lone stone "JJ",
// "JJ@@" or "JJJJ". The points are distinct.
func parsePoints(words []string) ([]board.Point, error) {
	text := strings.Join(words, "")
	if text == "" {
		return nil, errors.New("no point was given: write one turn like JJKK, a lone stone like JJ")
	}
	if len(text) != 2 && len(text) != 4 {
		return nil, fmt.Errorf("%s is not a turn: write two points like JJKK, a lone stone like JJ", quote(text))
	}
	var points []board.Point
	for ; text != ""; text = text[2:] {
		if text[:2] == missing {
			continue
		}
		p, err := rules.Board.Parse(text[:2], board.Pair)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return nil, errors.New("a turn has at least one stone: @@ stands for the second only")
	}
	return points, nil
}

// joined writes a turn as the protocol does; a lone stone with @@, or plain.
func joined(points []board.Point, plain bool) string {
	var b strings.Builder
	for _, p := range points {
		b.WriteString(rules.Board.Name(p, board.Pair))
	}
	if len(points) == 1 && !plain {
		b.WriteString(missing)
	}
	return b.String()
}

// quote shows foreign text within a sentence.
func quote(s string) string {
	if len(s) <= 24 {
		return strconv.QuoteToASCII(s)
	}
	end := 24
	for end > 24-utf8.UTFMax+1 && !utf8.RuneStart(s[end]) {
		end--
	}
	return strconv.QuoteToASCII(s[:end]) + "..."
}
