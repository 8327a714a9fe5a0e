// Package problems holds small problems of Go with proved answers: capture, ladder, net,
// snapback, life and death, ko, seki. They are set for Stonehand; their shapes are what
// every textbook teaches, and the answers come from [tactics.Solver].
package problems

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/tactics"
)

// Problem is a position with a question and its answer.
type Problem struct {
	ID       string // letters, digits and hyphens, unique in its file
	English  string // its name
	Chinese  string
	Board    *weiqi.Board
	Question tactics.Question
	Result   tactics.Result
	// Points are all first moves that reach the result. A lost problem has none.
	Points []board.Point
}

// A file of problems is text. Its first line is "stonehand problems 1". Then come the
// problems, with empty lines between them:
//
//	problem straight-three
//	en Straight three: take the middle
//	zh 直三:点中间
//	play white kill won C1
//	.......
//	OOOOOO.
//	XXXXXO.
//	X...xO.
//
// The line "play" has who plays first, the goal of the attacker, the result for the side
// that plays first, and all points that reach it. The rows of the board follow, the
// upper one first: X is Black, O White, a point is empty, and the lower case letter is a
// stone of the chain in question. Points are named as Go players do, without the letter I. Lines that begin with "#" say nothing.
const title = "stonehand problems 1"

// MaxLength is the greatest length of a file in bytes, MaxProblems of its problems.
const (
	MaxLength   = 256 << 10
	MaxProblems = 1000
)

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
func Read(in io.Reader) ([]Problem, error) {
	r := reader{ids: map[string]bool{}}
	limited := &io.LimitedReader{R: in, N: MaxLength + 1}
	lines := bufio.NewScanner(limited)
	for lines.Scan() {
		r.number++
		if err := r.line(strings.TrimRight(lines.Text(), " \t\r")); err != nil {
			return nil, fmt.Errorf("line %d of the problems: %w", r.number, err)
		}
	}
	switch {
	case lines.Err() != nil:
		return nil, fmt.Errorf("line %d of the problems: %w", r.number+1, lines.Err())
	case limited.N <= 0:
		return nil, fmt.Errorf("the problems are longer than %d bytes: split the file", MaxLength)
	case !r.titled:
		return nil, fmt.Errorf("the problems are empty: the first line has to be %q", title)
	}
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("line %d of the problems: %w", r.number, err)
	}
	return r.list, nil
}

// reader is a file half read.
type reader struct {
	list   []Problem
	ids    map[string]bool
	number int
	titled bool
	words  []string // what the present problem has: its lines with a key
	rows   []string
}

// keys are the lines that every problem has, in order.
var keys = []string{"problem ", "en ", "zh ", "play "}

func (r *reader) line(text string) error {
	switch {
	case !r.titled:
		if text != title {
			return fmt.Errorf("%q is not %q: it is not a file of problems", clip(text), title)
		}
		r.titled = true
		return nil
	case strings.HasPrefix(text, "#"):
		return nil
	case text == "":
		return r.end()
	case len(r.words) < len(keys):
		key := keys[len(r.words)]
		value, ok := strings.CutPrefix(text, key)
		if !ok || value == "" {
			return fmt.Errorf("%q stands where a line %q is due", clip(text), key+"...")
		}
		r.words = append(r.words, value)
		return nil
	case len(r.rows) == board.MaxSide:
		return fmt.Errorf("the board has more than %d rows", board.MaxSide)
	}
	r.rows = append(r.rows, text)
	return nil
}

// end makes a problem of the lines read, if there are any.
func (r *reader) end() error {
	if len(r.words) == 0 {
		return nil
	}
	if len(r.words) < len(keys) || len(r.rows) == 0 {
		return errors.New("the problem is not whole: name, question and board belong to it")
	}
	if len(r.list) == MaxProblems {
		return fmt.Errorf("there are more than %d problems", MaxProblems)
	}
	p := Problem{ID: r.words[0], English: r.words[1], Chinese: r.words[2]}
	if strings.Trim(p.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("the name %q has more than small letters, digits and hyphens", clip(p.ID))
	}
	if r.ids[p.ID] {
		return fmt.Errorf("a problem %q was there before", clip(p.ID))
	}
	if err := p.board(r.rows); err != nil {
		return err
	}
	if err := p.play(strings.Fields(r.words[3])); err != nil {
		return err
	}
	r.ids[p.ID] = true
	r.list = append(r.list, p)
	r.words, r.rows = nil, nil
	return nil
}

// board reads the rows.
func (p *Problem) board(rows []string) error {
	size := board.Size{Cols: len(rows[0]), Rows: len(rows)}
	p.Question.Target = board.Nowhere
	var err error
	if p.Board, err = weiqi.NewBoard(size); err != nil {
		return err
	}
	for i, row := range rows {
		if len(row) != size.Cols {
			return fmt.Errorf("the row %q has %d points and the first one has %d", clip(row), len(row), size.Cols)
		}
		for x, c := range []byte(row) {
			at, color := board.At(x, size.Rows-1-i), board.Black
			switch c {
			case 'X', 'x':
			case 'O', 'o':
				color = board.White
			case '.':
				continue
			default:
				return fmt.Errorf("%q in a row is no X, O or point", c)
			}
			if p.Board.Play(color, at).Lifted > 0 {
				return fmt.Errorf("the row %q makes a chain without a liberty", clip(row))
			}
			if c >= 'a' {
				if p.Question.Target != board.Nowhere {
					return errors.New("two stones have small letters: only one is the target")
				}
				p.Question.Target = at
			}
		}
	}
	if p.Question.Target == board.Nowhere {
		return errors.New("no stone has a small letter: one of them is the target")
	}
	return nil
}

// play reads the question and its answer.
func (p *Problem) play(words []string) (err error) {
	if len(words) < 3 {
		return errors.New("who plays first, the goal and the result are due, as in \"play white kill won C1\"")
	}
	var ok bool
	if p.Question.First, ok = board.ParseColor(words[0]); !ok {
		return fmt.Errorf("%q is not a colour", clip(words[0]))
	}
	if p.Question.Goal, err = named(words[1], tactics.Capture, tactics.Ladder, tactics.Kill); err != nil {
		return err
	}
	if p.Result, err = named(words[2], tactics.Won, tactics.Lost, tactics.Ko); err != nil {
		return err
	}
	for _, word := range words[3:] {
		at, err := p.Board.Size().Parse(word, board.GTP)
		if err != nil {
			return err
		}
		if p.Board.At(at) != board.Empty {
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
	return all[0], fmt.Errorf("%q is none of %s", clip(word), strings.Join(names, ", "))
}

// clip shortens a text that an error quotes.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}
