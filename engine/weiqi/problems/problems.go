// Package problems holds small problems of Go with proved answers: capture, ladder, net,
// snapback, life and death, ko, seki. They are set for Stonehand; their shapes are what
// every textbook teaches, and the answers come from [tactics.Solver].
package problems

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/stanza"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/tactics"
)

// Problem is a position with a question and its answer.
type Problem struct {
	ID       string // letters, digits and hyphens, unique in its file
	English  string // its name
	Chinese  string
	Size     board.Size
	Black    []board.Point // what stands on the board
	White    []board.Point
	Question tactics.Question
	Result   tactics.Result
	Grade    int // how hard it is, 1 to 5, by how many moves the proof tries
	// Points are the first moves near the chain that were proved to reach the result. A lost
	// problem has none.
	Points []board.Point
}

// Board returns the position.
func (p *Problem) Board() *weiqi.Board {
	b, _ := weiqi.NewBoard(p.Size) // as it was when the file was read
	for _, at := range p.Black {
		b.Play(board.Black, at)
	}
	for _, at := range p.White {
		b.Play(board.White, at)
	}
	return b
}

// A file of problems is text. Its first line is "stonehand problems 1". Then come the
// problems, with empty lines between them:
//
//	problem straight-three
//	en Straight three: take the middle
//	zh 直三:点中间
//	grade 1
//	play white kill won C1
//	.......
//	OOOOOO.
//	XXXXXO.
//	X...xO.
//
// The line "play" has who plays first, the goal of the attacker, the result for the side
// that plays first, and all points that reach it. The rows of the board follow, the
// upper one first: X is Black, O White, a point is empty, and the lower case letter is a
// stone of the chain in question. Points are named as Go players do, without the letter I.
const title = "stonehand problems 1"

//go:embed problems.txt
var file string

// All returns the problems of the product. They must be left as they are.
var All = sync.OnceValue(func() []Problem {
	list, err := Read(strings.NewReader(file))
	if err != nil {
		panic("problems.txt, which is part of the program: " + err.Error())
	}
	return list
})

// Read reads a file of problems. The error names the line and says what is wrong with
// it. It does not prove the answers.
func Read(in io.Reader) (list []Problem, err error) {
	err = stanza.Read(in, stanza.Format{Title: title, Heads: []string{"problem"}}, func(s stanza.Stanza) error {
		p := Problem{ID: s.ID, English: s.English, Chinese: s.Chinese}
		if len(s.Lines) < 3 || s.Lines[0].Key != "grade" || s.Lines[1].Key != "play" {
			return s.Fault(1, "%s needs the lines grade and play, then a board", s.ID)
		}
		grade, play, rows := s.Lines[0], s.Lines[1], s.Lines[2:]
		if p.Grade, err = strconv.Atoi(grade.Value); err != nil || p.Grade < 1 || p.Grade > 5 {
			return grade.Fault(7, "a grade is 1, the easiest, to 5, not %q", board.Clip(grade.Value))
		}
		b, err := p.board(rows)
		if err != nil {
			return err
		}
		if err := p.play(b, strings.Fields(play.Value)); err != nil {
			return play.Fault(1, "%w", err)
		}
		list = append(list, p)
		return nil
	})
	return list, err
}

// board reads the rows.
func (p *Problem) board(rows []stanza.Line) (*weiqi.Board, error) {
	size := board.Size{Cols: len(rows[0].Text), Rows: len(rows)}
	p.Size, p.Question.Target = size, board.Nowhere
	b, err := weiqi.NewBoard(size)
	if err != nil {
		return nil, rows[0].Fault(1, "%w", err)
	}
	for i, l := range rows {
		row := l.Text
		if len(row) != size.Cols {
			return nil, l.Fault(1, "the row %q has %d points and the first one has %d", board.Clip(row), len(row), size.Cols)
		}
		for x, c := range []byte(row) {
			at, color, side := board.At(x, size.Rows-1-i), board.Black, &p.Black
			switch c {
			case 'X', 'x':
			case 'O', 'o':
				color, side = board.White, &p.White
			case '.':
				continue
			default:
				return nil, l.Fault(1, "%q in a row is no X, O or point", c)
			}
			*side = append(*side, at)
			if b.Play(color, at).Lifted > 0 {
				return nil, l.Fault(1, "the row %q makes a chain without a liberty", board.Clip(row))
			}
			if c >= 'a' {
				if p.Question.Target != board.Nowhere {
					return nil, l.Fault(x+1, "two stones have small letters: only one is the target")
				}
				p.Question.Target = at
			}
		}
	}
	if p.Question.Target == board.Nowhere {
		return nil, rows[0].Fault(1, "no stone has a small letter: one of them is the target")
	}
	return b, nil
}

// play reads the question and its answer.
func (p *Problem) play(b *weiqi.Board, words []string) (err error) {
	if len(words) < 3 {
		return errors.New("who plays first, the goal and the result are due, as in \"play white kill won C1\"")
	}
	var ok bool
	if p.Question.First, ok = board.ParseColor(words[0]); !ok {
		return fmt.Errorf("%q is not a colour", board.Clip(words[0]))
	}
	if p.Question.Goal, err = named(words[1], tactics.Capture, tactics.Ladder, tactics.Kill); err != nil {
		return err
	}
	if p.Result, err = named(words[2], tactics.Won, tactics.Lost, tactics.Ko); err != nil {
		return err
	}
	for _, word := range words[3:] {
		at, err := p.Size.Parse(word, board.GTP)
		if err != nil {
			return err
		}
		if b.At(at) != board.Empty {
			return fmt.Errorf("there is a stone on %s", word)
		}
		p.Points = append(p.Points, at)
	}
	if (p.Result == tactics.Lost) != (len(p.Points) == 0) {
		return errors.New("a problem that is won or ko has points, one that is lost has none")
	}
	return nil
}

// named finds what is written as a word says.
func named[T fmt.Stringer](word string, all ...T) (T, error) {
	names := make([]string, len(all))
	for i, v := range all {
		if names[i] = v.String(); names[i] == word {
			return v, nil
		}
	}
	return all[0], fmt.Errorf("%q is none of %s", board.Clip(word), strings.Join(names, ", "))
}
