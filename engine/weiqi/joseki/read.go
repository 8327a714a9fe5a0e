package joseki

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// A book is text. Its first line is "stonehand joseki 1". Then come sequences, with empty
// lines between them:
//
//	joseki star-kick-extend
//	en Star point: kick and extension
//	zh 星:尖顶定式
//	weak F4 D10
//	line D4 C6 C5 D6 F4 D10
//
// The first line has "joseki" for a sequence that ends in a balanced result, and "step" if
// it names a move on the way. "weak" is optional: stones that can be
// captured in the end, at once or in a ladder. "line" is the
// play in the lower left corner of a 19x19 board, Black first, the sides in turn, and
// "-" a move elsewhere. Lines that begin with "#" are comments.
const title = "stonehand joseki 1"

// Bounds of a file: bytes, sequences, moves of a sequence.
const (
	MaxLength    = 256 << 10
	MaxSequences = 2000
	MaxMoves     = 60
)

// Read reads a book. An error names the line and the column, in bytes from 1.
func Read(in io.Reader) (*Book, error) {
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
		return nil, r.fault(1, "the book is longer than %d bytes: split it", MaxLength)
	case !r.titled:
		return nil, fmt.Errorf("line 1, column 1: the book is empty: its first line must be %q", title)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return newBook(r.list), nil
}

// reader is a file half read.
type reader struct {
	list   []*Sequence
	ids    map[string]bool
	number int
	titled bool
	now    *Sequence // that the present lines are about
	weak   string    // its line "weak", and where that is
	weakAt int
}

func (r *reader) fault(column int, format string, args ...any) error {
	return fmt.Errorf("line %d, column %d: %w", r.number, column, fmt.Errorf(format, args...))
}

func (r *reader) line(text string) error {
	key, value, _ := strings.Cut(text, " ")
	column := len(key) + 2
	switch {
	case !r.titled:
		if text != title {
			return r.fault(1, "%q is not %q: this is not a book of joseki", clip(text), title)
		}
		r.titled = true
		return nil
	case strings.HasPrefix(text, "#"):
		return nil
	case text == "":
		return r.end()
	case value == "":
		return r.fault(1, "%q needs a value after a space", clip(text))
	case key == "joseki" || key == "step":
		return r.begin(key, value)
	case r.now == nil:
		return r.fault(1, "a sequence begins with \"joseki\" or \"step\" and its name, not with %q", clip(key))
	}
	s := r.now
	switch key {
	case "en":
		s.English = value
	case "zh":
		s.Chinese = value
	case "weak":
		r.weak, r.weakAt = value, r.number
	case "line":
		return r.moves(value, column)
	default:
		return r.fault(1, "%q is not a key: write en, zh, weak or line", clip(key))
	}
	return nil
}

// begin starts a sequence.
func (r *reader) begin(key, id string) error {
	if err := r.end(); err != nil {
		return err
	}
	column := len(key) + 2
	switch {
	case strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return r.fault(column, "the name %q may only have small letters, digits and hyphens", clip(id))
	case r.ids[id]:
		return r.fault(column, "the name %q is taken", clip(id))
	case len(r.list) == MaxSequences:
		return r.fault(1, "there are more than %d sequences", MaxSequences)
	}
	r.ids[id] = true
	r.now, r.weak = &Sequence{ID: id, Step: key == "step"}, ""
	return nil
}

// moves reads a line of play and checks that it is legal.
func (r *reader) moves(text string, column int) error {
	s := r.now
	if s.Moves != nil {
		return r.fault(1, "%s has two lines of play: give each a name of its own", s.ID)
	}
	s.end, _ = weiqi.NewBoard(boardSize)
	c := board.Black
	for word := range strings.SplitSeq(text, " ") {
		p := board.Nowhere
		if word != "-" {
			var err error
			if p, err = boardSize.Parse(word, board.GTP); err != nil {
				return r.fault(column, "%w", err)
			}
			if p.X() >= MaxReach || p.Y() >= MaxReach {
				return r.fault(column, "%s is too far from the corner: points go to %s", word, boardSize.Name(board.At(MaxReach-1, MaxReach-1), board.GTP))
			}
			if err := s.end.Check(c, p); err != nil {
				return r.fault(column, "%s: %w", word, err)
			}
		}
		if len(s.Moves) == MaxMoves {
			return r.fault(column, "the line has more than %d moves", MaxMoves)
		}
		s.end.Play(c, p)
		s.Moves = append(s.Moves, p)
		c = c.Other()
		column += len(word) + 1
	}
	return nil
}

// end completes the present sequence, if there is one.
func (r *reader) end() error {
	s := r.now
	if s == nil {
		return nil
	}
	r.now = nil
	if s.English == "" || s.Chinese == "" || s.Moves == nil {
		return r.fault(1, "%s is incomplete: it needs en, zh and line", s.ID)
	}
	if r.weak != "" {
		number, column := r.number, len("weak ")+1
		r.number = r.weakAt
		for word := range strings.SplitSeq(r.weak, " ") {
			p, err := boardSize.Parse(word, board.GTP)
			if err != nil {
				return r.fault(column, "%w", err)
			}
			s.Weak = append(s.Weak, p)
			column += len(word) + 1
		}
		r.number = number
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
