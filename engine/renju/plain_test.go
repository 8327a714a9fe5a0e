package renju

import (
	"slices"

	"stonehand/engine/board"
)

// plain is the rules as they are written, stone by stone: slow, and without the
// thoughts that make [Board] quick.
type plain struct {
	size   board.Size
	stones map[board.Point]board.Color
}

// along returns the point n steps from p in direction d.
func along(p board.Point, d, n int) (board.Point, bool) {
	x, y := p.X()+n*board.Directions[d][0], p.Y()+n*board.Directions[d][1]
	if x < 0 || y < 0 || x >= board.MaxSide || y >= board.MaxSide {
		return board.Nowhere, false
	}
	return board.At(x, y), true
}

func (b *plain) is(p board.Point, d, n int, c board.Color) bool {
	q, ok := along(p, d, n)
	return ok && b.size.Has(q) && b.stones[q] == c
}

// row returns the unbroken black row through p.
func (b *plain) row(p board.Point, d int) []board.Point {
	from := 0
	for b.is(p, d, from-1, board.Black) {
		from--
	}
	var row []board.Point
	for n := from; b.is(p, d, n, board.Black); n++ {
		q, _ := along(p, d, n)
		row = append(row, q)
	}
	return row
}

func (b *plain) with(p board.Point, f func()) {
	b.stones[p] = board.Black
	f()
	delete(b.stones, p)
}

// shape is a set of stones, sorted.
type shape [4]board.Point

// fours collects the fours with p in direction d: four stones that one stone
// more makes a five.
func (b *plain) fours(p board.Point, d int, into map[shape][]board.Point) {
	for n := -4; n <= 4; n++ {
		if !b.is(p, d, n, board.Empty) {
			continue
		}
		e, _ := along(p, d, n)
		b.with(e, func() {
			if row := b.row(e, d); len(row) == 5 && slices.Contains(row, p) {
				var s shape
				i := 0
				for _, q := range row {
					if q != e {
						s[i] = q
						i++
					}
				}
				into[s] = append(into[s], e)
			}
		})
	}
}

// threes collects the threes with p in direction d.
func (b *plain) threes(p board.Point, d int, into map[shape]bool) {
	for n := -4; n <= 4; n++ {
		if !b.is(p, d, n, board.Empty) {
			continue
		}
		e, _ := along(p, d, n)
		b.with(e, func() {
			row := b.row(e, d)
			if len(row) != 4 || !slices.Contains(row, p) {
				return
			}
			fours := map[shape][]board.Point{}
			b.fours(e, d, fours)
			if len(fours[shape(row)]) != 2 {
				return // not straight
			}
			five, foul := b.judge(e)
			if five || foul != None {
				return
			}
			var s shape
			i := 0
			for _, q := range row {
				if q != e {
					s[i] = q
					i++
				}
			}
			s[3] = board.Nowhere
			into[s] = true
		})
	}
}

func (b *plain) judge(p board.Point) (five bool, foul Foul) {
	for d := range board.Directions {
		switch n := len(b.row(p, d)); {
		case n == 5:
			return true, None
		case n > 5:
			foul = Overline
		}
	}
	if foul != None {
		return false, foul
	}
	fours, threes := map[shape][]board.Point{}, map[shape]bool{}
	for d := range board.Directions {
		b.fours(p, d, fours)
	}
	if len(fours) > 1 {
		return false, DoubleFour
	}
	for d := range board.Directions {
		b.threes(p, d, threes)
	}
	if len(threes) > 1 {
		return false, DoubleThree
	}
	return false, None
}

func (b *plain) foul(p board.Point) (foul Foul) {
	if b.stones[p] != board.Empty {
		return None
	}
	b.with(p, func() {
		five := false
		if five, foul = b.judge(p); five {
			foul = None
		}
	})
	return foul
}
