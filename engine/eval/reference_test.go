package eval

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// plain is the obvious reference: a board as a slice of colours, and everything
// else found by walking over it.
type plain struct {
	cols, rows, k, p int
	at               []board.Color
}

func newPlain(p *connect.Position) *plain {
	r := p.Size()
	b := &plain{cols: r.Cols, rows: r.Rows, k: connect.Row, p: connect.Each, at: make([]board.Color, r.Count())}
	for i := range b.at {
		b.at[i] = p.At(board.At(i%r.Cols, i/r.Cols))
	}
	return b
}

func (b *plain) has(x, y int) bool { return x >= 0 && y >= 0 && x < b.cols && y < b.rows }

func (b *plain) color(x, y int) board.Color { return b.at[y*b.cols+x] }

// with returns the board after other stones, whatever stood there before.
func (b *plain) with(c board.Color, points ...board.Point) *plain {
	n := *b
	n.at = append([]board.Color(nil), b.at...)
	for _, p := range points {
		if p != board.Nowhere {
			n.at[p.Y()*b.cols+p.X()] = c
		}
	}
	return &n
}

// directions are those of the document: horizontal, vertical and the two
// slants.
var directions = [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}

// windows calls visit with the points of every run of k on the board.
func (b *plain) windows(visit func(points [][2]int)) {
	for _, d := range directions {
		for y := range b.rows {
			for x := range b.cols {
				var points [][2]int
				for i := range b.k {
					if b.has(x+i*d[0], y+i*d[1]) {
						points = append(points, [2]int{x + i*d[0], y + i*d[1]})
					}
				}
				if len(points) == b.k {
					visit(points)
				}
			}
		}
	}
}

// roads is eq. 1 without its position term, by counting all roads of the board.
func (b *plain) roads(me board.Color, score []int32) (total int32) {
	var mine, theirs [7]int32
	b.windows(func(points [][2]int) {
		var n [3]int
		for _, q := range points {
			n[b.color(q[0], q[1])]++
		}
		if n[me.Other()] == 0 {
			mine[n[me]]++
		}
		if n[me] == 0 {
			theirs[n[me.Other()]]++
		}
	})
	for k := range score {
		total += mine[k]*score[k] - theirs[k]*score[k]
	}
	return total
}

// threats returns the empty points of every run that colour c fills with one
// more turn.
func (b *plain) threats(c board.Color) (open [][][2]int) {
	b.windows(func(points [][2]int) {
		var empty [][2]int
		for _, q := range points {
			switch b.color(q[0], q[1]) {
			case board.Empty:
				empty = append(empty, q)
			case c.Other():
				return
			}
		}
		if len(empty) <= b.p {
			open = append(open, empty)
		}
	})
	return open
}

// forced is how many points the opponent of me has to take so that me can not
// win in the next turn: 0, 1, 2, or 3 for more.
func (b *plain) forced(me board.Color) int {
	open := b.threats(me)
	met := func(set ...[2]int) bool {
		for _, run := range open {
			hit := false
			for _, q := range run {
				for _, s := range set {
					hit = hit || q == s
				}
			}
			if !hit {
				return false
			}
		}
		return true
	}
	if met() {
		return 0
	}
	var cells [][2]int
	for _, run := range open {
		cells = append(cells, run...)
	}
	for _, a := range cells {
		if met(a) {
			return 1
		}
	}
	for _, a := range cells {
		for _, c := range cells {
			if met(a, c) {
				return 2
			}
		}
	}
	return 3
}

// randomPosition plays n stones near each other at random; the board stays
// without a winner.
func randomPosition(t testing.TB, rng *rand.Rand, size board.Size, n int) *connect.Position {
	t.Helper()
	p, err := connect.New(size, DefaultRoads.Values())
	if err != nil {
		t.Fatal(err)
	}
	x, y := rng.IntN(size.Cols), rng.IntN(size.Rows)
	for range 20 * n {
		if p.Count() >= n || p.Over() {
			break
		}
		pt := board.At(min(max(x+rng.IntN(11)-5, 0), size.Cols-1), min(max(y+rng.IntN(11)-5, 0), size.Rows-1))
		if !p.Free(pt) {
			continue
		}
		if p.Play(pt); p.Winner() != board.Empty {
			p.Take()
		}
	}
	return p
}

// randomTurn plays one more turn of one or two stones, its own stones often on
// one line, and returns it with the side that played it.
func randomTurn(rng *rand.Rand, p *connect.Position, stones int) (connect.Move, board.Color) {
	size := p.Size()
	me := board.Color(1 + rng.IntN(2))
	var points []board.Point
	for range 10000 {
		if len(points) == stones {
			break
		}
		pt := size.Point(rng.IntN(size.Count()))
		if last, c := p.Last(); c != board.Empty && rng.IntN(4) > 0 {
			pt = board.At(min(max(last.X()+rng.IntN(9)-4, 0), size.Cols-1), min(max(last.Y()+rng.IntN(9)-4, 0), size.Rows-1))
		}
		if p.Free(pt) {
			p.Put(pt, me)
			points = append(points, pt)
		}
	}
	if len(points) < stones {
		for range points {
			p.Take()
		}
		return connect.NoMove, me
	}
	if stones == 1 {
		return connect.Move{A: points[0], B: board.Nowhere}, me
	}
	return connect.Pair(points[0], points[1]), me
}
