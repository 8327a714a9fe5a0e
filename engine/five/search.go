package five

import "stonehand/engine/board"

// search is the value for c, to move, looking depth stones ahead. pass says that
// it may be tried what a pass brings.
func (e *Engine) search(c board.Color, depth, ply, alpha, beta int, pass bool) int {
	p, o := e.Position, c.Other()
	if e.spent() {
		return 0
	}
	if p.Has(c, Wins) > 0 {
		return Win - ply - 1
	}
	if p.count >= p.size.Count() {
		return 0
	}
	forced := board.Nowhere
	switch n := p.Has(o, Wins); {
	case n > 1:
		return -(Win - ply - 2)
	case n == 1:
		if forced = p.only(o, Wins); !p.Allowed(forced, c) {
			return -(Win - ply - 2)
		}
		if ply < maxPly/2 {
			depth++
		}
	default:
		if p.straight(c) != board.Nowhere {
			return Win - ply - 3
		}
	}
	if ply >= maxPly {
		return p.Value(c)
	}
	static := p.Value(c)
	if depth <= 0 {
		if won := e.quick(c, innerFours, false); won > 0 {
			return Win - ply - 2*won + 1
		}
		return static
	}
	pv := beta-alpha > 1
	key := p.key ^ sideKeys[c&1]
	hit := &e.table[key%entries]
	first := board.Nowhere
	if hit.key == key {
		first = hit.move
		v := int(hit.score)
		if v > Proved {
			v -= ply
		} else if v < -Proved {
			v += ply
		}
		if int(hit.depth) >= depth && !pv && (hit.bound == 0 || hit.bound > 0 && v >= beta || hit.bound < 0 && v <= alpha) {
			return v
		}
	} else if won := e.quick(c, attackNodes*depth, depth >= 2); won > 0 {
		v := Win - ply - 2*won + 1
		e.keep(hit, key, e.solver.first, v, ply, maxDepth, 1)
		return v
	}
	calm := forced == board.Nowhere && p.Has(o, Straight) == 0
	if !pv && calm {
		// So far above or below the bounds that a stone or two change nothing.
		if depth <= 3 && static-futility*depth >= beta && beta > -Proved {
			return static
		}
		if pass && depth >= 3 && static >= beta {
			if v := -e.search(o, depth-4, ply+1, -beta, -beta+1, false); v >= beta && !e.over {
				return min(v, Proved)
			}
		}
	}
	if e.over {
		return 0
	}
	n := 0
	if forced != board.Nowhere {
		e.plies[ply].moves[0] = ranked{forced, 0}
		n = 1
	} else {
		n = e.generate(c, ply, first)
	}
	return e.tryAll(hit, key, c, depth, ply, n, alpha, beta, calm)
}

const (
	futility = 120
	// wide is how many moves are tried in a quiet position: so many, and perDepth
	// more for every stone looked ahead.
	wide     = 8
	perDepth = 4
)

// tryAll tries the moves of a ply.
func (e *Engine) tryAll(hit *entry, key board.Key, c board.Color, depth, ply, n, alpha, beta int, calm bool) int {
	o, begun := c.Other(), alpha
	pv := beta-alpha > 1
	best, move := -infinite, board.Nowhere
	tried := 0
	for i := range n {
		m := e.plies[ply].moves[i].at
		if calm && !pv && tried > wide+perDepth*depth && best > -Proved {
			break
		}
		if !e.Allowed(m, c) {
			continue
		}
		quiet := e.kinds[c][m] == Quiet && e.kinds[o][m] < MakesThree
		tried++
		e.Put(m, c)
		v := 0
		switch {
		case tried == 1:
			v = -e.search(o, depth-1, ply+1, -beta, -alpha, true)
		default:
			less := 0
			if calm && depth >= 3 && tried > 3 {
				less = 1
				if quiet && tried > 8 {
					less = 2
				}
			}
			v = -e.search(o, depth-1-less, ply+1, -alpha-1, -alpha, true)
			if v > alpha && less > 0 && !e.over {
				v = -e.search(o, depth-1, ply+1, -alpha-1, -alpha, true)
			}
			if v > alpha && v < beta && !e.over {
				v = -e.search(o, depth-1, ply+1, -beta, -alpha, true)
			}
		}
		e.Take()
		if e.over {
			return 0
		}
		if v > best {
			best, move = v, m
		}
		if alpha = max(alpha, v); alpha >= beta {
			e.credit(c, m, depth, ply)
			break
		}
	}
	if move == board.Nowhere {
		return e.Value(c) // every point is forbidden
	}
	bound := int8(0)
	switch {
	case best <= begun:
		bound = -1
	case best >= beta:
		bound = 1
	}
	e.keep(hit, key, move, best, ply, depth, bound)
	return best
}

