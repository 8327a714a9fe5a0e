package console

import (
	"context"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/gomoku"
	"stonehand/engine/opening"
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
	swapper, people := s.Player.(Swapper)
	if _, failing := s.Player.(Failing); failing && !people {
		s.say("ERROR those who play here cannot be asked for an opening")
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
	if n := len(texts); people && (n == 0 || n == 3 || n == 5) {
		s.people(ctx, swapper, q)
		return
	}
	switch len(texts) {
	case 0:
		s.open(ctx, q)
	case 3, 5:
		ended := false
		take, at := s.opener(ctx, &ended).Colour(q, opening.Swap2)
		if ended {
			return
		}
		if take == opening.TakeBlack {
			// Black is to be preferred.
			s.own(func(i int) bool { return i%2 == 0 })
			s.say("SWAP")
			return
		}
		s.own(func(i int) bool { return i%2 == 1 })
		s.stones = append(s.stones, stone{at: at, own: true})
		s.sayPoint(at)
	default:
		s.stones = nil
		s.say("ERROR swap2 has 0, 3 or 5 stones, not %d", len(texts))
	}
}

// Swapper is a player that plays the opening swap2 by itself, as people do.
type Swapper interface {
	// Swap2 answers in a position of swap2 with none, three or five stones: with three
	// points, or what is chosen. After [opening.TakeWhite] the point is White's stone, and
	// after [opening.PutTwo] the points are both stones.
	Swap2(ctx context.Context, q gomoku.Question) (opening.Choice, []board.Point)
}

// people answers SWAP2BOARD with what a player chooses by itself.
func (s *brain) people(ctx context.Context, p Swapper, q gomoku.Question) {
	var choice opening.Choice
	var points []board.Point
	_, ok := s.wait(ctx, func(ctx context.Context) five.Found {
		choice, points = p.Swap2(ctx, q)
		return five.Found{Point: board.Nowhere} // it is no move
	})
	if !ok {
		return
	}
	switch choice {
	case opening.TakeBlack:
		s.own(func(i int) bool { return i%2 == 0 })
		s.say("SWAP")
		return
	case opening.TakeWhite:
		s.own(func(i int) bool { return i%2 == 1 })
	default:
		s.opened = true
	}
	var words []string
	for _, at := range points {
		s.stones = append(s.stones, stone{at: at, own: choice == opening.TakeWhite})
		words = append(words, s.name(at))
	}
	s.say("%s", strings.Join(words, " "))
}

// own says whose the stones are.
func (s *brain) own(own func(i int) bool) {
	for i := range s.stones {
		s.stones[i].own = own(i)
	}
}

// open puts down three stones that leave the two sides as equal as it can find.
func (s *brain) open(ctx context.Context, q gomoku.Question) {
	ended := false
	three := s.opener(ctx, &ended).Stones(q, opening.Swap2)
	if ended || three == nil {
		if !ended {
			s.say("ERROR there is no room for three stones")
		}
		return
	}
	s.stones, s.opened = nil, true
	var words []string
	for _, at := range three {
		s.stones = append(s.stones, stone{at: at})
		words = append(words, s.name(at))
	}
	s.say("%s", strings.Join(words, " "))
}

// opener plays openings with the brain's player. ended is set when the program is to
// end, and there is nothing to answer any more.
func (s *brain) opener(ctx context.Context, ended *bool) gomoku.Opener {
	return gomoku.Opener{Now: s.Now, Judge: func(q gomoku.Question) (five.Found, bool) {
		f, ok := s.think(ctx, q)
		*ended = *ended || !ok
		return f, ok
	}}
}
