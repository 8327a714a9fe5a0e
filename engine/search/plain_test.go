package search

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// plain is the obvious reference: a board as a slice of colours and its windows
// as lists of points. Threats are found by walking over all of them.
type plain struct {
	rules   connect.Rules
	at      []board.Color
	windows [][]int
}

func newPlain(r connect.Rules) *plain {
	b := &plain{rules: r, at: make([]board.Color, r.Cols*r.Rows)}
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for x := range r.Cols {
			for y := range r.Rows {
				ex, ey := x+(r.K-1)*d[0], y+(r.K-1)*d[1]
				if ex < 0 || ey < 0 || ex >= r.Cols || ey >= r.Rows {
					continue
				}
				var w []int
				for i := range r.K {
					w = append(w, (y+i*d[1])*r.Cols+x+i*d[0])
				}
				b.windows = append(b.windows, w)
			}
		}
	}
	return b
}

// plainOf reads a position.
func plainOf(p *connect.Position) *plain {
	b := newPlain(p.Rules())
	for i := range b.at {
		b.at[i] = p.At(b.rules.Size().Point(i))
	}
	return b
}

func (b *plain) index(p board.Point) int { return b.rules.Size().Index(p) }

// set puts stones of a colour on the points of a turn, or lifts them with Empty.
func (b *plain) set(c board.Color, m connect.Move) {
	for _, p := range m.Points(nil) {
		b.at[b.index(p)] = c
	}
}

// threats returns the empty points of every window that colour c fills with at
// most n stones; an empty list among them is a line that is full.
func (b *plain) threats(c board.Color, n int) (open [][]int) {
next:
	for _, w := range b.windows {
		var empty []int
		for _, i := range w {
			switch b.at[i] {
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

// won reports whether c has k in a row.
func (b *plain) won(c board.Color) bool { return len(b.threats(c, 0)) > 0 }

// met reports whether the points i and j, of which j may be -1, lie in every
// window listed.
func met(open [][]int, i, j int) bool {
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

// replies returns every turn of two stones that meets all the windows, and
// whether a single point does.
func (b *plain) replies(open [][]int) (pairs []connect.Move, single bool) {
	seen := make([]bool, len(b.at))
	var cells []int
	for _, w := range open {
		for _, i := range w {
			if !seen[i] {
				seen[i] = true
				cells = append(cells, i)
			}
		}
	}
	size := b.rules.Size()
	for n, i := range cells {
		single = single || met(open, i, -1)
		for _, j := range cells[:n] {
			if met(open, i, j) {
				pairs = append(pairs, connect.Pair(size.Point(i), size.Point(j)))
			}
		}
	}
	return pairs, single
}

// draw sets up the position of a drawing, top row first: X is black, O white.
func draw(t testing.TB, r connect.Rules, side board.Color, drawing string) *connect.Position {
	t.Helper()
	p := newPosition(t, r)
	rows := strings.Fields(drawing)
	if len(rows) > r.Rows {
		t.Fatalf("a drawing of %d rows on %d", len(rows), r.Rows)
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
	p.SetTurn(side, r.P)
	return p
}

func newPosition(t testing.TB, r connect.Rules) *connect.Position {
	t.Helper()
	p, err := connect.New(r, eval.DefaultRoads.Values())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// middleGame plays n stones near each other at random, turn by turn, and no
// winner among them.
func middleGame(p *connect.Position, rng *rand.Rand, n int) {
	p.Reset()
	r := p.Rules()
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

// frozen is a clock that stands still.
func frozen() time.Time { return time.Time{} }

func newEngine(t testing.TB, r connect.Rules, o Options) *Engine {
	t.Helper()
	e, err := New(r, o, frozen)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// checkTurn fails unless m is a turn that the side to move may play: as many
// stones as are due, on different empty points, in the order of points.
func checkTurn(t testing.TB, p *connect.Position, m connect.Move) {
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
