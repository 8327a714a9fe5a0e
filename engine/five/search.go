package five

import (
	"math"

	"stonehand/engine/board"
)

// stone is the depth of one stone. What is forced costs less of it.
const stone = 4

// search is the value for c, to move, looking that deep ahead: stones times stone.
// pass says that it may be tried what a pass brings.
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
	default:
		if p.straight(c) != board.Nowhere {
			return Win - ply - 3
		}
	}
	if ply >= maxPly {
		return p.Value(c)
	}
	// No five is nearer than one with the next stone but two; with the next but one
	// where the answer to a four is a foul, or the stone that stops one makes two.
	nearest := 5
	if p.foulsTo(o) || forced != board.Nowhere {
		nearest = 3
	}
	if beta = min(beta, Win-ply-nearest); alpha >= beta {
		return beta
	}
	pv := beta-alpha > 1
	pressed := forced == board.Nowhere && p.straight(o) != board.Nowhere
	calm := forced == board.Nowhere && !pressed
	key := p.key ^ sideKeys[side(c)]
	hit, first := e.table.find(key), board.Nowhere
	if hit != nil {
		first = hit.move
		v := hit.value(ply)
		if int(hit.depth) >= depth && (!pv || depth <= 0) && (hit.bound == 0 || hit.bound > 0 && v >= beta || hit.bound < 0 && v <= alpha) {
			return v
		}
	}
	static := p.Value(c)
	// So far above the bounds that a stone or two change nothing. It is asked before
	// the solver is, which most of the time would be spent in.
	if calm && !pv && beta > -Proved && static-e.options.Futility*max(depth, 0)/stone >= beta && depth <= e.options.Above*stone && (depth <= 0 || e.options.Uses(Reverse)) {
		if depth <= 0 {
			e.show()
		}
		return static
	}
	if hit == nil {
		if won := e.quick(c, depth); won > 0 {
			v := Win - ply - 2*won + 1
			e.table.keep(key, e.solver.first, v, ply, maxDepth*stone, 1)
			return v
		}
	}
	if e.over {
		return 0
	}
	if depth <= 0 && (forced == board.Nowhere || ply > e.farthest) {
		e.show()
		e.table.keep(key, board.Nowhere, static, ply, 0, 0)
		return static
	}
	if !pv && calm && depth <= 2*stone && static+e.options.Razor*depth/stone <= alpha && alpha < Proved && e.options.Razor > 0 {
		return static
	}
	if calm && !pv && pass && depth >= 3*stone && static >= beta && e.options.Uses(Null) {
		if v := -e.search(o, depth-4*stone, ply+1, -beta, -beta+1, false); v >= beta && !e.over {
			return min(v, Proved)
		}
	}
	if calm && first == board.Nowhere && depth >= 4*stone && e.options.Uses(Internal) {
		depth -= stone
	}
	if e.over {
		return 0
	}
	n, cost := 1, stone
	if forced != board.Nowhere {
		e.plies[ply].moves[0] = ranked{forced, 0}
		cost = 0
	} else {
		n = e.generate(c, ply, first)
		if pressed {
			cost = e.options.Answer
		}
	}
	if ply > e.farthest || !e.options.Uses(Forced) {
		cost = stone
	}
	return e.tryAll(key, c, depth, cost, ply, n, alpha, beta, calm)
}

// tryAll tries the moves of a ply, each of which costs so much depth.
func (e *Engine) tryAll(key board.Key, c board.Color, depth, cost, ply, n, alpha, beta int, calm bool) int {
	o, begun := c.Other(), alpha
	pv := beta-alpha > 1
	best, move := -infinite, board.Nowhere
	tried := 0
	list := e.plies[ply].moves[:n]
	for i := range list {
		if calm && !pv && tried > e.options.Wide+e.options.PerDepth*depth/stone && best > -Proved && e.options.Uses(Narrow) {
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
			v = -e.search(o, depth-cost, ply+1, -beta, -alpha, true)
		default:
			less := 0
			if calm && depth >= 3*stone && tried > 3 && e.options.Uses(Reduce) {
				less = int(reductions[min(depth/stone, 63)][min(tried, 63)])
				if pv || !quiet {
					less = max(less-stone, stone)
				}
			}
			v = -e.search(o, depth-cost-less, ply+1, -alpha-1, -alpha, true)
			if v > alpha && less > 0 && !e.over {
				v = -e.search(o, depth-cost, ply+1, -alpha-1, -alpha, true)
			}
			if v > alpha && v < beta && !e.over {
				v = -e.search(o, depth-cost, ply+1, -beta, -alpha, true)
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
			e.credit(c, list[:i], m, depth/stone, ply)
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

// reductions are how much less deep late moves are searched, by depth in stones and
// place.
var reductions = func() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for place := 1; place < 64; place++ {
			r[depth][place] = int8(stone * max(1, 0.4+math.Log(float64(depth))*math.Log(float64(place))/2.2))
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

// quick asks the solver within a small budget: for fours, and, where a stone of c
// may begin with more than one threat, for threes.
func (e *Engine) quick(c board.Color, depth int) int {
	s, p := e.solver, e.Position
	fours := p.Has(c, MakesFour)+p.Has(c, FourThree) > 0
	won := 0
	if budget := e.options.Leaf + e.options.Fours*max(depth, 0)/stone; fours && budget > 0 {
		s.begin(e.grant(budget))
		won = s.fours(c, 10, 0)
		e.nodes += s.nodes
	}
	if won == 0 && e.options.Threes > 0 && depth > stone && p.Has(c, FourThree)+p.Has(c, DoubleThree) > 0 {
		s.begin(e.grant(e.options.Threes * depth / stone))
		won = s.attack(c, 3, 0)
		e.nodes += s.nodes
	}
	return won
}
