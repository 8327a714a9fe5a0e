package five

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/limit"
	"stonehand/engine/lines"
)

// solver looks for wins by threats alone: by continuous fours, each of which has
// one answer, and by fours and threes, of which every answer is tried.
type solver struct {
	pos    *Position
	nodes  uint64
	budget uint64 // of nodes
	clock  *limit.Clock
	looked uint32 // nodes of all attacks so far: every now and then one looks at the clock
	over   bool
	failed []failure
	plies  [attackPlies]attackPly
	first  board.Point // of the win that was found last
}

// failure remembers a position in which a side has no win of some depth.
type failure struct {
	key   board.Key
	depth int8
}

// attackPly is the memory of one ply of an attack.
type attackPly struct {
	tries [maxTries]ranked
}

// failures is how many positions without a win are remembered, 1 MiB of them, beside a table of
// usualMB or more; fewer beside a smaller one.
const failures = 1 << 16

const (
	maxTries    = 64
	maxAttack   = 24 // stones of the attacker, those that an answer forces aside
	attackPlies = 2 * maxAttack
)

// ranked is a point and what speaks for it.
type ranked struct {
	at    board.Point
	score int32
}

// newSolver returns a solver beside a table of so many MiB.
func newSolver(pos *Position, tableMB int) *solver {
	return &solver{pos: pos, failed: make([]failure, failures*min(usualMB, tableMB)/usualMB)}
}

// failedAt returns where it is remembered that a position has no win.
func (s *solver) failedAt(key board.Key) *failure { return &s.failed[int(key)&(len(s.failed)-1)] }

// begin gives the solver a budget of nodes, within the time of a clock.
func (s *solver) begin(budget uint64, c *limit.Clock) {
	s.nodes, s.budget, s.over, s.clock = 0, budget, false, c
}

// solverLooks is how many nodes pass between two looks at the clock; a power of two.
const solverLooks = 32

// spent counts a position, unless the budget is used up, and reports whether there
// may be no more. It then stays so: the attack gives up in all its branches.
func (s *solver) spent() bool {
	if s.nodes >= s.budget {
		s.over = true
		return true
	}
	s.nodes++
	s.looked++
	if s.looked%solverLooks == 0 && s.clock.Look() {
		s.over = true
	}
	return s.over
}

// What a failure is about goes into its key.
var (
	attackKeys = [2]board.Key{0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F}
	foursKeys  = [2]board.Key{0x165667B19E3779F9, 0xD6E8FEB86659FD93}
)

