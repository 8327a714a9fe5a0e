package influence_test

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/influence"
)

var full = board.Size{Cols: 19, Rows: 19}

// shapes are the sizes that Go is played on, and rectangles.
func shapes() (all []board.Size) {
	for n := 5; n <= 19; n++ {
		all = append(all, board.Size{Cols: n, Rows: n})
	}
	return append(all, board.Size{Cols: 5, Rows: 19}, board.Size{Cols: 19, Rows: 6}, board.Size{Cols: 13, Rows: 9})
}

// scatter fills a share of a board, in tenths.
func scatter(r *rand.Rand, size board.Size, tenths int) (s influence.Stones) {
	for i := range size.Count() {
		if r.IntN(10) < tenths {
			s[size.Point(i)] = board.Black + board.Color(r.IntN(2))
		}
	}
	return s
}

// at returns a point by the design's (row, column), from 1.
func at(row, col int) board.Point { return board.At(col-1, row-1) }

func mapOf(stones map[board.Point]board.Color) *influence.Map {
	var s influence.Stones
	for p, c := range stones {
		s[p] = c
	}
	m := new(influence.Map)
	m.Set(full, &s)
	return m
}

// wantRow compares a row of the map from a column on.
func wantRow(t *testing.T, m *influence.Map, row, col int, want ...int) {
	t.Helper()
	for i, v := range want {
		if got := m.At(at(row, col+i)); got != v {
			t.Errorf("row %d column %d: %d, want %d", row, col+i, got, v)
		}
	}
}

func TestLoneStoneInTheMiddle(t *testing.T) {
	m := mapOf(map[board.Point]board.Color{at(10, 10): board.Black})
	var s influence.Stones
	s[at(10, 10)] = board.Black
	f := new(influence.Forces)
	f.Set(full, &s)
	felt := 0
	for i := range full.Count() {
		p := full.Point(i)
		d := max(p.X()-9, 9-p.X()) + max(p.Y()-9, 9-p.Y())
		want := 0
		if d <= 6 {
			want = 64 >> d
			felt++
		}
		if m.At(p) != want || f.At(p) != want {
			t.Errorf("distance %d: map %d, forces %d, want %d", d, m.At(p), f.At(p), want)
		}
	}
	if felt != 85 {
		t.Errorf("%d points are reached, want 85", felt)
	}
}

func TestMapNearTheEdge(t *testing.T) {
	m := mapOf(map[board.Point]board.Color{at(3, 10): board.Black})
	for _, row := range []int{3, 1} {
		wantRow(t, m, row, 4, 1, 2, 4, 8, 16, 32, 64, 32, 16, 8, 4, 2, 1)
	}
	wantRow(t, m, 2, 10, 32)
	m = mapOf(map[board.Point]board.Color{at(3, 3): board.Black})
	wantRow(t, m, 1, 1, 64, 32, 64)
	wantRow(t, m, 3, 1, 64)
	wantRow(t, m, 2, 2, 16)
}

func TestMapPassesStones(t *testing.T) {
	m := mapOf(map[board.Point]board.Color{at(10, 10): board.Black, at(10, 12): board.White})
	wantRow(t, m, 10, 4, 1, 2, 4, 8, 15, 30, 48, 0, -48, -30, -15, -8, -4, -2, -1)
}

