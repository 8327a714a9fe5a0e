// Package connecttest helps tests of what plays Connect6: drawings and random
// middle games, and a plain board that finds threats by looking at every window.
package connecttest

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// Board is the obvious reference: a board as a slice of colours and its windows
// as lists of points. Threats are found by walking over all of them.
type Board struct {
	Size    board.Size
	At      []board.Color
	Windows [][]int
}

func newBoard(size board.Size) *Board {
	b := &Board{Size: size, At: make([]board.Color, size.Count())}
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for x := range size.Cols {
			for y := range size.Rows {
				ex, ey := x+(connect.Row-1)*d[0], y+(connect.Row-1)*d[1]
				if ex < 0 || ey < 0 || ex >= size.Cols || ey >= size.Rows {
					continue
				}
				var w []int
				for i := range connect.Row {
					w = append(w, (y+i*d[1])*size.Cols+x+i*d[0])
				}
				b.Windows = append(b.Windows, w)
			}
		}
	}
	return b
}

// Of reads a position.
func Of(p *connect.Position) *Board {
	b := newBoard(p.Size())
	for i := range b.At {
		b.At[i] = p.At(b.Size.Point(i))
	}
	return b
}

// Index is where At and the windows keep a point.
func (b *Board) Index(p board.Point) int { return b.Size.Index(p) }

// Set puts stones of a colour on the points of a turn, or lifts them with Empty.
func (b *Board) Set(c board.Color, m connect.Move) {
	for _, p := range m.Points(nil) {
		b.At[b.Index(p)] = c
	}
}

// Threats returns the empty points of every window that colour c fills with at
// most n stones; an empty list among them is a line that is full.
func (b *Board) Threats(c board.Color, n int) (open [][]int) {
next:
	for _, w := range b.Windows {
		var empty []int
		for _, i := range w {
			switch b.At[i] {
			case c.Other():
				continue next
			case board.Empty:
				empty = append(empty, i)
			}
		}
		if len(empty) <= n {
			open = append(open, empty)
		}
	}
	return open
}

// Won reports whether c has k in a row.
func (b *Board) Won(c board.Color) bool { return len(b.Threats(c, 0)) > 0 }

// Met reports whether the points i and j, of which j may be -1, lie in every
// window listed.
func Met(open [][]int, i, j int) bool {
	for _, w := range open {
		hit := false
		for _, k := range w {
			hit = hit || k == i || k == j
		}
		if !hit {
			return false
		}
	}
	return true
}

// Replies returns every turn of two stones that meets all the windows, and
// whether a single point does.
func (b *Board) Replies(open [][]int) (pairs []connect.Move, single bool) {
	seen := make([]bool, len(b.At))
	var cells []int
	for _, w := range open {
		for _, i := range w {
			if !seen[i] {
				seen[i] = true
				cells = append(cells, i)
			}
		}
	}
	size := b.Size
	for n, i := range cells {
		single = single || Met(open, i, -1)
		for _, j := range cells[:n] {
			if Met(open, i, j) {
				pairs = append(pairs, connect.Pair(size.Point(i), size.Point(j)))
			}
		}
	}
	return pairs, single
}

// Draw sets up the position of a drawing, top row first: X is black, O white.
func Draw(t testing.TB, size board.Size, side board.Color, drawing string) *connect.Position {
	t.Helper()
	p := NewPosition(t, size)
	rows := strings.Fields(drawing)
	if len(rows) > size.Rows {
		t.Fatalf("a drawing of %d rows on %d", len(rows), size.Rows)
	}
	for i, row := range rows {
		for x, c := range row {
			y := len(rows) - 1 - i
			switch c {
			case 'X':
				p.Put(board.At(x, y), board.Black)
			case 'O':
				p.Put(board.At(x, y), board.White)
			}
		}
	}
	p.SetTurn(side, connect.Each)
	return p
}

// NewPosition returns an empty board whose windows are worth what the document says.
func NewPosition(t testing.TB, size board.Size) *connect.Position {
	t.Helper()
	p, err := connect.New(size, eval.DefaultRoads.Values())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Played returns the position after the named points.
func Played(t testing.TB, points string) *connect.Position {
	t.Helper()
	p := NewPosition(t, connect.Board)
	for word := range strings.FieldsSeq(points) {
		pt, err := p.Size().Parse(word, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(pt)
	}
	return p
}

// MiddleGame plays n stones near each other at random, turn by turn, and no
// winner among them.
func MiddleGame(p *connect.Position, rng *rand.Rand, n int) {
	p.Reset()
	r := p.Size()
	x, y := r.Cols/2, r.Rows/2
	spread := 3 + rng.IntN(4)
	for range 30 * n {
		if p.Count() >= n || p.Over() {
			return
		}
		if last, c := p.Last(); c != board.Empty && rng.IntN(3) == 0 {
			x, y = last.X(), last.Y()
		}
		pt := board.At(min(max(x+rng.IntN(2*spread+1)-spread, 0), r.Cols-1), min(max(y+rng.IntN(2*spread+1)-spread, 0), r.Rows-1))
		if !p.Free(pt) {
			continue
		}
		if p.Play(pt); p.Winner() != board.Empty {
			p.Take()
		}
	}
}

// Frozen is a clock that stands still.
func Frozen() time.Time { return time.Time{} }

// CheckTurn fails unless m is a turn that the side to move may play: as many
// stones as are due, on different empty points, in the order of points.
func CheckTurn(t testing.TB, p *connect.Position, m connect.Move) {
	t.Helper()
	if p.Over() {
		if m != connect.NoMove {
			t.Fatalf("answer %v to a game that is over", m)
		}
		return
	}
	if m.Stones() != p.Due() || m != connect.Pair(m.A, m.B) || m.A == m.B {
		t.Fatalf("answer %d %d where %d stones are due", m.A, m.B, p.Due())
	}
	for _, pt := range m.Points(nil) {
		if !p.Free(pt) {
			t.Fatalf("answer %v: %v is taken", m, pt)
		}
	}
}

// Rebuilt returns the same position with other road values.
func Rebuilt(t testing.TB, pos *connect.Position, v connect.Values) *connect.Position {
	t.Helper()
	c, err := connect.New(pos.Size(), v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range pos.Count() {
		pt, color := pos.Stone(i)
		c.Put(pt, color)
	}
	c.SetTurn(pos.ToMove(), pos.Due())
	return c
}

// Lopsided sets up n stones, two of three of them me's, who is to move.
func Lopsided(p *connect.Position, rng *rand.Rand, me board.Color, n int) {
	p.Reset()
	r := p.Size()
	for range 50 * n {
		if p.Count() >= n {
			break
		}
		c := me
		if rng.IntN(3) == 0 {
			c = me.Other()
		}
		pt := board.At(rng.IntN(r.Cols), rng.IntN(r.Rows))
		if last, stands := p.Last(); stands == c {
			pt = board.At(min(max(last.X()+rng.IntN(7)-3, 0), r.Cols-1), min(max(last.Y()+rng.IntN(7)-3, 0), r.Rows-1))
		}
		if !p.Free(pt) {
			continue
		}
		if p.Put(pt, c); p.Winner() != board.Empty || p.Hot(me) > 0 {
			p.Take()
		}
	}
	p.SetTurn(me, connect.Each)
}
