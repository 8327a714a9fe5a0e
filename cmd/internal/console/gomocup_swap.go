package console

import (
	"context"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/gomoku"
)

// The opening swap2: the first player puts down two black stones and a white one;
// the second takes White and moves, takes Black, or puts down one more of each and
// leaves the choice of colours to the first.

// swap2 answers SWAP2BOARD, which is followed by the stones so far: none, three
// or five, black and white by turns.
func (s *brain) swap2(ctx context.Context) {
	texts, ok := s.list(ctx)
	if !ok {
		return
	}
	s.stones, s.opened = nil, false
	for _, text := range texts {
		if !s.add(text, false) {
			s.stones = nil
			return
		}
	}
	q := gomoku.Question{Size: s.size, Rules: s.rules(), ToMove: board.White, Limits: s.limits()}
	c := board.Black
	for _, st := range s.stones {
		q.Stones = append(q.Stones, gomoku.Stone{Point: st.at, Color: c})
		c = c.Other()
	}
	switch len(texts) {
	case 0:
		s.open(ctx, q)
	case 3, 5:
		f, ok := s.think(ctx, q)
		if !ok {
			return
		}
		if f.Score < 0 || f.Point == board.Nowhere {
			// Black is to be preferred.
			s.own(func(i int) bool { return i%2 == 0 })
			s.say("SWAP")
			return
		}
		s.own(func(i int) bool { return i%2 == 1 })
		s.stones = append(s.stones, stone{at: f.Point, own: true})
		s.sayPoint(f.Point)
	default:
		s.stones = nil
		s.say("ERROR swap2 has 0, 3 or 5 stones, not %d", len(texts))
	}
}

// own says whose the stones are.
func (s *brain) own(own func(i int) bool) {
	for i := range s.stones {
		s.stones[i].own = own(i)
	}
}

// open puts down three stones that leave the two sides as equal as it can find:
// whoever may choose between them gains nothing.
func (s *brain) open(ctx context.Context, q gomoku.Question) {
	mid := s.size.Center()
	point := func(dx, dy int) board.Point {
		return board.At(min(max(mid.X()+dx, 0), s.size.Cols-1), min(max(mid.Y()+dy, 0), s.size.Rows-1))
	}
	limits := q.Limits
	best, least := []board.Point(nil), 0
	end := s.Now().Add(limits.Hard)
	for i, o := range openings {
		left := end.Sub(s.Now())
		if best != nil && left < limits.Hard/8 {
			break
		}
		three := []board.Point{point(o[0], o[1]), point(o[2], o[3]), point(o[4], o[5])}
		if three[0] == three[1] || three[0] == three[2] || three[1] == three[2] {
			continue // a small board
		}
		q.Stones = []gomoku.Stone{{Point: three[0], Color: board.Black}, {Point: three[1], Color: board.White}, {Point: three[2], Color: board.Black}}
		share := max(left/time.Duration(len(openings)-i), instantTime)
		q.Limits = five.Limits{Nodes: limits.Nodes, Soft: share / 2, Hard: share}
		f, ok := s.think(ctx, q)
		if !ok {
			return
		}
		if v := max(f.Score, -f.Score); best == nil || v < least {
			best, least = three, v
		}
	}
	if best == nil {
		best = []board.Point{s.size.Point(0), s.size.Point(s.size.Count() - 1), s.size.Point(s.size.Cols - 1)}
	}
	s.stones, s.opened = nil, true
	var words []string
	for _, at := range best {
		s.stones = append(s.stones, stone{at: at})
		words = append(words, s.name(at))
	}
	s.say("%s", strings.Join(words, " "))
}

// openings are steps from the middle: black, white, black. Stones far from each
// other, or at the side, keep the first move's advantage small.
var openings = [][6]int{
	{-3, -3, -1, -2, 1, -4}, {-4, 0, -2, 1, -3, -3}, {0, -4, 2, -3, -3, -2}, {-2, -4, 0, -3, 3, -4},
	{-4, -4, -3, -2, -1, -4}, {1, -3, -1, -4, 4, -1}, {-3, 1, -4, 3, 0, 4}, {2, 2, 4, 3, -1, 4},
}
