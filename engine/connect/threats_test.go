package connect

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
)

// crowd plays stones near each other, so that threats come about, without a
// winner.
func crowd(p *Position, rng *rand.Rand, n int) {
	r := p.Size()
	for range 20 * n {
		if p.Count() >= n {
			return
		}
		x, y := rng.IntN(r.Cols), rng.IntN(r.Rows)
		if last, c := p.Last(); c != board.Empty && rng.IntN(3) > 0 {
			x, y = last.X()+rng.IntN(7)-3, last.Y()+rng.IntN(7)-3
		}
		if x < 0 || y < 0 || x >= r.Cols || y >= r.Rows || !p.Free(board.At(x, y)) {
			continue
		}
		// Twice as often one colour, so that someone threatens.
		c := board.Color(1 + min(1, rng.IntN(3)))
		if p.Put(board.At(x, y), c); p.Winner() != board.Empty {
			p.Take()
		}
	}
}

// wins reports whether the side to move completes k in a row with at most n
// stones, by putting them everywhere.
func (s *slow) wins(c board.Color, n int) bool {
	won := false
	s.windows(func(_ int, points []board.Point) {
		if k := s.count(points); k[c.Other()] == 0 && k[board.Empty] <= n {
			won = true
		}
	})
	return won
}

func TestWinNow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, r := range append(sizes, board.Size{Cols: 6, Rows: 5}) {
		p := newPosition(t, r)
		found := 0
		for range 150 {
			p.Reset()
			crowd(p, rng, 1+rng.IntN(min(60, r.Count()-1)))
			side, due := board.Color(1+rng.IntN(2)), 1+rng.IntN(Each)
			p.SetTurn(side, due)
			due = p.Due()
			s := reference(p)
			key := p.Key()
			m, ok := p.WinNow()
			if want := s.wins(side, due); ok != want {
				t.Fatalf("%v: a win for %v with %d stones: %v, want %v", r, side, due, ok, want)
			}
			if !ok {
				if m != NoMove {
					t.Fatalf("%v: no win, but %v", r, m)
				}
				continue
			}
			found++
			if m.Stones() != due || m != Pair(m.A, m.B) {
				t.Fatalf("%v: winning turn %v places %d stones in order of points, want %d", r, m, m.Stones(), due)
			}
			for _, pt := range m.Points(nil) {
				if !p.Free(pt) {
					t.Fatalf("%v: %v of the winning turn %v is taken", r, pt, m)
				}
			}
			p.PlayMove(m)
			if p.Winner() != side {
				t.Fatalf("%v: %v does not win", r, m)
			}
			p.TakeMove(m)
			if p.Key() != key {
				t.Fatalf("%v: %v is not undone", r, m)
			}
		}
		if found < 10 {
			t.Errorf("%v: only %d wins among 150 positions", r, found)
		}
	}
}

// TestFinishedPositionsAreQuiet: a position with full lines has nothing left to
// win or to answer, and asking is no mistake.
func TestFinishedPositionsAreQuiet(t *testing.T) {
	p := newPosition(t, board.Size{Cols: 6, Rows: 2}) // whose two windows are its rows
	for i := range 6 {
		p.Put(board.At(i, 1), board.Black)
	}
	p.SetTurn(board.Black, 2)
	if m, ok := p.WinNow(); ok {
		t.Errorf("cells %d and %d win a game that is over", m.A, m.B)
	}
	var def Defence
	if p.Answer(board.White, &def); def.Need != 3 {
		t.Errorf("%d points answer a full line, want 3 for none", def.Need)
	}
	if p.Answer(board.Black, &def); def.Need != 0 {
		t.Errorf("Black needs %d points against nothing", def.Need)
	}
	p.EachHot(board.Black, func(w Window) bool {
		for _, c := range w.Empty[:w.N] {
			if p.At(PointOf(c)) != board.Empty {
				t.Errorf("window %+v names a point that is taken", w)
			}
		}
		return true
	})
}

// TestPairGain holds the joint gain against the difference of real scores.
func TestPairGain(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 3))
	for _, r := range sizes {
		p := newPosition(t, r)
		joint := 0
		for range 120 {
			p.Reset()
			crowd(p, rng, rng.IntN(min(50, r.Count()-2)))
			a, b := r.Point(rng.IntN(r.Count())), r.Point(rng.IntN(r.Count()))
			if rng.IntN(2) == 0 {
				b = board.At(min(r.Cols-1, max(0, a.X()+rng.IntN(9)-4)), min(r.Rows-1, max(0, a.Y()+rng.IntN(9)-4)))
			}
			if a == b || !p.Free(a) || !p.Free(b) {
				continue
			}
			m := Pair(a, b)
			for _, c := range []board.Color{board.Black, board.White} {
				base := p.Value(c)
				got := p.Gain(c, CellOf(m.A)) + p.Gain(c, CellOf(m.B)) + p.PairGain(c, m.A, m.B)
				s := reference(p)
				s.stones[m.A], s.stones[m.B] = c, c
				if want := s.value(c) - base; got != want {
					t.Fatalf("%v: %v gains %d by %v, want %d", r, c, got, m, want)
				}
				if p.PairGain(c, m.A, m.B) != 0 {
					joint++
				}
			}
		}
		if joint < 10 {
			t.Errorf("%v: only %d pairs gained anything jointly", r, joint)
		}
	}
}

