package connect

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"stonehand/engine/board"
)

// reference returns the slow reference of a position as it stands.
func reference(p *Position) *slow {
	s := &slow{p.Size(), map[board.Point]board.Color{}}
	for i := range s.size.Count() {
		if pt := s.size.Point(i); p.At(pt) != board.Empty {
			s.stones[pt] = p.At(pt)
		}
	}
	return s
}

// scatter puts n stones of any colour down, lines and all.
func scatter(p *Position, rng *rand.Rand, n int) {
	size := p.Size()
	for p.Count() < min(n, size.Count()) {
		if pt := size.Point(rng.IntN(size.Count())); p.Free(pt) {
			p.Put(pt, board.Color(1+rng.IntN(2)))
		}
	}
}

// TestSeveralFullLines: a position set up by hand may hold many full lines, of
// both colours; counts stay exact and lifting the stones leads back.
func TestSeveralFullLines(t *testing.T) {
	for _, size := range []board.Size{Board, {Cols: 6, Rows: 6}, {Cols: 7, Rows: 7}, {Cols: 12, Rows: 3}} {
		p := newPosition(t, size)
		// Rows of one colour, then of the other.
		for i := range size.Count() {
			pt := size.Point(i)
			p.Put(pt, board.Color(1+pt.Y()/2%2))
			if i%5 == 0 || i == size.Count()-1 {
				reference(p).compare(t, p)
			}
		}
		if p.Winner() != board.Black || !p.Over() {
			t.Errorf("%v: winner %v of a board full of lines, over %v", size, p.Winner(), p.Over())
		}
		for p.Count() > 0 {
			p.Take()
			if p.Count()%7 == 0 {
				reference(p).compare(t, p)
			}
		}
		if p.Over() || p.Winner() != board.Empty {
			t.Errorf("%v: over after every stone is lifted", size)
		}
	}
}

// TestWinnerByColor: one full line tells the colour; more than k in a row win.
func TestWinnerByColor(t *testing.T) {
	for _, c := range []board.Color{board.Black, board.White} {
		for _, n := range []int{5, 6, 7, 11} {
			for d, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				p := newPosition(t, Board)
				x := 2
				if step[0] < 0 {
					x = 16
				}
				for i := range n {
					p.Put(board.At(x+i*step[0], 3+i*step[1]), c)
				}
				want := board.Empty
				if n >= 6 {
					want = c
				}
				if p.Winner() != want || p.Over() != (n >= 6) {
					t.Errorf("%d of %v in direction %d: winner %v, over %v", n, c, d, p.Winner(), p.Over())
				}
			}
		}
	}
}

func TestSmallBoards(t *testing.T) {
	for _, r := range []board.Size{{Cols: 1, Rows: 1}, {Cols: 2, Rows: 2}, {Cols: 5, Rows: 5}, {Cols: 1, Rows: 20}, {Cols: 20, Rows: 1}, {Cols: 2, Rows: 9}} {
		p := newPosition(t, r)
		n := 0
		(&slow{size: r}).windows(func(int, []board.Point) { n++ })
		rng := rand.New(rand.NewPCG(1, uint64(r.Rows)))
		for range 30 {
			p.Reset()
			scatter(p, rng, rng.IntN(r.Count()+1))
			reference(p).compare(t, p)
			if full := p.Count() == r.Count(); n == 0 && (p.Over() != full || p.Winner() != board.Empty) {
				t.Errorf("%v without windows: over %v, winner %v", r, p.Over(), p.Winner())
			}
			if due := p.Due(); due > r.Count()-p.Count() {
				t.Errorf("%v: %d stones due on %d empty points", r, due, r.Count()-p.Count())
			}
		}
	}
}

// TestTurnOrder: who moves and how many stones are due, through a whole game.
func TestTurnOrder(t *testing.T) {
	for _, c := range []struct {
		size board.Size
		want string // one letter a stone
	}{
		{board.Size{Cols: 3, Rows: 3}, "bwwbbwwbb"},
		{board.Size{Cols: 2, Rows: 2}, "bwwb"},
	} {
		p := newPosition(t, c.size)
		got := ""
		for i := range c.size.Count() {
			got += p.ToMove().String()[:1]
			due := 1
			for j := i + 1; j < len(c.want) && c.want[j] == c.want[i]; j++ {
				due++
			}
			if p.Due() != due {
				t.Errorf("%v: %d stones due before stone %d, want %d", c.size, p.Due(), i+1, due)
			}
			p.Play(c.size.Point(i))
		}
		if got != c.want || p.Due() != 0 || !p.Over() {
			t.Errorf("%v: turns %s, want %s; then %d due, over %v", c.size, got, c.want, p.Due(), p.Over())
		}
	}
}

