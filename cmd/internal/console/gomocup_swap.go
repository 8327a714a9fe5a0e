package console

import (
	"context"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
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
	if n := len(s.stones); n != 0 && n != opening.AfterThree && n != opening.AfterFive {
		s.stones = nil
		s.say("ERROR swap2 has 0, 3 or 5 stones, not %d", n)
		return
	}
	a, ok := s.think(ctx, s.opening())
	switch {
	case !ok:
		return
	case a.Choice == opening.TakeBlack:
		s.own(func(i int) bool { return i%2 == 0 })
		s.say("SWAP")
		return
	case a.Choice == opening.TakeWhite:
		s.own(func(i int) bool { return i%2 == 1 })
		if len(a.Points) == 0 {
			s.move(ctx)
			return
		}
	case len(a.Points) == 0:
		s.say("ERROR there is no room for three stones")
		return
	default:
		s.opened = true
	}
	var words []string
	for _, at := range a.Points {
		s.stones = append(s.stones, stone{at: at, own: a.Choice == opening.TakeWhite})
		words = append(words, s.name(at))
	}
	s.say("%s", strings.Join(words, " "))
}

// opening is the question what is to be done in swap2 with the stones so far.
func (s *brain) opening() player.Question {
	rules := s.rules()
	rules.Opening = opening.Swap2
	q := player.Question{Position: player.Position{Rules: rules, ToMove: board.White}, Limits: s.limits()}
	for i, st := range s.stones {
		q.Turns = append(q.Turns, game.Turn{Color: [2]board.Color{board.Black, board.White}[i%2], Points: []board.Point{st.at}})
	}
	if len(s.stones) == opening.AfterFive {
		q.Made = []opening.Made{{After: opening.AfterThree, Choice: opening.PutTwo}}
	}
	if q.Choices = rules.Opening.Next(len(s.stones), q.Made).Choices; q.Choices == nil {
		q.ToMove, q.Due = board.Black, opening.AfterThree
	}
	return q
}

// own says whose the stones are.
func (s *brain) own(own func(i int) bool) {
	for i := range s.stones {
		s.stones[i].own = own(i)
	}
}
