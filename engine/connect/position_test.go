package connect

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
)

// testValues are the seed document's road values (eq. 1).
var testValues = Values{Road: [Row + 1]int32{0, 30, 90, 200, 800, 1000, 1000000}}

func newPosition(t testing.TB, size board.Size) *Position {
	t.Helper()
	p, err := New(size, testValues)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// slow is the obvious reference: it knows the stones and computes everything
// else from the start.
type slow struct {
	size   board.Size
	stones map[board.Point]board.Color
}

func (s *slow) windows(visit func(d int, points []board.Point)) {
	for d, step := range [Directions][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for i := range s.size.Count() {
			start := s.size.Point(i)
			var points []board.Point
			for j := range Row {
				x, y := start.X()+j*step[0], start.Y()+j*step[1]
				if x < 0 || y < 0 || x >= s.size.Cols || y >= s.size.Rows {
					break
				}
				points = append(points, board.At(x, y))
			}
			if len(points) == Row {
				visit(d, points)
			}
		}
	}
}

func (s *slow) count(points []board.Point) (n [3]int) {
	for _, p := range points {
		n[s.stones[p]]++
	}
	return n
}

func (s *slow) value(c board.Color) (total int32) {
	s.windows(func(_ int, points []board.Point) {
		n := s.count(points)
		if n[c.Other()] == 0 {
			total += testValues.Road[n[c]]
		}
		if n[c] == 0 {
			total -= testValues.Road[n[c.Other()]]
		}
	})
	return total
}

func (s *slow) key() (k board.Key) {
	for p, c := range s.stones {
		k ^= board.StoneKey(c, p)
	}
	return k
}

// need is the least number of points that meet every window the opponent of me
// could fill in one turn, by trying all sets of empty points up to two.
func (s *slow) need(me board.Color) int {
	var open [][]board.Point
	s.windows(func(_ int, points []board.Point) {
		if n := s.count(points); n[me] == 0 && n[me.Other()] >= Row-Each {
			var empty []board.Point
			for _, p := range points {
				if s.stones[p] == board.Empty {
					empty = append(empty, p)
				}
			}
			open = append(open, empty)
		}
	})
	meets := func(set ...board.Point) bool {
		for _, w := range open {
			hit := false
			for _, p := range w {
				for _, q := range set {
					hit = hit || p == q
				}
			}
			if !hit {
				return false
			}
		}
		return true
	}
	if meets() {
		return 0
	}
	cells := map[board.Point]bool{}
	for _, w := range open {
		for _, p := range w {
			cells[p] = true
		}
	}
	need := 3
	for p := range cells {
		if meets(p) {
			return 1
		}
		for q := range cells {
			if meets(p, q) {
				need = 2
			}
		}
	}
	return need
}

func (s *slow) compare(t *testing.T, p *Position) {
	t.Helper()
	for i := range s.size.Count() {
		pt := s.size.Point(i)
		if p.At(pt) != s.stones[pt] {
			t.Fatalf("%v holds %v, want %v", pt, p.At(pt), s.stones[pt])
		}
	}
	if got, want := p.Value(board.Black), s.value(board.Black); got != want {
		t.Fatalf("road score %d, want %d", got, want)
	}
	if p.key != s.key() {
		t.Fatalf("key %x, want %x", p.key, s.key())
	}
	var hot, full [3]int
	s.windows(func(d int, points []board.Point) {
		n := s.count(points)
		got := p.window[d][windowAt(d, CellOf(points[0]))]
		if b, w := content(got); b != n[board.Black] || w != n[board.White] || got&off != 0 {
			t.Fatalf("window %d at %v counts %d, %d; want %v", d, points[0], b, w, n)
		}
		for _, c := range []board.Color{board.Black, board.White} {
			alive := n[c.Other()] == 0
			isHot := alive && n[c] >= Row-Each
			isWarm := alive && n[c] >= max(1, Row-2*Each)
			if at := CellOf(points[0]); p.hot.has(int(c-1), d, at) != isHot || p.warm.has(int(c-1), d, at) != isWarm {
				t.Fatalf("window %d at %v is in the wrong sets of %v", d, points[0], c)
			}
			if isHot {
				hot[c]++
			}
			if n[c] == Row {
				full[c]++
			}
		}
	})
	for _, c := range []board.Color{board.Black, board.White} {
		if p.Hot(c) != hot[c] || int(p.nfull[c-1]) != full[c] {
			t.Fatalf("%v has %d hot and %d full windows, want %d and %d", c, p.Hot(c), p.nfull[c-1], hot[c], full[c])
		}
		other := 3 - int(c)
		if full[other] == 0 {
			var def Defence
			p.Answer(c, &def)
			if want := s.need(c); def.Need != want {
				t.Fatalf("%v needs %d points, want %d", c, def.Need, want)
			}
			s.checkDefence(t, p, c, &def)
		}
	}
}

// row is a colour's row of a line.
func (s *sets) row(side, d, line int) uint32 {
	return uint32(s[d&3][line&63] >> (side & 1 * 32))
}

// has reports whether the window of direction d that begins at cell c is in a
// colour's set.
func (s *sets) has(side, d int, c Cell) bool {
	line, bit := LineBit(d, c)
	return s.row(side, d, line)>>bit&1 != 0
}

// checkDefence holds the named answers against all pairs of empty points.
func (s *slow) checkDefence(t *testing.T, p *Position, me board.Color, def *Defence) {
	t.Helper()
	if def.Need == 0 || def.Need == 3 {
		return
	}
	named := map[Move]bool{}
	single := map[board.Point]bool{}
	for _, c := range def.Singles[:def.NSingle] {
		single[PointOf(c)] = true
	}
	for _, q := range def.Pairs[:def.NPair] {
		named[Pair(PointOf(q[0]), PointOf(q[1]))] = true
	}
	size := s.size
	for i := range size.Count() {
		for j := range i {
			a, b := size.Point(i), size.Point(j)
			if s.stones[a] != board.Empty || s.stones[b] != board.Empty {
				continue
			}
			m := Pair(a, b)
			want := p.Meets(me, m)
			if got := named[m] || single[a] || single[b]; got != want {
				t.Fatalf("%v as an answer: named %v, meets %v", m, got, want)
			}
		}
	}
}

// sizes are boards of all kinds.
var sizes = []board.Size{Board, {Cols: 15, Rows: 15}, {Cols: 6, Rows: 6}, {Cols: 7, Rows: 7}, {Cols: 20, Rows: 20}, {Cols: 8, Rows: 5}, {Cols: 5, Rows: 10}}

// TestIncrementalStateMatchesReference plays stones down and up at random and
// compares everything the position keeps with what the reference computes.
func TestIncrementalStateMatchesReference(t *testing.T) {
	for _, size := range sizes {
		rng := rand.New(rand.NewPCG(6, uint64(size.Cols)))
		p := newPosition(t, size)
		start := *p
		s := &slow{size, map[board.Point]board.Color{}}
		steps := 1500
		if testing.Short() {
			steps = 300
		}
		for step := range steps {
			if p.Count() > 0 && (rng.IntN(100) < 42 || p.Count() == size.Count()) {
				pt, _ := p.Last()
				p.Take()
				delete(s.stones, pt)
			} else {
				// Near the last stone, so that lines come about.
				pt := size.Point(rng.IntN(size.Count()))
				if near, c := p.Last(); c != board.Empty && rng.IntN(4) > 0 {
					pt = board.At(max(0, min(size.Cols-1, near.X()+rng.IntN(5)-2)), max(0, min(size.Rows-1, near.Y()+rng.IntN(5)-2)))
				}
				if !p.Free(pt) {
					continue
				}
				s.stones[pt] = p.ToMove()
				if rng.IntN(8) == 0 {
					s.stones[pt] = board.Color(1 + rng.IntN(2))
					p.Put(pt, s.stones[pt])
				} else {
					p.Play(pt)
				}
			}
			if step%7 == 0 || size.Count() < 40 {
				s.compare(t, p)
				s.compareGains(t, p, rng)
			}
		}
		for p.Count() > 0 {
			p.Take()
		}
		for i := range p.past {
			p.past[i] = placed{}
		}
		if *p != start {
			t.Fatalf("%v: lifting every stone does not lead back to the start", size)
		}
	}
}

// compareGains checks that a cell's gain is the difference that a stone there
// makes, for a few empty cells.
func (s *slow) compareGains(t *testing.T, p *Position, rng *rand.Rand) {
	t.Helper()
	size := s.size
	for range 4 {
		pt := size.Point(rng.IntN(size.Count()))
		if !p.Free(pt) {
			continue
		}
		for _, c := range []board.Color{board.Black, board.White} {
			before := s.value(c)
			s.stones[pt] = c
			want := s.value(c) - before
			delete(s.stones, pt)
			if got := p.Gain(c, CellOf(pt)); got != want {
				t.Fatalf("%v gains %d at %v, want %d", c, got, pt, want)
			}
		}
	}
}

func TestWindowsCount(t *testing.T) {
	for _, c := range []struct {
		size board.Size
		want int
	}{{Board, 924}, {board.Size{Cols: 6, Rows: 6}, 14}, {board.Size{Cols: 5, Rows: 5}, 0}} {
		n := 0
		(&slow{size: c.size}).windows(func(int, []board.Point) { n++ })
		got := 0
		p := newPosition(t, c.size)
		for d := range p.window {
			for i := range c.size.Count() {
				if p.window[d][windowAt(d, CellOf(c.size.Point(i)))]&off == 0 {
					got++
				}
			}
		}
		if got != c.want || n != c.want {
			t.Errorf("%v has %d windows, reference %d, want %d", c.size, got, n, c.want)
		}
	}
}

func TestRefusedInSentences(t *testing.T) {
	for _, r := range []board.Size{{}, {Cols: 21, Rows: 19}, {Cols: 19, Rows: -1}} {
		if _, err := New(r, testValues); err == nil {
			t.Errorf("%v is accepted", r)
		}
	}
	if _, err := New(Board, Values{Road: [Row + 1]int32{0, 30, 20}}); err == nil {
		t.Error("falling road values are accepted")
	}
}