// TestSetTurn: a turn that is set holds for the stones after it, is restored by
// lifting those, and given up by lifting what stood before.
func TestSetTurn(t *testing.T) {
	p := newPosition(t, Board)
	start := p.Key()
	p.Put(board.At(9, 9), board.White)
	p.Put(board.At(8, 8), board.White)
	if p.ToMove() != board.Black || p.Due() != 1 {
		t.Fatalf("putting stones changed the turn: %v, %d due", p.ToMove(), p.Due())
	}
	one := p.Key()
	p.SetTurn(board.Black, 2)
	if p.Key() == one {
		t.Error("the key does not tell one stone due from two")
	}
	two := p.Key()
	p.SetTurn(board.White, 2)
	if p.Key() == two || p.Key() == one {
		t.Error("the key does not tell who is to move")
	}
	p.SetTurn(board.White, 1)
	p.Play(board.At(7, 7))
	if c := p.At(board.At(7, 7)); c != board.White || p.ToMove() != board.Black || p.Due() != 2 {
		t.Errorf("after White's last stone: %v stands, %v to move, %d due", c, p.ToMove(), p.Due())
	}
	p.Take()
	if p.ToMove() != board.White || p.Due() != 1 {
		t.Errorf("lifted again: %v to move, %d due", p.ToMove(), p.Due())
	}
	p.Take()
	p.Take()
	if p.Key() != start || p.ToMove() != board.Black || p.Due() != 1 {
		t.Errorf("all lifted: %v to move, %d due", p.ToMove(), p.Due())
	}
}

// TestKeyIgnoresOrder: the same stones and turn are the same position.
func TestKeyIgnoresOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		points := map[board.Point]board.Color{}
		for len(points) < 20 {
			points[board.At(rng.IntN(19), rng.IntN(19))] = board.Color(1 + rng.IntN(2))
		}
		p, q := newPosition(t, Board), newPosition(t, Board)
		for pt, c := range points {
			p.Put(pt, c)
		}
		for pt, c := range points { // another order: a map's
			q.Put(pt, c)
		}
		if p.Key() != q.Key() || p.Value(board.White) != q.Value(board.White) {
			t.Fatal("the order of the stones shows in the key or the score")
		}
	}
}

func TestStonesInOrder(t *testing.T) {
	p := newPosition(t, Board)
	if pt, c := p.Last(); pt != board.Nowhere || c != board.Empty {
		t.Errorf("last stone of an empty board: %v %v", pt, c)
	}
	m := Pair(board.At(10, 10), board.At(8, 8))
	p.PlayMove(Move{board.At(9, 9), board.Nowhere})
	p.PlayMove(m)
	want := []struct {
		pt board.Point
		c  board.Color
	}{{board.At(9, 9), board.Black}, {board.At(8, 8), board.White}, {board.At(10, 10), board.White}}
	for i, w := range want {
		if pt, c := p.Stone(i); pt != w.pt || c != w.c {
			t.Errorf("stone %d is %v %v, want %v %v", i, c, pt, w.c, w.pt)
		}
	}
	if pt, c := p.Last(); pt != want[2].pt || c != board.White {
		t.Errorf("last stone: %v %v", c, pt)
	}
	p.TakeMove(m)
	if p.Count() != 1 || p.ToMove() != board.White || p.Due() != 2 {
		t.Errorf("after taking the turn back: %d stones, %v to move, %d due", p.Count(), p.ToMove(), p.Due())
	}
}

// TestCopyIsIndependent: a copy equals its original and goes its own way.
func TestCopyIsIndependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	p, q := newPosition(t, Board), newPosition(t, board.Size{Cols: 9, Rows: 9})
	scatter(q, rng, 30)
	for p.Count() < 30 {
		if pt := Board.Point(rng.IntN(361)); p.Free(pt) {
			p.Play(pt)
		}
	}
	q.CopyFrom(p)
	if *q != *p {
		t.Fatal("a copy differs from its original")
	}
	if n := testing.AllocsPerRun(10, func() { q.CopyFrom(p) }); n != 0 {
		t.Errorf("copying allocates %v times", n)
	}
	before := *p
	for range 12 {
		q.Take()
	}
	scatter(q, rng, 40)
	if *p != before {
		t.Fatal("playing in a copy changed the original")
	}
	reference(q).compare(t, q)
	reference(p).compare(t, p)
	p.Reset()
	if fresh := newPosition(t, Board); *p == before || p.Key() != fresh.Key() || p.Count() != 0 {
		t.Error("Reset does not lead back to the start")
	}
}

