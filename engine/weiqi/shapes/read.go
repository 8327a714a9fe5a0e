package shapes

import (
	"io"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/stanza"
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
// the move kills the stones around it, "sacrifice" if it may be put into atari.
const title = "stonehand shapes 1"

// MaxRows is the greatest number of rows of a drawing, and of columns.
const MaxRows = 13

// Read reads a library. An error names the line and the column, in bytes from 1.
func Read(in io.Reader) (*Library, error) {
	var list []*Shape
	err := stanza.Read(in, stanza.Format{Title: title, Heads: []string{"shape"}}, func(t stanza.Stanza) error {
		s := &Shape{ID: t.ID, English: t.English, Chinese: t.Chinese}
		for _, l := range t.Lines {
			if err := s.line(l); err != nil {
				return err
			}
		}
		switch drawing := strings.Join(s.Rows, ""); {
		case !strings.Contains(drawing, "*"):
			return t.Fault(1, "the drawing of %s has no move: one point has a *", s.ID)
		case !strings.ContainsAny(drawing, "XO"):
			return t.Fault(1, "the drawing of %s has no stone", s.ID)
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return newLibrary(list), nil
}

func (s *Shape) line(l stanza.Line) error {
	switch {
	case strings.Trim(l.Text, allCells) == "":
		return s.row(l)
	case len(s.Rows) > 0:
		return l.Fault(1+len(l.Text)-len(strings.TrimLeft(l.Text, allCells)), "%q is not part of a drawing: it has X, O, x, o, #, *, ? and points", board.Clip(l.Text))
	case l.Text == "captures":
		s.Captures = true
	case l.Text == "kills":
		s.Kills = true
	case l.Text == "sacrifice":
		s.Sacrifice = true
	default:
		return l.Fault(1, "%q is not understood: write en or zh and a name, captures, kills, sacrifice, or a row of the drawing", board.Clip(l.Text))
	}
	return nil
}

// row reads a row of the drawing.
func (s *Shape) row(l stanza.Line) error {
	text := l.Text
	switch {
	case len(text) > MaxRows:
		return l.Fault(MaxRows+1, "the row has more than %d points", MaxRows)
	case len(s.Rows) == MaxRows:
		return l.Fault(1, "the drawing has more than %d rows", MaxRows)
	case len(s.Rows) > 0 && len(text) != len(s.Rows[0]):
		return l.Fault(len(text), "the row has %d points and the first one has %d", len(text), len(s.Rows[0]))
	}
	if strings.Count(strings.Join(s.Rows, "")+text, "*") > 1 {
		return l.Fault(strings.LastIndex(text, "*")+1, "the drawing has two moves: one point has a *")
	}
	s.Rows = append(s.Rows, text)
	return nil
}
