// Package joseki knows sequences of play in the corner by name (定式), and what to play
// next in a position. A corner is recognised in any of the four corners, on either side
// of its diagonal, in either colour, and in whatever order its stones were placed.
//
// The sequences are moves that professional players choose, found by counting them in
// game records, and classical ones. [Records] counts the moves of the user's own games.
package joseki

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

const (
	// MaxReach is how many lines from the corner a sequence may go.
	MaxReach = 14
	// MinSide is the shortest side of a board that has corners of its own.
	MinSide = 11
	// minWindow is how many lines from the corner have to be as a sequence says, at least.
	minWindow = 7
	// far is how many lines of the board lie beyond the stones of a sequence, at least.
	far = 4
)

var boardSize = board.Size{Cols: weiqi.MaxSide, Rows: weiqi.MaxSide}

// Name is what players call a move or a sequence.
type Name struct{ English, Chinese string }

// Sequence is a line of play in a corner.
type Sequence struct {
	ID string
	Name
	// Step says that the sequence is not complete: it has the name of its last move.
	Step bool
	// Moves are in the lower left corner, Black first, the sides in turn;
	// [board.Nowhere] is a move elsewhere.
	Moves []board.Point
	// Weak are stones of chains that can be captured in the end, at once or in a ladder:
	// their owner gives them up, or needs the ladder.
	Weak []board.Point
}

// Move is a known next move.
type Move struct {
	// Point is where to play; [board.Nowhere]: the side may play elsewhere.
	Point  board.Point
	Color  board.Color
	Corner int // 0 to 3: lower left, lower right, upper left, upper right
	// Name is that of the move, or of the joseki that it completes; else empty.
	Name Name
	// Joseki are the complete sequences that begin so. They must not be changed.
	Joseki []*Sequence
}

// Book knows sequences. Any number of goroutines may use it.
type Book struct {
	sequences []*Sequence
	nodes     map[key][]next
	windows   [][2]uint8
}

// key is a position of a corner: the stones within a window of columns and rows.
type key struct {
	window [2]uint8
	stones board.Key
}

// next is a move in a position, as seen from the corner.
type next struct {
	point  board.Point
	color  board.Color
	name   Name
	joseki []*Sequence
}

//go:embed joseki.txt
var file string

// All returns the book of the product.
var All = sync.OnceValue(func() *Book {
	b, err := Read(strings.NewReader(file))
	if err != nil {
		panic("joseki.txt, which is part of the program: " + err.Error())
	}
	return b
})

// Sequences returns all sequences, which must be left as they are.
func (b *Book) Sequences() []*Sequence { return b.sequences }

// node is a position of the book while it is built.
type node struct {
	nexts  []next
	window [2]uint8
}

func newBook(list []*Sequence) *Book {
	b := &Book{sequences: list, nodes: map[key][]next{}}
	nodes := map[board.Key]*node{}
	for _, s := range list {
		for turned := range 4 {
			grow(nodes, s, turned&1 != 0, turned&2 != 0)
		}
	}
	seen := map[[2]uint8]bool{}
	for stones, n := range nodes {
		b.nodes[key{n.window, stones}] = n.nexts
		if !seen[n.window] {
			seen[n.window] = true
			b.windows = append(b.windows, n.window)
		}
	}
	slices.SortFunc(b.windows, func(v, w [2]uint8) int { return cmp.Or(cmp.Compare(v[0], w[0]), cmp.Compare(v[1], w[1])) })
	return b
}

// grow adds the positions of a sequence.
func grow(nodes map[board.Key]*node, s *Sequence, mirrored, swapped bool) {
	pos, _ := weiqi.NewBoard(boardSize)
	c := board.Black
	if swapped {
		c = board.White
	}
	for i, p := range s.Moves {
		if mirrored {
			p = boardSize.Turn(p, diagonal)
		}
		n := nodes[pos.Key()]
		if n == nil {
			n = &node{window: window(pos)}
			nodes[pos.Key()] = n
		}
		n.add(p, c, s, i == len(s.Moves)-1)
		pos.Play(c, p)
		c = c.Other()
	}
}

// diagonal is the symmetry that reflects a corner in its diagonal.
const diagonal = 4

// window returns the columns and rows that must look as in a position.
func window(pos *weiqi.Board) [2]uint8 {
	w := [2]uint8{minWindow, minWindow}
	for p := range boardSize.Points {
		if pos.At(p) != board.Empty {
			w = [2]uint8{max(w[0], uint8(p.X()+1)), max(w[1], uint8(p.Y()+1))}
		}
	}
	return w
}

// add adds a move that a sequence makes; last says that it is its last one.
func (n *node) add(p board.Point, c board.Color, s *Sequence, last bool) {
	i := slices.IndexFunc(n.nexts, func(m next) bool { return m.point == p && m.color == c })
	if i < 0 {
		i = len(n.nexts)
		n.nexts = append(n.nexts, next{point: p, color: c})
	}
	m := &n.nexts[i]
	if last && (s.Step || m.name == Name{}) {
		m.name = s.Name
	}
	if !s.Step && !slices.Contains(m.joseki, s) {
		m.joseki = append(m.joseki, s)
	}
}

// Next returns the known next moves of a side in the corners of a position, those that
// lead to most sequences first. Where the book knows a corner by several of its
// positions, the one with the most stones counts.
func (b *Book) Next(pos *weiqi.Board, c board.Color) []Move {
	var moves []Move
	size := pos.Size()
	if min(size.Cols, size.Rows) < MinSide {
		return nil
	}
	for corner := range 4 {
		for _, n := range b.corner(pos, corner) {
			if n.color != c {
				continue
			}
			m := Move{Point: size.Turn(n.point, corner), Color: c, Corner: corner, Name: n.name, Joseki: n.joseki}
			if m.Point == board.Nowhere || pos.Check(c, m.Point) == nil {
				moves = append(moves, m)
			}
		}
	}
	slices.SortStableFunc(moves, func(v, w Move) int { return len(w.Joseki) - len(v.Joseki) })
	return moves
}

// corner looks a corner up.
func (b *Book) corner(pos *weiqi.Board, corner int) (best []next) {
	// sums holds what the stones of every window that begins in the corner hash to.
	var sums [MaxReach + 1][MaxReach + 1]struct {
		key    board.Key
		stones int
	}
	size := pos.Size()
	cols, rows := min(MaxReach, size.Cols-far), min(MaxReach, size.Rows-far)
	for x := range cols {
		var column board.Key
		count := 0
		for y := range rows {
			if s := pos.At(size.Turn(board.At(x, y), corner)); s != board.Empty {
				column ^= board.StoneKey(s, board.At(x, y))
				count++
			}
			left := &sums[x][y+1]
			sums[x+1][y+1].key, sums[x+1][y+1].stones = left.key^column, left.stones+count
		}
	}
	most := -1
	for _, w := range b.windows {
		if int(w[0]) > cols || int(w[1]) > rows {
			continue
		}
		s := &sums[w[0]][w[1]]
		if s.stones <= most {
			continue
		}
		if n, ok := b.nodes[key{w, s.key}]; ok {
			best, most = n, s.stones
		}
	}
	return best
}
