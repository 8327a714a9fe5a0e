package joseki

import (
	"io"

	"stonehand/engine/board"
	"stonehand/engine/stanza"
	"stonehand/engine/weiqi"
)

// A book is text. Its first line is "stonehand joseki 1". Then come sequences, with empty
// lines between them:
//
//	joseki star-kick-extend
//	en Star point: kick and extension
//	zh 星：尖顶定式
//	weak F4 D10
//	line D4 C6 C5 D6 F4 D10
//
// The first line has "joseki" for a sequence that ends in a balanced result, and "step" if
// it names a move on the way. "weak" is optional: stones that can be
// captured in the end, at once or in a ladder. "line" is the
// play in the lower left corner of a 19x19 board, Black first, the sides in turn, and
// "-" a move elsewhere.
const title = "stonehand joseki 1"

// MaxMoves is the greatest number of moves of a sequence.
const MaxMoves = 60

// Read reads a book. An error names the line and the column, in bytes from 1.
func Read(in io.Reader) (*Book, error) {
	var list []*Sequence
	err := stanza.Read(in, stanza.Format{Title: title, Heads: []string{"joseki", "step"}}, func(t stanza.Stanza) error {
		s := &Sequence{ID: t.ID, Step: t.Key == "step"}
		s.English, s.Chinese = t.English, t.Chinese
		for _, l := range t.Lines {
			if err := s.line(l); err != nil {
				return err
			}
		}
		if s.Moves == nil {
			return t.Fault(1, "%s is incomplete: it needs a line of play", s.ID)
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return newBook(list), nil
}

func (s *Sequence) line(l stanza.Line) error {
	if l.Value == "" {
		return l.Fault(1, "%q needs a value after a space", board.Clip(l.Text))
	}
	switch l.Key {
	case "weak":
		return l.Words(func(word string, column int) error {
			p, err := boardSize.Parse(word, board.GTP)
			if err != nil {
				return l.Fault(column, "%w", err)
			}
			s.Weak = append(s.Weak, p)
			return nil
		})
	case "line":
		return s.moves(l)
	}
	return l.Fault(1, "%q is not a key: write en, zh, weak or line", board.Clip(l.Key))
}

// moves reads a line of play and checks that it is legal.
func (s *Sequence) moves(l stanza.Line) error {
	if s.Moves != nil {
		return l.Fault(1, "%s has two lines of play: give each a name of its own", s.ID)
	}
	end, _ := weiqi.NewBoard(boardSize)
	c := board.Black
	return l.Words(func(word string, column int) error {
		p := board.Nowhere
		if word != "-" {
			var err error
			if p, err = boardSize.Parse(word, board.GTP); err != nil {
				return l.Fault(column, "%w", err)
			}
			if p.X() >= MaxReach || p.Y() >= MaxReach {
				return l.Fault(column, "%s is too far from the corner: points go to %s", word, boardSize.Name(board.At(MaxReach-1, MaxReach-1), board.GTP))
			}
			if err := end.Check(c, p); err != nil {
				return l.Fault(column, "%s: %w", word, err)
			}
		}
		if len(s.Moves) == MaxMoves {
			return l.Fault(column, "the line has more than %d moves", MaxMoves)
		}
		end.Play(c, p)
		s.Moves = append(s.Moves, p)
		c = c.Other()
		return nil
	})
}