// A force off its stone's row and column is half and half; a stone between takes it to
// a quarter, unless a way around is as short; what comes back from the edge goes on
// through its own stone.
func TestForcesByHand(t *testing.T) {
	var s influence.Stones
	s[at(3, 10)] = board.Black
	f := new(influence.Forces)
	f.Set(full, &s)
	check := func(p board.Point, up, right, down, left float64) {
		t.Helper()
		got := [4]float64{f.Force(p, influence.Up), f.Force(p, influence.Right), f.Force(p, influence.Down), f.Force(p, influence.Left)}
		if want := [4]float64{up, right, down, left}; got != want {
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
	check(at(3, 10), 16+4, 16, 16, 16)   // and 64/16, having gone two down and two up
	check(at(2, 10), 8, 0, 32, 0)        // back over three points
	check(at(1, 10), 16, 0, 16, 0)       // the edge sends it back whole
	check(at(1, 11), 4, 8, 4, 0)         // off the column: half and half
	check(at(4, 10), 32, 0, 0, 0)        // back over five points and the stone: out of reach
	check(at(4, 11), 8+0.5, 8+0.5, 0, 0) // back over six, around the stone
	s[at(2, 10)] = board.White
	f.Set(full, &s)
	check(at(1, 10), 4-32, 0, 4-32, 0) // Black's is passed once, at the line
}

// reference works a total out from the definition alone: all shortest ways, with
// images of the stones behind the edges.
func reference(size board.Size, s *influence.Stones, p board.Point) (halves [4]int) {
	var passed func(x, y, sx, sy int) int
	fold := func(x, last int) int {
		if x < 0 {
			x = -x
		}
		if x > last {
			x = 2*last - x
		}
		return x
	}
	// passed is the fewest stones strictly between a source and a point to walk to.
	passed = func(x, y, sx, sy int) int {
		best := 1000
		step := func(nx, ny int) {
			if nx == sx && ny == sy {
				best = 0
				return
			}
			n := passed(nx, ny, sx, sy)
			if s[board.At(fold(nx, size.Cols-1), fold(ny, size.Rows-1))] != board.Empty {
				n++
			}
			best = min(best, n)
		}
		if x != sx {
			step(x+(sx-x)/max(sx-x, x-sx), y)
		}
		if y != sy {
			step(x, y+(sy-y)/max(sy-y, y-sy))
		}
		return best
	}
	for i := range size.Count() {
		q := size.Point(i)
		sign := map[board.Color]int{board.Black: 1, board.White: -1}[s[q]]
		if sign == 0 {
			continue
		}
		x, y := q.X(), q.Y()
		for _, src := range [][2]int{{x, y}, {-x, y}, {2*(size.Cols-1) - x, y}, {x, -y}, {x, 2*(size.Rows-1) - y}} {
			dx, dy := p.X()-src[0], p.Y()-src[1]
			d := max(dx, -dx) + max(dy, -dy)
			if d > 6 {
				continue
			}
			if d > 0 {
				d += 2 * passed(p.X(), p.Y(), src[0], src[1])
			}
			if d > 6 {
				continue
			}
			force := sign * (64 >> d)
			vertical, horizontal := influence.Up, influence.Right
			if dy < 0 {
				vertical = influence.Down
			}
			if dx < 0 {
				horizontal = influence.Left
			}
			switch {
			case dx == 0 && dy == 0:
				for k := range halves {
					halves[k] += force / 2
				}
			case dx == 0:
				halves[vertical] += 2 * force
			case dy == 0:
				halves[horizontal] += 2 * force
			default:
				halves[vertical] += force
				halves[horizontal] += force
			}
		}
	}
	return halves
}

func TestForcesAgainstTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range shapes() {
		for _, tenths := range []int{1, 4, 9} {
			s := scatter(r, size, tenths)
			f := new(influence.Forces)
			f.Set(size, &s)
			for range 12 {
				p := size.Point(r.IntN(size.Count()))
				for d, want := range reference(size, &s, p) {
					if got := f.Force(p, influence.Direction(d)); got != float64(want)/2 {
						t.Fatalf("%v, %d tenths full, %v, force %d: %v, want %v", size, tenths, p, d, got, float64(want)/2)
					}
				}
			}
		}
	}
}

func TestTerritoryNeedsFourForces(t *testing.T) {
	var s influence.Stones
	// A corner that Black holds, and a lone stone of White's on the other side.
	for i := 1; i <= 4; i++ {
		s[at(4, i)], s[at(i, 4)] = board.Black, board.Black
	}
	s[at(10, 10)] = board.White
	f := new(influence.Forces)
	f.Set(full, &s)
	for row := 1; row <= 3; row++ {
		for col := 1; col <= 3; col++ {
			if got := f.Owner(at(row, col)); got != board.Black {
				t.Errorf("row %d column %d is %v, want black", row, col, got)
			}
		}
	}
	if black, white := influence.Count(full, f.Owner); white != 0 || black < 9 {
		t.Errorf("black %d, white %d: one stone in the middle holds nothing", black, white)
	}
	if got := f.Owner(at(10, 10)); got != board.Empty {
		t.Errorf("a point with a stone is %v's territory", got)
	}
}

// swapped is the position with the colours exchanged, turned its image by a symmetry.
func swapped(s *influence.Stones) (r influence.Stones) {
	for p, c := range s {
		r[p] = c.Other()
	}
	return r
}

func turned(size board.Size, s *influence.Stones, k int) (r influence.Stones) {
	for i := range size.Count() {
		p := size.Point(i)
		r[size.Turn(p, k)] = s[p]
	}
	return r
}

func TestColorsAndSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, size := range shapes() {
		for tenths := 1; tenths <= 9; tenths += 2 {
			s := scatter(r, size, tenths)
			var m, n influence.Map
			var f, g influence.Forces
			m.Set(size, &s)
			f.Set(size, &s)
			o := swapped(&s)
			n.Set(size, &o)
			g.Set(size, &o)
			for i := range size.Count() {
				p := size.Point(i)
				if n.At(p) != -m.At(p) || g.At(p) != -f.At(p) || n.Owner(p) != m.Owner(p).Other() || g.Owner(p) != f.Owner(p).Other() {
					t.Fatalf("%v %v: the other colours do not negate", size, p)
				}
			}
			if n.Balance() != -m.Balance() || g.Balance() != -f.Balance() {
				t.Fatalf("%v: the other colours do not negate the balance", size)
			}
			for k := range size.Symmetries() {
				o := turned(size, &s, k)
				n.Set(size, &o)
				g.Set(size, &o)
				for i := range size.Count() {
					p := size.Point(i)
					q := size.Turn(p, k)
					if n.At(q) != m.At(p) || g.At(q) != f.At(p) || g.Owner(q) != f.Owner(p) {
						t.Fatalf("%v %v: symmetry %d does not hold", size, p, k)
					}
				}
			}
		}
	}
}

