package tactics

import (
	"slices"

	"stonehand/engine/board"
)

// candidates lists the moves that a side tries, those likely to decide first. A pass
// comes last: the defender may always pass, for a move may hurt. The attacker need not,
// for then the defender passes too and is saved; only where that is not enough it does.
func (s *Solver) candidates(color board.Color, ply int, first board.Point) []move {
	list := s.lists[ply][:0]
	var points []board.Point
	switch s.question.Goal {
	case Kill:
		points = s.list
	case Ladder:
		points = s.forcing(color)
	case Capture:
		points = s.nearby()
	}
	for _, c := range points {
		if s.at(c) == board.Empty && len(list) < maxMoves-1 {
			m := move{c, s.rate(c, color) + s.history[color][c]}
			if c == first {
				m.score = 1 << 30
			}
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b move) int { return int(b.score - a.score) })
	if color != s.attacker || s.strict {
		list = append(list, move{none, 0})
	}
	return list
}

// rate guesses how much a move decides.
func (s *Solver) rate(c board.Point, color board.Color) (score int32) {
	for _, q := range around(c) {
		switch s.at(q) {
		case board.Empty:
			score += 3
		case color.Other():
			score += 2
			switch liberties, n := s.liberties(q, 3); liberties {
			case 1:
				score += 60 + int32(n)
			case 2:
				score += 15
			}
		case color:
			score++
			if liberties, _ := s.liberties(q, 2); liberties == 1 {
				score += 30
			}
		}
	}
	return score
}

// forcing lists the moves of a ladder: the liberties of the chain, and for its owner
// those of the stones around it that are in atari. The attacker's moves that give no atari
// are found out by what follows: the chain is out.
func (s *Solver) forcing(color board.Color) []board.Point {
	list := s.pos.Liberties(s.target, s.near[:0])
	if color == s.attacker {
		return list
	}
	return s.weak(list, s.target, s.attacker, 1)
}

// weak appends the liberties of the chains of a colour around the chain at c that have
// no more than most.
func (s *Solver) weak(list []board.Point, c board.Point, color board.Color, most int) []board.Point {
	_, n := s.liberties(c, board.Cells)
	for _, stone := range s.chain[:copy(s.chain[:], s.queue[:n])] {
		for _, q := range around(stone) {
			if s.at(q) == color {
				list = s.few(list, q, most)
			}
		}
	}
	return list
}

// few appends the liberties of a chain if they are no more than most.
func (s *Solver) few(list []board.Point, c board.Point, most int) []board.Point {
	if liberties, _ := s.liberties(c, most+1); liberties > most {
		return list
	}
	before := len(list)
	if list = s.pos.Liberties(c, list); len(list) > maxMoves/2 {
		return list[:before]
	}
	return unique(list, before)
}

// unique drops what is after before and was there already.
func unique(list []board.Point, before int) []board.Point {
	kept := list[:before]
	for _, c := range list[before:] {
		if !slices.Contains(kept, c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// nearby lists the points around a chain that is to be captured.
func (s *Solver) nearby() []board.Point {
	list := s.pos.Liberties(s.target, s.near[:0])
	liberties := len(list)
	list = s.weak(list, s.target, s.attacker, 3)
	for _, c := range s.chain[:copy(s.chain[:], list[:liberties])] {
		for _, q := range around(c) {
			switch s.at(q) {
			case board.Empty:
				list = append(list, q)
				list = unique(list, len(list)-1)
			case s.attacker:
				list = s.few(list, q, 2)
			case s.attacker.Other():
				list = s.few(list, q, 3)
			}
		}
	}
	return list
}
