// Package shapes knows shapes of stones (棋形) and proverbs by name, and finds them on a
// board: in all eight symmetries, for either side, and with the edge where the shape needs
// it. The five proverbs of the report "C++围棋程序实现报告" are among them.
package shapes

import (
	_ "embed"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// Shape is a pattern with its move.
type Shape struct {
	ID               string
	English, Chinese string
	// Rows is the drawing, the upper row first, as the file has it.
	Rows []string
	// Captures says that after the move no opponent's stone beside it can be saved; Kills
	// that the move kills the stones around it. Both hold where the shape stands alone.
	Captures, Kills bool
	// Sacrifice says that the move may be put into atari.
	Sacrifice bool
}

// Match is a shape on the board.
type Match struct {
	Point board.Point // the move
	Shape *Shape
}

// Library finds shapes. Any number of goroutines may use it.
type Library struct {
	shapes   []*Shape
	variants []variant
	// fits says which variants allow a state at a neighbour of the move, by neighbour and
	// state: the bits of variants, in words.
	fits [len(neighbours)][4][]uint64
}

// variant is a shape in one of its symmetries.
type variant struct {
	shape *Shape
	cells []spot // all but those that may be anything; the nearest first
}

// spot is what may be on a point, given by its offset from the move.
type spot struct {
	dx, dy int8
	states uint8 // bits of states
}

// The states of a point.
const (
	empty = iota
	own
	other
	off
)

// cellStates are the states that the signs of a drawing allow.
var cellStates = map[byte]uint8{
	'.': 1 << empty, '*': 1 << empty, 'X': 1 << own, 'O': 1 << other, 'x': 1<<own | 1<<empty, 'o': 1<<other | 1<<empty,
	'#': 1 << off, '?': 15,
}

const allCells = ".*XOxo#?"

// neighbours are the points around a move that are looked at before all others.
var neighbours = [...][2]int8{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}, {0, -2}, {-2, 0}, {2, 0}, {0, 2}}

//go:embed shapes.txt
var file string

// All returns the library of the product.
var All = sync.OnceValue(func() *Library {
	l, err := Read(strings.NewReader(file))
	if err != nil {
		panic("shapes.txt, which is part of the program: " + err.Error())
	}
	return l
})

// Shapes returns all shapes, which must be left as they are.
func (l *Library) Shapes() []*Shape { return l.shapes }

func newLibrary(list []*Shape) *Library {
	l := &Library{shapes: list}
	for _, s := range list {
		var seen [][]spot
		for k := range board.Symmetries {
			cells := s.cells(k)
			if !slices.ContainsFunc(seen, func(c []spot) bool { return slices.Equal(c, cells) }) {
				seen = append(seen, cells)
				l.variants = append(l.variants, variant{s, cells})
			}
		}
	}
	words := (len(l.variants) + 63) / 64
	for n, at := range neighbours {
		for state := range 4 {
			l.fits[n][state] = make([]uint64, words)
			for i, v := range l.variants {
				j := slices.IndexFunc(v.cells, func(c spot) bool { return c.dx == at[0] && c.dy == at[1] })
				if j < 0 || v.cells[j].states>>state&1 != 0 {
					l.fits[n][state][i/64] |= 1 << (i % 64)
				}
			}
		}
	}
	return l
}

// cells turns a drawing by symmetry k: bits for mirrored columns, mirrored rows, and
// columns and rows exchanged.
func (s *Shape) cells(k int) (list []spot) {
	var x0, y0 int
	for y, row := range s.Rows {
		if x := strings.IndexByte(row, '*'); x >= 0 {
			x0, y0 = x, y
		}
	}
	for y, row := range s.Rows {
		for x := range len(row) {
			dx, dy := int8(x-x0), int8(y0-y)
			if k&1 != 0 {
				dx = -dx
			}
			if k&2 != 0 {
				dy = -dy
			}
			if k&4 != 0 {
				dx, dy = dy, dx
			}
			if states := cellStates[row[x]]; states != 15 {
				list = append(list, spot{dx, dy, states})
			}
		}
	}
	slices.SortFunc(list, func(a, b spot) int {
		if d := a.far() - b.far(); d != 0 {
			return d
		}
		return (int(a.dx)-int(b.dx))*64 + int(a.dy) - int(b.dy)
	})
	return list
}

// far orders spots by their distance from the move.
func (s spot) far() int { return int(s.dx)*int(s.dx) + int(s.dy)*int(s.dy) }

// reach is how far a spot lies from its move at most, and stride a row of the padded board
// that matching looks at.
const (
	reach  = MaxRows
	stride = board.MaxSide + 2*reach
)

// Find returns the shapes whose move the side c may play, in the order of the points. A
// point with the same shape in two symmetries is there once. Moves into self-atari are left
// out, but where the shape is a sacrifice.
func (l *Library) Find(b *weiqi.Board, c board.Color) (found []Match) {
	var states [stride * stride]uint8
	for i := range states {
		states[i] = off
	}
	size := b.Size()
	for p := range size.Points {
		state := uint8(empty)
		switch b.At(p) {
		case c:
			state = own
		case c.Other():
			state = other
		}
		states[(p.Y()+reach)*stride+p.X()+reach] = state
	}
	for p := range size.Points {
		if b.At(p) == board.Empty {
			found = l.at(found, b, c, p, &states)
		}
	}
	return found
}

// at appends the shapes whose move is p.
func (l *Library) at(found []Match, b *weiqi.Board, c board.Color, p board.Point, states *[stride * stride]uint8) []Match {
	from := len(found)
	at := (p.Y()+reach)*stride + p.X() + reach
	var here [len(neighbours)]uint8
	for n, d := range neighbours {
		here[n] = states[at+int(d[1])*stride+int(d[0])]
	}
	for w := range l.fits[0][0] {
		left := ^uint64(0)
		for n := 0; n < len(here) && left != 0; n++ {
			left &= l.fits[n][here[n]][w]
		}
	variants:
		for ; left != 0; left &= left - 1 {
			v := &l.variants[w*64+bits.TrailingZeros64(left)]
			for _, s := range v.cells {
				if s.states>>states[at+int(s.dy)*stride+int(s.dx)]&1 == 0 {
					continue variants
				}
			}
			if n := len(found); n > from && found[n-1].Shape == v.shape {
				continue
			}
			found = append(found, Match{p, v.shape})
		}
	}
	if len(found) > from && !sound(b, c, p) {
		legal := b.Check(c, p) == nil
		kept := found[:from]
		for _, m := range found[from:] {
			if legal && m.Shape.Sacrifice {
				kept = append(kept, m)
			}
		}
		return kept
	}
	return found
}

// sound reports whether a move is legal and leaves its chain more than one liberty.
func sound(b *weiqi.Board, c board.Color, p board.Point) bool {
	if b.Check(c, p) != nil {
		return false
	}
	after := *b
	after.Play(c, p)
	_, atari := after.InAtari(p)
	return !atari
}