// TestMeets holds Meets and Answer against the reference in crowded positions:
// also single points, and no point at all.
func TestMeets(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 12))
	needs := map[int]int{}
	for _, r := range []board.Size{Board, {Cols: 9, Rows: 9}, {Cols: 15, Rows: 15}, {Cols: 8, Rows: 8}} {
		p := newPosition(t, r)
		for range 60 {
			p.Reset()
			crowd(p, rng, 10+rng.IntN(45))
			for _, me := range []board.Color{board.Black, board.White} {
				s := reference(p)
				var def Defence
				p.Answer(me, &def)
				if want := s.need(me); def.Need != want {
					t.Fatalf("%v needs %d, want %d", me, def.Need, want)
				}
				needs[def.Need]++
				s.checkDefence(t, p, me, &def)
				if got := p.Meets(me, NoMove); got != (def.Need == 0) {
					t.Fatalf("passing meets threats that need %d: %v", def.Need, got)
				}
				for range 15 {
					pt := r.Point(rng.IntN(r.Count()))
					if def.NSingle > 0 && rng.IntN(2) == 0 {
						pt = PointOf(def.Singles[0])
					}
					if !p.Free(pt) {
						continue
					}
					s.stones[pt] = me
					want := s.need(me) == 0
					delete(s.stones, pt)
					if got := p.Meets(me, Move{pt, board.Nowhere}); got != want {
						t.Fatalf("%v alone meets the threats: %v, want %v", pt, got, want)
					}
				}
			}
		}
	}
	for n := range 4 {
		if needs[n] < 5 {
			t.Errorf("only %d positions needed %d points", needs[n], n)
		}
	}
}

// TestAnswerByHand: threats that players know.
func TestAnswerByHand(t *testing.T) {
	row := func(y int, xs ...int) (p []board.Point) {
		for _, x := range xs {
			p = append(p, board.At(x, y))
		}
		return p
	}
	join := func(a ...[]board.Point) (all []board.Point) {
		for _, p := range a {
			all = append(all, p...)
		}
		return all
	}
	for _, c := range []struct {
		name         string
		black, white []board.Point
		need         int
		answers      int // singles or pairs
	}{
		{"three in a row", row(9, 6, 7, 8), nil, 0, 0},
		{"open four", row(9, 6, 7, 8, 9), nil, 2, 3},
		{"four against the edge", row(9, 0, 1, 2, 3), nil, 1, 2},
		{"four against a stone", row(9, 6, 7, 8, 9), row(9, 5), 1, 2},
		{"four with a gap", row(9, 5, 6, 8, 9), nil, 1, 1},
		{"four in seven points", row(9, 6, 7, 8, 9), row(9, 4, 11), 1, 2},
		{"open five", row(9, 5, 6, 7, 8, 9), nil, 2, 1},
		{"two closed fours", join(row(9, 0, 1, 2, 3), row(12, 0, 1, 2, 3)), nil, 2, 4},
		{"three closed fours", join(row(3, 0, 1, 2, 3), row(9, 0, 1, 2, 3), row(12, 0, 1, 2, 3)), nil, 3, 0},
		{"an open four and a closed one", join(row(9, 6, 7, 8, 9), row(12, 0, 1, 2, 3)), nil, 3, 0},
		{"two fours that cross in an empty point", join(row(9, 5, 6, 8, 9), []board.Point{board.At(7, 7), board.At(7, 8), board.At(7, 10), board.At(7, 11)}), nil, 1, 1},
	} {
		p := newPosition(t, Board)
		for _, pt := range c.black {
			p.Put(pt, board.Black)
		}
		for _, pt := range c.white {
			p.Put(pt, board.White)
		}
		var def Defence
		p.Answer(board.White, &def)
		got := def.NSingle
		if def.Need == 2 {
			got = def.NPair
		}
		if def.Need != c.need || got != c.answers {
			t.Errorf("%s needs %d points, %d answers; want %d, %d: %v %v", c.name, def.Need, got, c.need, c.answers, def.Singles[:def.NSingle], def.Pairs[:def.NPair])
		}
	}
}

// TestWarmWindows visits the windows that two turns fill, with their empty
// cells.
func TestWarmWindows(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	type window struct {
		d, stones int
		start     board.Point
	}
	for _, r := range sizes {
		p := newPosition(t, r)
		crowd(p, rng, min(40, r.Count()/2))
		s := reference(p)
		for _, c := range []board.Color{board.Black, board.White} {
			want := map[window]bool{}
			s.windows(func(d int, points []board.Point) {
				if n := s.count(points); n[c.Other()] == 0 && n[c] >= max(1, Row-2*Each) {
					want[window{d, n[c], points[0]}] = true
				}
			})
			seen := 0
			for l, row := range p.WarmRows(c) {
				for ; row != 0; row &= row - 1 {
					bit := bits.TrailingZeros32(row)
					start := l.Zero() + Cell(bit)*Step[l.Direction]
					if line, at := LineBit(l.Direction, start); line != l.Number || at != bit {
						t.Fatalf("%v: bit %d of line %+v is cell %d, which is bit %d of line %d", r, bit, l, start, at, line)
					}
					black, white := content(p.window[l.Direction][windowAt(l.Direction, start)])
					stones := black + white
					w := window{l.Direction, stones, PointOf(start)}
					if !want[w] {
						t.Fatalf("%v: %+v of %v is not warm", r, w, c)
					}
					seen++
				}
			}
			if seen != len(want) {
				t.Fatalf("%v: %d warm windows of %v, want %d", r, seen, c, len(want))
			}
		}
	}
}
