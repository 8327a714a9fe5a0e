package book

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// A book is text. Four lines come first:
//
//	stonehand book 1
//	recipe book build --positions 1000 --nodes 20000 book.work
//	engine 937201
//	turns 3
//
// They are the version of the format; the command that made the book; the
// signature, as "stonehand bench" prints it, of the engine that it was made by
// (0 if none is known); and how many turns follow, so that a book that was cut
// short is found out. Then follow the turns as a tree, a line each:
//
//	J10
//	 I9K10 9
//	  J11K11 3
//
// A line is indented by one space for every turn before its own; it holds the
// points of the turn without a space between them and, if the book may choose the
// turn, its weight. A turn without a weight is there for what follows it. Empty
// lines, and lines that begin with "#", say nothing.
const (
	title = "stonehand book "

	// Version is the version of the format.
	Version = 1
	// MaxSize is the greatest length of a book in bytes.
	MaxSize = 64 << 10
	// MaxWeight is the greatest weight of a turn.
	MaxWeight = 99
)

// Header says where a book comes from.
type Header struct {
	Recipe string // the command that makes the book again
	Engine uint64 // signature of the engine that it was made by; 0 if unknown
	Turns  int    // lines of the tree
}

// String is the header as the first lines of a book.
func (h Header) String() string {
	return fmt.Sprintf("%s%d\nrecipe %s\nengine %d\nturns %d\n", title, Version, h.Recipe, h.Engine, h.Turns)
}

// Line is one turn of a book's tree.
type Line struct {
	Number int // of the line, from 1
	Depth  int // turns before this one
	// Pos is the position before the turn. It must be left as it is and is valid
	// until the visit is over.
	Pos    *connect.Position
	Move   connect.Move
	Weight int // 0 if the book does not choose the turn
}

// Read reads a book.
func Read(in io.Reader) (*Book, error) {
	b := &Book{}
	header, err := Scan(in, func(l Line) error {
		if l.Weight == 0 {
			return nil
		}
		key, turn := Canonical(l.Pos)
		size := l.Pos.Size()
		m := connect.Pair(size.Turn(l.Move.A, turn), size.Turn(l.Move.B, turn))
		b.entries = append(b.entries, entry{key, m, uint8(l.Weight)})
		b.deepest = max(b.deepest, l.Pos.Count())
		return nil
	})
	if err != nil {
		return nil, err
	}
	b.header = header
	b.entries = slices.Clip(b.entries)
	slices.SortStableFunc(b.entries, func(x, y entry) int { return cmp.Compare(x.key, y.key) })
	return b, nil
}

// Scan reads a book and calls visit with every turn of its tree, each before
// those that follow it. It ends early with visit's error. It refuses what does not
// have the form of a book, turns that cannot be played, and what is said twice,
// mirror images included; the error names the line.
func Scan(in io.Reader, visit func(Line) error) (Header, error) {
	s := scan{pos: connect.NewBare(), visit: visit, described: map[board.Key]int{}, said: map[[2]board.Key]int{}}
	limited := &io.LimitedReader{R: in, N: MaxSize + 1}
	lines := bufio.NewScanner(limited)
	lines.Buffer(make([]byte, 0, 4096), MaxSize+2)
	for lines.Scan() {
		s.number++
		if limited.N <= 0 {
			break
		}
		if err := s.line(lines.Text()); err != nil {
			return s.header, fmt.Errorf("line %d of the book: %w", s.number, err)
		}
	}
	switch {
	case lines.Err() != nil:
		return s.header, fmt.Errorf("reading the book: %w", lines.Err())
	case limited.N <= 0:
		return s.header, fmt.Errorf("the book is longer than %d bytes: write it with fewer positions", MaxSize)
	case s.read == 0:
		return s.header, fmt.Errorf("the book is empty: its first line has to be %q", fmt.Sprint(title, Version))
	case s.read < headerLines:
		return s.header, fmt.Errorf("the book ends in its header, after %d of %d lines", s.read, headerLines)
	case s.turns != s.header.Turns:
		return s.header, fmt.Errorf("the book has %d turns where its header promises %d: it is not whole", s.turns, s.header.Turns)
	}
	return s.header, nil
}

// headerLines is how many lines come before the tree.
const headerLines = 4

// scan is a book half read.
type scan struct {
	pos    *connect.Position
	visit  func(Line) error
	header Header
	number int // of the present line
	read   int // lines of the header
	turns  int // lines of the tree
	// path is the turns that lead to the last line, its own included, and the
	// keys of the positions before them.
	path []connect.Move
	keys []board.Key
	// described has the line under which a position's turns stand, said the line
	// of each turn, by the positions before and after it.
	described map[board.Key]int
	said      map[[2]board.Key]int
	owners    []int // by depth: line under which the present position is described
}

