package five

import (
	"math"

	"stonehand/engine/board"
)

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
		if ply < maxPly/2 && e.options.Uses(Forced) {
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
	pv := beta-alpha > 1
	key := p.key ^ sideKeys[side(c)]
	first := board.Nowhere
	if hit := e.table.find(key); hit != nil {
		first = hit.move
		v := hit.value(ply)
		if int(hit.depth) >= depth && (!pv || depth <= 0) && (hit.bound == 0 || hit.bound > 0 && v >= beta || hit.bound < 0 && v <= alpha) {
			return v
		}
	} else if won := e.quick(c, depth); won > 0 {
		v := Win - ply - 2*won + 1
		e.table.keep(key, e.solver.first, v, ply, maxDepth, 1)
		return v
	}
	if e.over {
		return 0
	}
	static := p.Value(c)
	if depth <= 0 {
		if e.watch != nil {
			e.watch(e.moves[e.begun:])
		}
		e.table.keep(key, board.Nowhere, static, ply, 0, 0)
		return static
	}
	calm := forced == board.Nowhere && p.Has(o, Straight) == 0
	if !pv && calm {
		// So far above the bounds that a stone or two change nothing.
		if depth <= 3 && static-e.options.Futility*depth >= beta && beta > -Proved && e.options.Uses(Reverse) {
			return static
		}
		if pass && depth >= 3 && static >= beta && e.options.Uses(Null) {
			if v := -e.search(o, depth-4, ply+1, -beta, -beta+1, false); v >= beta && !e.over {
				return min(v, Proved)
			}
		}
	}
	if first == board.Nowhere && depth >= 4 && e.options.Uses(Internal) {
		depth--
	}
	if e.over {
		return 0
	}
	n := 1
	if forced != board.Nowhere {
		e.plies[ply].moves[0] = ranked{forced, 0}
	} else {
		n = e.generate(c, ply, first)
	}
	return e.tryAll(key, c, depth, ply, n, alpha, beta, calm)
}

// tryAll tries the moves of a ply.
func (e *Engine) tryAll(key board.Key, c board.Color, depth, ply, n, alpha, beta int, calm bool) int {
	o, begun := c.Other(), alpha
	pv := beta-alpha > 1
	best, move := -infinite, board.Nowhere
	tried := 0
	list := e.plies[ply].moves[:n]
	for i := range list {
		if calm && !pv && tried > e.options.Wide+e.options.PerDepth*depth && best > -Proved && e.options.Uses(Narrow) {
			break
		}
		m := pick(list, i)
		if !e.Allowed(m, c) {
			continue
		}
		q := e.cell(m)
		quiet := q.kinds[side(c)] == Quiet && q.kinds[side(o)] < MakesThree
		tried++
		e.Put(m, c)
		v := 0
		switch {
		case tried == 1:
			v = -e.search(o, depth-1, ply+1, -beta, -alpha, true)
		default:
			less := 0
			if calm && depth >= 3 && tried > 3 && e.options.Uses(Reduce) {
				less = int(reductions[min(depth, 63)][min(tried, 63)])
				if pv || !quiet {
					less = max(less-1, 1)
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
			e.credit(c, list[:i], m, depth, ply)
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
	e.table.keep(key, move, best, ply, depth, bound)
	return best
}

// reductions are how much less deep late moves are searched, by depth and place.
var reductions = func() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for place := 1; place < 64; place++ {
			r[depth][place] = int8(max(1, 0.4+math.Log(float64(depth))*math.Log(float64(place))/2.2))
		}
	}
	return r
}()

// credit remembers a move that was good enough, and that those before it were not.
func (e *Engine) credit(c board.Color, before []ranked, m board.Point, depth, ply int) {
	k := &e.plies[ply].killers
	if k[0] != m {
		k[1], k[0] = k[0], m
	}
	h := &e.history[side(c)]
	bonus := int32(min(depth*depth, 400))
	h[m] += bonus - h[m]*bonus/maxHistory
	for _, r := range before {
		h[r.at] -= bonus + h[r.at]*bonus/maxHistory
	}
}

const maxHistory = 4096

// sideKeys tell positions apart by who is to move.
var sideKeys = [2]board.Key{0, 0x9E3779B97F4A7C15}

// quick asks the solver within a small budget.
func (e *Engine) quick(c board.Color, depth int) int {
	s, p := e.solver, e.Position
	budget, threes := e.options.Leaf, 0
	if depth > 0 {
		budget = e.options.Fours * depth
	}
	if depth > 1 {
		threes = e.options.Threes * depth
	}
	won := 0
	if p.Has(c, MakesFour)+p.Has(c, FourThree) > 0 && budget > 0 {
		s.begin(uint64(budget))
		won = s.fours(c, 9, 0)
		e.nodes += s.nodes
	}
	if won == 0 && threes > 0 && p.Has(c, MakesFour)+p.Has(c, FourThree)+p.Has(c, MakesThree)+p.Has(c, DoubleThree) > 0 {
		s.begin(uint64(threes))
		won = s.attack(c, 5, 0)
		e.nodes += s.nodes
	}
	return won
}
