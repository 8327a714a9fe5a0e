package tactics

import "stonehand/engine/board"

// space is the part of the board that a question of life and death is about.
type space struct {
	list   []board.Point
	inside [board.Cells]bool
}

// MaxSpace is the most empty points that an enclosed space may have; a chain with more
// around it is not taken for enclosed.
const MaxSpace = 18

func (s *space) clear() {
	for _, c := range s.list {
		s.inside[c] = false
	}
	s.list = s.list[:0]
}

func (s *space) add(c board.Point) {
	if !s.inside[c] {
		s.inside[c] = true
		s.list = append(s.list, c)
	}
}

// enclose finds what encloses the chain at c: the space is everything that can be
// reached from it over empty points and stones of its colour, and chains of the other
// colour that have all their liberties in there. It reports false if more than most
// empty points can be reached.
func (s *space) enclose(f *field, c board.Point, most int) bool {
	s.clear()
	color := f.at(c)
	s.add(c)
	empty := 0
	for done := 0; done < len(s.list); {
		for ; done < len(s.list); done++ {
			c := s.list[done]
			if f.at(c) == board.Empty {
				if empty++; empty > most {
					return false
				}
			}
			for _, q := range around(c) {
				if f.at(q) == board.Empty || f.at(q) == color {
					s.add(q)
				}
			}
		}
		for _, c := range s.list[:done] {
			for _, q := range around(c) {
				if f.at(q) == color.Other() && !s.inside[q] && s.trapped(f, q) {
					_, n := f.liberties(q, board.Cells)
					for _, stone := range f.queue[:n] {
						s.add(stone)
					}
				}
			}
		}
	}
	return true
}

// trapped reports whether the chain at c has no liberty outside.
func (s *space) trapped(f *field, c board.Point) bool {
	mark, color := f.fresh(), f.at(c)
	f.queue[0], f.marks[c] = c, mark
	n := 1
	for i := 0; i < n; i++ {
		for _, q := range around(f.queue[i]) {
			switch {
			case f.at(q) == board.Empty && !s.inside[q]:
				return false
			case f.at(q) == color && f.marks[q] != mark:
				f.marks[q] = mark
				f.queue[n] = q
				n++
			}
		}
	}
	return true
}
