package gametree

import (
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

// state is a position on the way through the tree.
type state struct {
	size   board.Size
	stones [board.Cells]board.Color
	toMove board.Color
	part   int // stones of the turn that are down
	first  bool
	rules  game.Rules   // nil for Go, and for games without rules here
	goban  *weiqi.Board // nil but for Go
}

// start returns the empty board.
func (v *View) start() (*state, error) {
	s := &state{size: v.Info.Size, toMove: board.Black, first: true, rules: v.rules}
	if v.Game == "go" {
		var err error
		if s.goban, err = weiqi.NewBoard(s.size); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// clone returns a position that changes by itself.
func (s *state) clone() *state {
	c := *s
	if s.goban != nil {
		b := *s.goban
		c.goban = &b
	}
	return &c
}

// turn is how many stones the present turn takes.
func (s *state) turn() int {
	turns := 1
	if s.first {
		turns = 0
	}
	if s.rules == nil {
		return 1
	}
	_, n := s.rules.Due(turns)
	return n
}

// due is how many it still takes.
func (s *state) due() int {
	if s.toMove == board.Empty {
		return 0
	}
	return s.turn() - s.part
}

// key is the hash of the stones, for Go.
func (s *state) key() board.Key {
	if s.goban == nil {
		return 0
	}
	return s.goban.Key()
}

// rebuild makes a new board of Go after stones were set up. Chains without a
// liberty, which only a record can set up, are lifted.
func (s *state) rebuild(n *Node) {
	black, white := 0, 0
	for i := range s.size.Count() {
		switch s.stones[s.size.Point(i)] {
		case board.Black:
			black++
		case board.White:
			white++
		}
	}
	if s.part = 0; s.first && black > white {
		s.toMove = board.White
	}
	s.first = black+white == 0
	if s.rules != nil && len(n.Set) > 0 && s.toMove == board.Empty {
		s.toMove = board.Black
	}
	s.regroup(n)
}

// regroup makes the board of Go from the stones.
func (s *state) regroup(n *Node) {
	if s.goban == nil {
		return
	}
	fresh, err := weiqi.NewBoard(s.size)
	if err != nil {
		return // it was made before
	}
	for p := range s.size.Points {
		if s.stones[p] != board.Empty {
			fresh.Play(s.stones[p], p)
		}
	}
	for p := range s.size.Points {
		if fresh.At(p) != s.stones[p] {
			s.stones[p] = board.Empty
			n.Lifted = append(n.Lifted, p)
		}
	}
	s.goban = fresh
}

// play puts stones down and returns what that lifts. Points may be taken: the new
// stone stands there then.
func (s *state) play(c board.Color, points []board.Point) (lifted []board.Point) {
	if c != s.toMove {
		s.toMove, s.part = c, 0
	}
	if s.goban != nil {
		for _, p := range points {
			if s.stones[p] != board.Empty {
				s.stones[p] = board.Empty
				s.regroup(&Node{})
			}
			lifted = s.goban.Captures(c, p, lifted)
			if u := s.goban.Play(c, p); u.Suicide {
				lifted = append(lifted, p)
			}
			s.stones[p] = c
		}
		if len(points) == 0 {
			s.goban.Play(c, board.Nowhere)
		}
		for _, p := range lifted {
			s.stones[p] = board.Empty
		}
		s.toMove, s.first = c.Other(), false
		return lifted
	}
	for _, p := range points {
		s.stones[p] = c
	}
	s.part += len(points)
	switch over := s.over(c, points); {
	case over:
		s.toMove, s.part = board.Empty, 0
	case s.part >= s.turn() || len(points) == 0:
		s.toMove, s.part = c.Other(), 0
		s.first = false
	}
	return nil
}

// over reports whether a move has ended the game.
func (s *state) over(c board.Color, points []board.Point) bool {
	if s.rules == nil || len(points) == 0 {
		return false
	}
	b := game.BoardOf(s.size, s.stones)
	return game.Outcome(s.rules, &b, game.Turn{Color: c, Points: points}, c.Other()).Over
}
