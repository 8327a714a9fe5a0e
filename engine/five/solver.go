package five

import "stonehand/engine/board"

// solver looks for wins by threats alone: by continuous fours, each of which has
// one answer, and by fours and threes, of which every answer is tried.
type solver struct {
	pos    *Position
	nodes  uint64
	budget uint64 // of nodes
	looked uint32 // positions in all attacks so far: every now and then one asks
	halt   func() bool
	failed []failure
	plies  [2 * maxAttack]attackPly
	first  board.Point // of the win that was found last
}

// failure remembers a position in which a side has no win of some depth.
type failure struct {
	key   board.Key
	depth int8
}

// attackPly is the memory of one ply of an attack.
type attackPly struct {
	tries   [maxTries]ranked
	answers [maxTries]board.Point
}

const (
	failures  = 1 << 15
	maxTries  = 64
	maxAttack = 24 // stones of the attacker
)

// ranked is a point and what speaks for it.
type ranked struct {
	at    board.Point
	score int32
}

// newSolver returns a solver that gives up when halt says so.
func newSolver(pos *Position, halt func() bool) *solver {
	return &solver{pos: pos, halt: halt, failed: make([]failure, failures)}
}

// spent counts a position, and reports whether there may be no more. It then stays
// so: the attack gives up in all its branches.
func (s *solver) spent() bool {
	s.nodes++
	if s.looked++; s.looked&0x1F == 0 && s.halt() {
		s.budget = 0
	}
	return s.nodes > s.budget
}

// straight returns a point where c makes a straight four, or two fours, and may.
func (p *Position) straight(c board.Color) board.Point {
	if p.Has(c, Straight) == 0 {
		return board.Nowhere
	}
	found := board.Nowhere
	p.each(c, Straight, func(at board.Point) bool {
		if p.kinds[c][at] == Straight && p.Allowed(at, c) {
			found = at
		}
		return found == board.Nowhere
	})
	return found
}

// fours returns in how many of its stones c, to move, wins by fours alone, at
// most depth and within the budget; 0 if no such win was found. first is then the
// stone to play.
func (s *solver) fours(c board.Color, depth, ply int) int {
	p := s.pos
	o := c.Other()
	if p.Has(c, Wins) > 0 {
		s.first = p.only(c, Wins)
		return 1
	}
	theirs := p.Has(o, Wins)
	if depth < 2 || theirs > 1 || ply >= len(s.plies) || s.spent() {
		return 0
	}
	forced := board.Nowhere
	if theirs == 1 {
		if forced = p.only(o, Wins); p.kinds[c][forced] < MakesFour {
			return 0
		}
	}
	n := s.tries(c, MakesFour, forced, ply)
	for _, try := range s.plies[ply].tries[:n] {
		if !p.Allowed(try.at, c) {
			continue
		}
		won := 0
		p.Put(try.at, c)
		if reply := p.only(c, Wins); p.Has(c, Wins) > 1 || reply != board.Nowhere && !p.Allowed(reply, o) {
			won = 2
		} else if reply != board.Nowhere {
			p.Put(reply, o)
			if won = s.fours(c, depth-1, ply+1); won > 0 {
				won++
			}
			p.Take()
		}
		p.Take()
		if won > 0 {
			s.first = try.at
			return won
		}
	}
	return 0
}

// tries lists the points where c makes at least that kind, those that force most
// first; only forced, unless that is nowhere.
func (s *solver) tries(c board.Color, least Kind, forced board.Point, ply int) int {
	p, list, n := s.pos, &s.plies[ply].tries, 0
	p.each(c, least, func(at board.Point) bool {
		if forced != board.Nowhere && at != forced {
			return true
		}
		r := ranked{at, int32(p.kinds[c][at])<<16 + int32(p.worth[c][at]) + int32(p.worth[c.Other()][at])/4}
		i := n
		if n == maxTries {
			if i--; list[i].score >= r.score {
				return true
			}
		} else {
			n++
		}
		for ; i > 0 && list[i-1].score < r.score; i-- {
			list[i] = list[i-1]
		}
		list[i] = r
		return true
	})
	return n
}

