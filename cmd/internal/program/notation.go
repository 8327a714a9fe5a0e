package program

import (
	"math"
	"strconv"
	"strings"

	"stonehand/engine/board"
)

// depthOf reads "12" and "12-20", the second being the deepest line.
func depthOf(word string) (int, bool) {
	first, _, _ := strings.Cut(word, "-")
	n, err := strconv.Atoi(first)
	return n, err == nil && n >= 0 && n <= board.Cells
}

// count reads a number of positions, as in "1234", "56K" and "1.2M".
func count(word string) uint64 {
	factor := 1.0
	if n := len(word); n > 0 {
		if i := strings.IndexByte("KMGT", word[n-1]&^0x20); i >= 0 {
			factor = math.Pow(1000, float64(i+1))
			word = word[:n-1]
		}
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || !(f >= 0) || f*factor > 1<<62 {
		return 0
	}
	return uint64(f * factor)
}

// sure is a chance to win that no proof stands behind; nil where it is none.
func sure(p float64) *float64 {
	if !(p >= 0 && p <= 1) {
		return nil
	}
	return new(min(max(p, 1-mostSure), mostSure))
}

// A convention is how a program of Gomoku writes points with letters: some count rows
// against the protocol's order, and some leave out the letter I.
type convention uint8

const (
	flipped convention = 1 << iota
	withoutI
	conventions = 4
)

// read reads a point.
func (c convention) read(word string, size board.Size) (board.Point, bool) {
	if len(word) < 2 {
		return board.Nowhere, false
	}
	x := int(word[0]|0x20) - 'a'
	y, err := strconv.Atoi(word[1:])
	if c&withoutI != 0 {
		switch {
		case x == 'i'-'a':
			return board.Nowhere, false
		case x > 'i'-'a':
			x--
		}
	}
	if c&flipped != 0 {
		y = size.Rows + 1 - y
	}
	if err != nil || x < 0 || x >= size.Cols || y < 1 || y > size.Rows {
		return board.Nowhere, false
	}
	return board.At(x, y-1), true
}

// lettered reads the points of a program of Gomoku. It learns from the program's answers
// how it writes them, because the protocol does not say.
type lettered struct {
	size  board.Size
	wrong uint8 // a bit for each convention that an answer has contradicted
}

func (l *lettered) way() convention {
	for c := range convention(conventions) {
		if l.wrong&(1<<c) == 0 {
			return c
		}
	}
	return 0
}

// turn reads "h8", and "7,7" as the protocol itself writes points.
func (l *lettered) turn(word string) ([]board.Point, bool) {
	p, ok := readCoordinates(word, l.size)
	if !ok {
		p, ok = l.way().read(word, l.size)
	}
	return []board.Point{p}, ok
}

// learn takes the first point of the last expected line and the point that was played.
func (l *lettered) learn(word string, played board.Point) {
	wrong := l.wrong
	for c := range convention(conventions) {
		if p, ok := c.read(strings.Trim(word, "[](),;"), l.size); !ok || p != played {
			wrong |= 1 << c
		}
	}
	if wrong != 1<<conventions-1 { // else it has changed its mind
		l.wrong = wrong
	}
}

// answers reports whether a line begins the answer to the command with an id.
func answers(line, id string) bool {
	if line == "" || line[0] != '=' && line[0] != '?' {
		return false
	}
	rest, ok := strings.CutPrefix(line[1:], id)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}