func (s *scan) line(text string) error {
	if s.number == 1 {
		text = strings.TrimPrefix(text, "\ufeff") // as editors on Windows begin files
	}
	if s.read < headerLines {
		defer func() { s.read++ }()
		return s.heading(text)
	}
	text = strings.TrimRight(text, " \t\r")
	if text == "" || text[0] == '#' {
		return nil
	}
	depth := len(text) - len(strings.TrimLeft(text, " "))
	if depth > len(s.path) {
		return fmt.Errorf("indented by %d spaces after a line with %d: a turn is indented by one more than the turn before it", depth, len(s.path)-1)
	}
	for len(s.path) > depth {
		s.pos.TakeMove(s.path[len(s.path)-1])
		s.path, s.keys, s.owners = s.path[:len(s.path)-1], s.keys[:len(s.keys)-1], s.owners[:len(s.owners)-1]
	}
	m, weight, err := s.turn(text[depth:])
	if err != nil {
		return err
	}
	return s.add(m, weight)
}

// heading reads one of the first lines.
func (s *scan) heading(text string) (err error) {
	text = strings.TrimRight(text, "\r")
	word := [headerLines]string{title, "recipe ", "engine ", "turns "}[s.read]
	value, ok := strings.CutPrefix(text, word)
	if !ok {
		return fmt.Errorf("%q does not begin with %q: it is not a book of Stonehand", board.Clip(text), word)
	}
	switch s.read {
	case 0:
		if value != strconv.Itoa(Version) {
			return fmt.Errorf("version %q of the format is unknown: this program reads version %d", board.Clip(value), Version)
		}
	case 1:
		s.header.Recipe = value
	case 2:
		if s.header.Engine, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("the engine's signature %q is not a number", board.Clip(value))
		}
	case 3:
		if s.header.Turns, err = strconv.Atoi(value); err != nil || s.header.Turns < 0 {
			return fmt.Errorf("%q is not a number of turns", board.Clip(value))
		}
	}
	return nil
}

// turn reads points and weight.
func (s *scan) turn(text string) (m connect.Move, weight int, err error) {
	points, rest, weighty := strings.Cut(text, " ")
	pos := s.pos
	size := pos.Size()
	due := pos.Due()
	if pos.Over() || due < 1 {
		return m, 0, errors.New("the game is over before this turn")
	}
	second := strings.IndexFunc(points[1:], func(r rune) bool { return r < '0' || r > '9' }) + 1
	words := []string{points}
	if second > 0 {
		words = []string{points[:second], points[second:]}
	}
	if len(words) != due {
		return m, 0, fmt.Errorf("%q is not a turn of %d points: write it like %s", board.Clip(points), due, "J10I9"[:3+2*(due-1)])
	}
	pts := [2]board.Point{board.Nowhere, board.Nowhere}
	for i, word := range words {
		p, err := size.Parse(word, board.Algebraic)
		switch {
		case err != nil:
			return m, 0, err
		case !pos.Free(p):
			return m, 0, fmt.Errorf("%v is taken", p)
		case p == pts[0]:
			return m, 0, fmt.Errorf("%v is named twice", p)
		}
		pts[i] = p
	}
	if weighty {
		weight, err = strconv.Atoi(rest)
		if err != nil || weight < 1 || weight > MaxWeight {
			return m, 0, fmt.Errorf("weight %q is not a number from 1 to %d", board.Clip(rest), MaxWeight)
		}
		if due != connect.Each {
			return m, 0, errors.New("a weight stands at Black's first turn: the book chooses among later ones only")
		}
	}
	return connect.Pair(pts[0], pts[1]), weight, nil
}

// add makes m the next turn of the tree.
func (s *scan) add(m connect.Move, weight int) error {
	pos := s.pos
	var key board.Key
	owner := 0
	if n := len(s.path); n > 0 {
		key, owner = s.keys[n-1], s.owners[n-1]
	}
	if at, ok := s.described[key]; ok && at != owner {
		return fmt.Errorf("the position before this turn has its turns under line %d", at)
	}
	s.described[key] = owner
	if err := s.visit(Line{s.number, len(s.path), pos, m, weight}); err != nil {
		return err
	}
	pos.PlayMove(m)
	after, _ := Canonical(pos)
	s.path, s.keys, s.owners = append(s.path, m), append(s.keys, after), append(s.owners, s.number)
	s.turns++
	pair := [2]board.Key{key, after}
	if at, ok := s.said[pair]; ok {
		return fmt.Errorf("line %d has this turn or a mirror image of it", at)
	}
	s.said[pair] = s.number
	return nil
}