// credit remembers a move that was good enough.
func (e *Engine) credit(c board.Color, m board.Point, depth, ply int) {
	k := &e.plies[ply].killers
	if k[0] != m {
		k[1], k[0] = k[0], m
	}
	h := &e.history[c][m]
	*h = min(*h+int32(depth*depth), 1<<14)
}

// keep writes an entry of the table. Wins are counted from its position on.
func (e *Engine) keep(hit *entry, key board.Key, m board.Point, score, ply, depth int, bound int8) {
	if score > Proved {
		score += ply
	} else if score < -Proved {
		score -= ply
	}
	*hit = entry{key, m, int16(score), int8(min(depth, 127)), bound}
}

// sideKeys tell positions apart by who is to move.
var sideKeys = [2]board.Key{0x9E3779B97F4A7C15, 0}

// quick asks the solver within a small budget.
func (e *Engine) quick(c board.Color, budget int, threes bool) int {
	s, p := e.solver, e.Position
	makes := p.Has(c, MakesFour) + p.Has(c, FourThree) + p.Has(c, Straight)
	if makes == 0 && (!threes || p.Has(c, MakesThree)+p.Has(c, DoubleThree) == 0) {
		return 0
	}
	s.nodes, s.budget = 0, uint64(budget)
	won := 0
	if makes > 0 {
		won = s.fours(c, 10, 0)
	}
	if won == 0 && threes {
		s.nodes = 0
		won = s.attack(c, 6, 0)
	}
	e.nodes += s.nodes
	return won
}

// generate lists what c may try at a ply, the most promising first: all points
// near stones; or, where the opponent threatens a straight four, those that have
// to do with that, and fours.
func (e *Engine) generate(c board.Color, ply int, first board.Point) int {
	p, o := e.Position, c.Other()
	list, n := &e.plies[ply].moves, 0
	killers := e.plies[ply].killers
	threatened := p.Has(o, Wins) == 0 && p.straight(o) != board.Nowhere
	if forced := p.only(o, Wins); forced != board.Nowhere && p.Has(c, Wins) == 0 && (ply > 0 || p.Allowed(forced, c)) {
		list[0] = ranked{forced, 0}
		return 1
	}
	for y := range p.size.Rows {
		for x := range p.size.Cols {
			at := board.At(x, y)
			if p.stones[at] != board.Empty || p.near[at] == 0 && p.count > 0 {
				continue
			}
			if threatened && p.kinds[c][at] < MakesFour && !p.meets(at, o) {
				continue
			}
			score := int32(p.worth[c][at])*2 + int32(p.worth[o][at]) + e.history[c][at]/8 +
				kindScores[p.kinds[c][at]]*2 + kindScores[p.kinds[o][at]]
			switch at {
			case first:
				score = 1 << 30
			case killers[0]:
				score += 120
			case killers[1]:
				score += 80
			}
			list[n] = ranked{at, score}
			n++
		}
	}
	order(list[:n])
	if ply == 0 {
		kept := 0
		for _, r := range list[:n] {
			if p.Allowed(r.at, c) {
				list[kept] = r
				kept++
			}
		}
		if n = kept; n == 0 {
			n = e.anything(c)
		}
	}
	return n
}

// anything lists, at the root, all points where c may play: where nothing helps,
// something has to be played all the same.
func (e *Engine) anything(c board.Color) int {
	p, list, n := e.Position, &e.plies[0].moves, 0
	for i := range p.size.Count() {
		if at := p.size.Point(i); p.stones[at] == board.Empty && p.Allowed(at, c) {
			list[n] = ranked{at, int32(p.worth[c][at])}
			n++
		}
	}
	order(list[:n])
	return n
}

var kindScores = [kindCount]int32{MakesThree: 40, DoubleThree: 300, MakesFour: 60, FourThree: 600, Straight: 2000, Wins: 10_000}

// meets reports whether a stone on a point may keep o from a straight four: it is
// such a point, or lies in the line of one.
func (p *Position) meets(at board.Point, o board.Color) bool {
	if p.kinds[o][at] >= Straight {
		return true
	}
	for d, step := range directions {
		for n := -reach + 1; n < reach; n++ {
			x, y := at.X()+n*step[0], at.Y()+n*step[1]
			if n == 0 || x < 0 || y < 0 || x >= p.size.Cols || y >= p.size.Rows {
				continue
			}
			q := board.At(x, y)
			if p.stones[q] == board.Empty && p.kinds[o][q] >= Straight && p.made[o][q][d] >= Four {
				return true
			}
		}
	}
	return false
}

// order sorts moves, the highest score first; of equal ones the first in reading
// order.
func order(list []ranked) {
	for i := 1; i < len(list); i++ {
		r := list[i]
		j := i
		for ; j > 0 && list[j-1].score < r.score; j-- {
			list[j] = list[j-1]
		}
		list[j] = r
	}
}