func TestWorth(t *testing.T) {
	var before influence.Stones
	after := before
	after[at(10, 10)] = board.White
	// Rings of 4, 8, ... 24 points around 64: 64 + 128 + 128 + 96 + 64 + 40 + 24.
	if got := influence.Worth(full, &before, &after, board.White); got != 544 {
		t.Errorf("the first stone in the middle is worth %d, want 544", got)
	}
	if got := influence.Worth(full, &before, &after, board.Black); got != -544 {
		t.Errorf("White's stone is worth %d to Black, want -544", got)
	}
	if got := influence.Worth(full, &after, &after, board.Black); got != 0 {
		t.Errorf("a pass is worth %d", got)
	}
}

// A map that follows a change is the map of the stones after it.
func TestChange(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, size := range shapes() {
		for range 8 {
			before := scatter(r, size, r.IntN(10))
			after := before
			var changed []board.Point
			for range 1 + r.IntN(4) {
				p := size.Point(r.IntN(size.Count()))
				after[p] = board.Color(r.IntN(3))
				changed = append(changed, p)
			}
			var got, want influence.Map
			got.Set(size, &before)
			got.Change(&before, &after, changed)
			want.Set(size, &after)
			if got != want {
				t.Fatalf("%v: the map after a change of %v is another", size, changed)
			}
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	s := scatter(rand.New(rand.NewPCG(3, 3)), full, 7)
	var m influence.Map
	var f influence.Forces
	if n := testing.AllocsPerRun(5, func() { m.Set(full, &s); f.Set(full, &s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkInfluence(b *testing.B) {
	s := scatter(rand.New(rand.NewPCG(4, 4)), full, 10)
	b.Run("map", func(b *testing.B) {
		var m influence.Map
		for b.Loop() {
			m.Set(full, &s)
		}
	})
	b.Run("forces", func(b *testing.B) {
		var f influence.Forces
		for b.Loop() {
			f.Set(full, &s)
		}
	})
}