// attack returns in how many of its stones c, to move, wins by fours and threes,
// at most depth and within the budget; 0 if no such win was found.
func (s *solver) attack(c board.Color, depth, ply int) int {
	p := s.pos
	o := c.Other()
	if p.Has(c, Wins) > 0 {
		s.first = p.only(c, Wins)
		return 1
	}
	theirs := p.Has(o, Wins)
	if depth < 2 || theirs > 1 || ply >= len(s.plies) || s.spent() {
		return 0
	}
	forced := board.Nowhere
	if theirs == 1 {
		forced = p.only(o, Wins)
		if p.kinds[c][forced] < MakesThree || !p.Allowed(forced, c) {
			return 0
		}
	} else if at := p.straight(c); at != board.Nowhere {
		s.first = at
		return 2
	}
	key := p.key ^ board.Key(c)*0x9E3779B97F4A7C15
	seen := &s.failed[key%failures]
	if seen.key == key && int(seen.depth) >= depth {
		return 0
	}
	n := s.tries(c, MakesThree, forced, ply)
	for i := range n {
		at := s.plies[ply].tries[i].at
		// A three gives the opponent time for a straight four of his own, but a four
		// does not.
		if p.kinds[c][at] < MakesFour && forced == board.Nowhere && p.Has(o, Straight) > 0 {
			continue
		}
		if !p.Allowed(at, c) {
			continue
		}
		if won := s.press(c, at, depth, ply); won > 0 {
			s.first = at
			return won
		}
		if s.nodes > s.budget {
			return 0
		}
	}
	*seen = failure{key, int8(depth)}
	return 0
}

// press plays a threat and returns in how many stones, it included, it wins
// against every answer; 0 if some answer holds.
func (s *solver) press(c board.Color, at board.Point, depth, ply int) int {
	p := s.pos
	o := c.Other()
	made := p.made[c][at]
	p.Put(at, c)
	defer p.Take()
	if p.Has(c, Wins) > 1 {
		return 2
	}
	if reply := p.only(c, Wins); reply != board.Nowhere {
		if !p.Allowed(reply, o) {
			return 2
		}
		p.Put(reply, o)
		won := s.attack(c, depth-1, ply+1)
		p.Take()
		if won > 0 {
			won++
		}
		return won
	}
	if p.straight(c) == board.Nowhere || p.Has(o, Wins) > 0 {
		return 0 // no threat
	}
	longest := 2
	for _, reply := range s.answers(c, at, &made, ply) {
		p.Put(reply, o)
		won := s.attack(c, depth-1, ply+1)
		p.Take()
		if won == 0 {
			return 0
		}
		longest = max(longest, won+1)
	}
	return longest
}

// answers lists what meets the threes that a stone on a point makes: points of
// their lines after which c has no straight four, and all that makes a four.
func (s *solver) answers(c board.Color, at board.Point, made *[4]Shape, ply int) []board.Point {
	p, o := s.pos, c.Other()
	list := s.plies[ply].answers[:0]
	p.each(o, MakesFour, func(q board.Point) bool {
		if len(list) < maxTries && p.Allowed(q, o) {
			list = append(list, q)
		}
		return true
	})
	for d, step := range directions {
		if made[d] != Three {
			continue
		}
		for n := -reach + 1; n < reach; n++ {
			x, y := at.X()+n*step[0], at.Y()+n*step[1]
			if x < 0 || y < 0 || x >= p.size.Cols || y >= p.size.Rows {
				continue
			}
			q := board.At(x, y)
			if p.stones[q] != board.Empty || p.kinds[o][q] >= MakesFour || !p.Allowed(q, o) || len(list) == maxTries {
				continue
			}
			p.Put(q, o)
			holds := p.straight(c) == board.Nowhere
			p.Take()
			if holds {
				list = append(list, q)
			}
		}
	}
	return list
}