// fours returns in how many of its stones c, to move, wins by fours alone, at
// most depth and within the budget; 0 if no such win was found. There may be a
// shorter one. first is then the stone to play.
func (s *solver) fours(c board.Color, depth, ply int) int {
	p := s.pos
	o := c.Other()
	if p.Has(c, Wins) > 0 {
		s.first = p.only(c, Wins)
		return 1
	}
	theirs := p.Has(o, Wins)
	if theirs > 1 || depth < 2 {
		return 0
	}
	forced := board.Nowhere
	if theirs == 1 {
		if forced = p.only(o, Wins); p.Kind(forced, c) < MakesFour {
			return 0
		}
	} else if at := p.straight(c); at != board.Nowhere {
		s.first = at
		return 2
	}
	// Without a straight four two stones win only where the answer is a foul, or
	// where the stone that stops a four makes two.
	least := 3
	if p.foulsTo(o) || forced != board.Nowhere {
		least = 2
	}
	if depth < least || ply >= len(s.plies) || s.spent() {
		return 0
	}
	key := p.key ^ foursKeys[side(c)]
	seen := s.failedAt(key)
	if seen.key == key && int(seen.depth) >= depth {
		return 0
	}
	n := s.tries(c, MakesFour, forced, ply)
	for _, try := range s.plies[ply].tries[:n] {
		if !p.Allowed(try.at, c) {
			continue
		}
		won := 0
		p.try(try.at, c)
		if reply := p.only(c, Wins); p.Has(c, Wins) > 1 || reply != board.Nowhere && !p.Allowed(reply, o) {
			won = 2
		} else if reply != board.Nowhere {
			p.try(reply, o)
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
		if s.over {
			return 0
		}
	}
	*seen = failure{key, int8(depth)}
	return 0
}

// tries lists the points where c makes at least that kind, those that force most
// first; only forced, unless that is nowhere.
func (s *solver) tries(c board.Color, least Kind, forced board.Point, ply int) int {
	p, list, n := s.pos, &s.plies[ply].tries, 0
	if forced != board.Nowhere {
		list[0] = ranked{forced, 0}
		return 1
	}
	me, them := side(c), side(c.Other())
	for i, w := range p.least(c, least) {
		for ; w != 0; w &= w - 1 {
			at := board.Point(i<<6 + bits.TrailingZeros64(w))
			q := p.cell(at)
			r := ranked{at, int32(q.kinds[me])<<16 + int32(p.book.shaped[q.codes.of(me)]) + int32(p.book.shaped[q.codes.of(them)])/4}
			i := n
			if n == maxTries {
				if i--; list[i].score >= r.score {
					continue
				}
			} else {
				n++
			}
			for ; i > 0 && list[i-1].score < r.score; i-- {
				list[i] = list[i-1]
			}
			list[i] = r
		}
	}
	return n
}

// attack returns in how many of its stones c, to move, wins by fours and threes,
// at most depth of them of its own choice and within the budget; 0 if no such win
// was found.
func (s *solver) attack(c board.Color, depth, ply int) int {
	p := s.pos
	o := c.Other()
	if p.Has(c, Wins) > 0 {
		s.first = p.only(c, Wins)
		return 1
	}
	theirs := p.Has(o, Wins)
	if theirs > 1 {
		return 0
	}
	forced := board.Nowhere
	if theirs == 1 {
		if forced = p.only(o, Wins); !p.Allowed(forced, c) {
			return 0
		}
	} else if at := p.straight(c); at != board.Nowhere {
		s.first = at
		return 2
	}
	if depth < 2 || ply >= len(s.plies) || s.spent() {
		return 0
	}
	key := p.key ^ attackKeys[side(c)]
	seen := s.failedAt(key)
	if seen.key == key && int(seen.depth) >= depth {
		return 0
	}
	n := s.tries(c, MakesThree, forced, ply)
	for i := range n {
		at := s.plies[ply].tries[i].at
		// A three gives the opponent time for a straight four of his own, but a four
		// does not.
		if forced == board.Nowhere && p.Kind(at, c) < MakesFour && p.Has(o, Straight) > 0 || !p.Allowed(at, c) {
			continue
		}
		left := depth
		if forced == board.Nowhere {
			left--
		}
		if won := s.press(c, at, left, ply); won > 0 {
			s.first = at
			return won
		}
		if s.over {
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
	p.try(at, c)
	defer p.Take()
	if p.Has(c, Wins) > 1 {
		return 2
	}
	if reply := p.only(c, Wins); reply != board.Nowhere {
		if !p.Allowed(reply, o) {
			return 2
		}
		p.try(reply, o)
		won := s.attack(c, depth, ply+1)
		p.Take()
		if won > 0 {
			won++
		}
		return won
	}
	if p.straight(c) == board.Nowhere || p.Has(o, Wins) > 0 {
		return 0 // no threat
	}
	longest, met := 3, false // a straight four, where no answer to the three is allowed
	answers, _ := p.answers(c)
	for i, w := range answers {
		for ; w != 0; w &= w - 1 {
			reply := board.Point(i<<6 + bits.TrailingZeros64(w))
			if !p.Allowed(reply, o) {
				continue
			}
			met = true
			p.try(reply, o)
			won := s.attack(c, depth, ply+1)
			p.Take()
			if won == 0 {
				return 0
			}
			longest = max(longest, won+1)
		}
	}
	if !met && !p.mayPlay(o) {
		return 0 // the game is over before the four
	}
	return longest
}

// answers returns the empty points that may meet all of c's threats of a straight
// four: those that stop them, which it returns apart as well, and where the other side
// makes a four.
func (p *Position) answers(c board.Color) (all, stops mask) {
	stops = p.stops(c)
	all = p.least(c.Other(), MakesFour)
	all.join(&stops)
	return all, stops
}

// stops returns the points at which a stone stops all of c's threats of a straight four.
func (p *Position) stops(c board.Color) mask {
	var all mask
	for i := range all {
		all[i] = ^uint64(0)
	}
	me := side(c)
	rest := *p.of(c, Straight)
	for s, ok := rest.pop(); ok; s, ok = rest.pop() {
		if !p.Allowed(s, c) {
			continue
		}
		x := p.cell(s).codes.of(me)
		if _, threes, _, _ := x.count(); threes > 1 && p.foulsTo(c) {
			continue // a stone of White's anywhere may make a real three of one that is none, and this point a foul
		}
		var stops mask
		stops.add(s)
		for d, step := range lines.Steps {
			if y := x.in(d); y != four && y != straightFour {
				continue
			}
			for _, way := range [2]int{step, -step} {
				i := int(s) + margin
				for range reach - 1 {
					i += way
					q := p.cells[i].stone
					if q == board.Empty {
						stops.add(board.Point(i - margin))
					} else if q != c {
						break
					}
				}
			}
		}
		all.meet(&stops)
	}
	all.meet(&p.free)
	return all
}