// TestReach holds the rectangle against every point's distance from the stones.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, r := range sizes {
		p := newPosition(t, r)
		for range 40 {
			p.Reset()
			scatter(p, rng, rng.IntN(4))
			x0, y0, x1, y1 := p.Reach()
			wx0, wy0, wx1, wy1 := r.Cols, r.Rows, -1, -1
			for i := range r.Count() {
				pt := r.Point(i)
				near := p.Count() == 0
				for n := range p.Count() {
					s, _ := p.Stone(n)
					dx, dy := pt.X()-s.X(), pt.Y()-s.Y()
					near = near || max(dx, -dx, dy, -dy) < Row
				}
				if near {
					wx0, wy0, wx1, wy1 = min(wx0, pt.X()), min(wy0, pt.Y()), max(wx1, pt.X()), max(wy1, pt.Y())
				}
			}
			if got, want := [4]int{x0, y0, x1, y1}, [4]int{wx0, wy0, wx1, wy1}; got != want {
				t.Fatalf("%v with %d stones reaches %v, want %v", r, p.Count(), got, want)
			}
		}
	}
}

// TestSpans reads the eleven points around a cell off the board and compares.
func TestSpans(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, r := range sizes {
		p := newPosition(t, r)
		scatter(p, rng, r.Count()/3)
		for i := range r.Count() {
			pt := r.Point(i)
			for d, step := range [Directions][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				var want [4]uint32 // by colour, walls last
				for j := range 11 {
					x, y := pt.X()+(j-5)*step[0], pt.Y()+(j-5)*step[1]
					if x < 0 || y < 0 || x >= r.Cols || y >= r.Rows {
						want[3] |= 1 << j
					} else {
						want[p.At(board.At(x, y))] |= 1 << j
					}
				}
				c := CellOf(pt)
				got := [3]uint32{p.Lines(board.Black).Span(d, c), p.Lines(board.White).Span(d, c), p.Walls().Span(d, c)}
				if got != [3]uint32(want[1:]) {
					t.Fatalf("%v: span %d of %v is %011b, want %011b", r, d, pt, got, want[1:])
				}
				line, bit := LineBit(d, c)
				if p.At(pt) == board.Black != (p.Lines(board.Black)[d][line]>>bit&1 == 1) {
					t.Fatalf("%v: line %d bit %d of direction %d is not %v's", r, line, bit, d, pt)
				}
			}
			if PointOf(CellOf(pt)) != pt {
				t.Fatalf("%v is cell %d, which is %v", pt, CellOf(pt), PointOf(CellOf(pt)))
			}
		}
	}
}

func TestMoves(t *testing.T) {
	a, b := board.At(9, 9), board.At(8, 10)
	for _, c := range []struct {
		m      Move
		stones int
		text   string
	}{
		{NoMove, 0, "none"}, {Pair(board.Nowhere, a), 1, "J10"}, {Pair(b, a), 2, "J10 I11"}, {Pair(a, b), 2, "J10 I11"},
	} {
		if c.m.Stones() != c.stones || c.m.String() != c.text {
			t.Errorf("%v: %d stones, want %s with %d", c.m, c.m.Stones(), c.text, c.stones)
		}
		if got := fmt.Sprint(c.m.Points(nil)); c.stones > 0 && got != "["+c.text+"]" || len(c.m.Points(nil)) != c.stones {
			t.Errorf("points of %v: %s", c.m, got)
		}
	}
	if got := Pair(a, b).Points([]board.Point{b}); !slices.Equal(got, []board.Point{b, a, b}) {
		t.Errorf("points are not appended: %v", got)
	}
}

// TestOrderChoosesGainsAlone gives cells gains by other road values than those
// that judge the board.
func TestOrderChoosesGainsAlone(t *testing.T) {
	v := testValues
	v.Order = [Row + 1]int32{0, 1, 2, 4, 8, 16, 32}
	p, err := New(Board, v)
	if err != nil {
		t.Fatal(err)
	}
	plain := newPosition(t, Board)
	ordered, err := New(Board, Values{Road: v.Order})
	if err != nil {
		t.Fatal(err)
	}
	for _, pt := range []board.Point{board.At(9, 9), board.At(10, 9), board.At(9, 10), board.At(11, 11), board.At(8, 8)} {
		p.Play(pt)
		plain.Play(pt)
		ordered.Play(pt)
	}
	if got, want := p.Value(board.Black), plain.Value(board.Black); got != want {
		t.Errorf("the board is worth %d, want %d as without an order", got, want)
	}
	c := CellOf(board.At(10, 10))
	if got, want := p.Gain(board.White, c), ordered.Gain(board.White, c); got != want {
		t.Errorf("a cell gains %d, want %d by the order", got, want)
	}
}
