package shapes

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A library is text. Its first line is "stonehand shapes 1". Then come the shapes, with
// empty lines between them:
//
//	shape ponnuki
//	en Capture and get a ponnuki
//	zh 提子开花
//	captures
//	?X?
//	XO*
//	?X?
//
// In the drawing, X is a stone of the side to move, O the opponent's, "." an empty point,
// "*" the move, x a stone of the side to move or an empty point, o the opponent's or an empty
// point, "#" off the board, and "?" anything. It has to be right in all eight symmetries.
// Words before it are optional: "captures" if no stone beside the move can be saved then, "kills" if
// the move kills the stones around it, "sacrifice" if it may be put into atari. Lines that
// begin with "# ", or with "#" and nothing, are comments.
const title = "stonehand shapes 1"

// Bounds of a file: bytes, shapes, rows and columns of a drawing.
const (
	MaxLength = 256 << 10
	MaxShapes = 500
	MaxRows   = 13
)

// Read reads a library. An error names the line and the column, in bytes from 1.
func Read(in io.Reader) (*Library, error) {
	r := reader{ids: map[string]bool{}}
	limited := &io.LimitedReader{R: in, N: MaxLength + 1}
	lines := bufio.NewScanner(limited)
	for lines.Scan() {
		r.number++
		if err := r.line(strings.TrimRight(lines.Text(), " \t\r")); err != nil {
			return nil, err
		}
	}
	switch {
	case lines.Err() != nil:
		r.number++
		return nil, r.fault(1, "%w", lines.Err())
	case limited.N <= 0:
		return nil, r.fault(1, "the library is longer than %d bytes: split it", MaxLength)
	case !r.titled:
		return nil, fmt.Errorf("line 1, column 1: the library is empty: its first line must be %q", title)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return newLibrary(r.list), nil
}

// reader is a file half read.
type reader struct {
	list   []*Shape
	ids    map[string]bool
	number int
	titled bool
	now    *Shape // that the present lines are about
}

func (r *reader) fault(column int, format string, args ...any) error {
	return fmt.Errorf("line %d, column %d: %w", r.number, column, fmt.Errorf(format, args...))
}

func (r *reader) line(text string) error {
	key, value, _ := strings.Cut(text, " ")
	switch {
	case !r.titled:
		if text != title {
			return r.fault(1, "%q is not %q: this is not a library of shapes", clip(text), title)
		}
		r.titled = true
		return nil
	case key == "#":
		return nil
	case text == "":
		return r.end()
	case key == "shape":
		return r.begin(value)
	case r.now == nil:
		return r.fault(1, "a shape begins with \"shape\" and its name, not with %q", clip(key))
	}
	s := r.now
	switch {
	case strings.Trim(text, allCells) == "":
		return r.row(text)
	case len(s.Rows) > 0:
		return r.fault(1+len(text)-len(strings.TrimLeft(text, allCells)), "%q is not part of a drawing: it has X, O, x, o, #, *, ? and points", clip(text))
	case key == "en" && value != "":
		s.English = value
	case key == "zh" && value != "":
		s.Chinese = value
	case text == "captures":
		s.Captures = true
	case text == "kills":
		s.Kills = true
	case text == "sacrifice":
		s.Sacrifice = true
	default:
		return r.fault(1, "%q is not understood: write en or zh and a name, captures, kills, sacrifice, or a row of the drawing", clip(text))
	}
	return nil
}

func (r *reader) begin(id string) error {
	if err := r.end(); err != nil {
		return err
	}
	switch {
	case id == "" || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return r.fault(len("shape ")+1, "a shape needs a name of small letters, digits and hyphens, not %q", clip(id))
	case r.ids[id]:
		return r.fault(len("shape ")+1, "the name %q is taken", clip(id))
	case len(r.list) == MaxShapes:
		return r.fault(1, "there are more than %d shapes", MaxShapes)
	}
	r.ids[id] = true
	r.now = &Shape{ID: id}
	return nil
}

// row reads a row of the drawing.
func (r *reader) row(text string) error {
	s := r.now
	switch {
	case len(text) > MaxRows:
		return r.fault(MaxRows+1, "the row has more than %d points", MaxRows)
	case len(s.Rows) == MaxRows:
		return r.fault(1, "the drawing has more than %d rows", MaxRows)
	case len(s.Rows) > 0 && len(text) != len(s.Rows[0]):
		return r.fault(len(text), "the row has %d points and the first one has %d", len(text), len(s.Rows[0]))
	}
	stars := strings.Count(text, "*")
	for _, row := range s.Rows {
		stars += strings.Count(row, "*")
	}
	if stars > 1 {
		return r.fault(strings.LastIndex(text, "*")+1, "the drawing has two moves: one point has a *")
	}
	s.Rows = append(s.Rows, text)
	return nil
}

// end completes the present shape, if there is one.
func (r *reader) end() error {
	s := r.now
	if s == nil {
		return nil
	}
	r.now = nil
	drawing := strings.Join(s.Rows, "")
	switch {
	case s.English == "" || s.Chinese == "" || drawing == "":
		return r.fault(1, "%s is incomplete: it needs en, zh and a drawing", s.ID)
	case !strings.Contains(drawing, "*"):
		return r.fault(1, "the drawing of %s has no move: one point has a *", s.ID)
	case !strings.ContainsAny(drawing, "XO"):
		return r.fault(1, "the drawing of %s has no stone", s.ID)
	}
	r.list = append(r.list, s)
	return nil
}

// clip shortens a text that an error quotes.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}
