package five

import (
	"stonehand/engine/board"
	"stonehand/engine/limit"
)

// stone is the depth of one stone. What is forced costs less of it.
const stone = 4

// search is the value for c, to move, looking that deep ahead: stones times stone.
// null says that a null move may be tried.
func (e *Engine) search(c board.Color, depth, ply, alpha, beta int, null bool) int {
	p, o := e.Position, c.Other()
	if e.clock.Tick() {
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
	if e.options.uses(WinDistance) {
		if beta = min(beta, Win-ply-e.nearest(o, forced)); alpha >= beta {
			return beta
		}
	}
	pv := beta-alpha > 1
	threatened := forced == board.Nowhere && p.straight(o) != board.Nowhere
	quiet := forced == board.Nowhere && !threatened
	key := p.key ^ sideKeys[side(c)]
	known, first := e.table.find(key), board.Nowhere
	if known != nil {
		if e.options.uses(TableMove) {
			first = known.move
		}
		if v := known.value(ply); int(known.depth) >= depth && (!pv || depth <= 0) && limit.Decides(known.bound, v, alpha, beta) && e.options.uses(TableCutoffs) {
			return v
		}
	}
	static := e.static(c, depth, alpha, beta, quiet)
	improving := e.improving(static, ply, quiet)
	// It is asked before the solver is, which most of the time would be spent in.
	if quiet && !pv && e.aboveBeta(static, depth, beta, improving) {
		if depth <= 0 {
			e.show()
		}
		return static
	}
	if known == nil {
		if won := e.solve(c, depth); won > 0 {
			v := Win - ply - 2*won + 1
			e.table.keep(key, e.solver.first, v, ply, maxDepth*stone, limit.LowerBound)
			return v
		}
	}
	if e.clock.Over {
		return 0
	}
	if depth <= 0 && (forced == board.Nowhere || ply > e.farthest) {
		e.show()
		e.table.keep(key, board.Nowhere, static, ply, 0, limit.Exact)
		return static
	}
	if quiet && !pv && e.belowAlpha(static, depth, alpha) {
		return static
	}
	if quiet && !pv && null && depth >= nullDepth && static >= beta && e.options.uses(NullMove) {
		if v := -e.search(o, depth-nullReduction, ply+1, -beta, -beta+1, false); v >= beta && !e.clock.Over {
			return min(v, Proved)
		}
	}
	if quiet && first == board.Nowhere && depth >= internalDepth && e.options.uses(InternalReduction) {
		depth -= stone
	}
	if e.clock.Over {
		return 0
	}
	n, cost := 1, stone
	if forced != board.Nowhere {
		e.plies[ply].moves[0] = ranked{forced, 0}
		cost = 0
	} else {
		n = e.generate(c, ply, first)
		if threatened {
			cost = e.options.AnswerDepth
		}
	}
	if ply > e.farthest || !e.options.uses(ForcedReplies) {
		cost = stone
	}
	best, move := e.tryAll(c, moves{depth, cost, ply, n, quiet, threatened, improving}, alpha, beta)
	if e.clock.Over {
		return 0
	}
	if move == board.Nowhere {
		switch {
		case !p.mayPlay(c):
			return 0 // the game is over; a five of the opponent's was seen above
		case threatened:
			return -(Win - ply - 4) // nothing meets all threats
		}
		return p.Value(c)
	}
	e.table.keep(key, move, best, ply, depth, limit.BoundOf(best, alpha, beta))
	return best
}

// nearest is how many stones away the nearest five of the side to move is where it
// has no four: with the next stone but two, or with the next but one where the answer
// to a four is a foul, or the stone that stops one makes two.
func (e *Engine) nearest(o board.Color, forced board.Point) int {
	if e.foulsTo(o) || forced != board.Nowhere {
		return 3
	}
	return 5
}

// moves are those of a position, and how they are tried.
type moves struct {
	depth     int
	cost      int // of a move, in depth
	ply       int
	n         int  // how many there are
	calm      bool // without a threat to answer
	met       bool // a straight four has to be met
	improving bool
}

// costOf is what a move takes of the depth. A four that does not stop what threatens only
// puts it off.
func (e *Engine) costOf(m board.Point, all *moves) int {
	if all.met && !e.plies[all.ply].stops.has(m) {
		return all.cost + e.aside
	}
	return all.cost
}

// tryAll tries the moves of a ply and returns the best with its value; Nowhere if none
// is allowed.
func (e *Engine) tryAll(c board.Color, all moves, alpha, beta int) (best int, move board.Point) {
	o := c.Other()
	pv := beta-alpha > 1
	best, move = -infinity, board.Nowhere
	tried, top := 0, int32(0)
	list := e.plies[all.ply].moves[:all.n]
	for i := range list {
		if all.calm && !pv && best > -Proved && e.pruned(tried, all.depth, all.improving) {
			break
		}
		m := pick(list, i)
		if i == 0 || i == 1 && top >= tableBonus {
			top = list[i].score
		}
		if !e.Allowed(m, c) {
			continue
		}
		q := e.cell(m)
		quiet := q.kinds[side(c)] == Quiet && q.kinds[side(o)] < MakesThree
		tried++
		e.Put(m, c)
		reduce := 0
		if all.calm {
			reduce = e.reduction(tried, &all, pv, quiet, top-list[i].score)
		}
		v := e.try(tried == 1, c, all.depth-e.costOf(m, &all), reduce, all.ply+1, alpha, beta)
		e.Take()
		if e.clock.Over {
			return 0, board.Nowhere
		}
		if v > best {
			best, move = v, m
		}
		if alpha = max(alpha, v); alpha >= beta {
			e.addRefutation(c, list[:i], m, all.depth/stone, all.ply)
			break
		}
	}
	return best, move
}

// try is what the move just played is worth to c, who played it. The first move of a
// position has the full window; others are to show in a null window, and reduced,
// that they are better.
func (e *Engine) try(first bool, c board.Color, depth, reduce, ply, alpha, beta int) int {
	o := c.Other()
	if first {
		return -e.search(o, depth, ply, -beta, -alpha, true)
	}
	low := -alpha - 1
	if !e.options.uses(NullWindow) {
		low = -beta
	}
	v := -e.search(o, depth-reduce, ply, low, -alpha, true)
	if v > alpha && reduce > 0 && !e.clock.Over {
		v = -e.search(o, depth, ply, low, -alpha, true)
	}
	if v > alpha && v < beta && low > -beta && !e.clock.Over {
		v = -e.search(o, depth, ply, -beta, -alpha, true)
	}
	return v
}

// sideKeys tell positions apart by who is to move.
var sideKeys = [2]board.Key{0, 0x9E3779B97F4A7C15}

// What the solver looks for in inner positions, in stones of the attacker.
const (
	nodeFours  = 10
	nodeThrees = 3
)

// solve asks the solver within a small budget: for fours, and, where a stone of c
// may begin with more than one threat, for threes.
func (e *Engine) solve(c board.Color, depth int) (won int) {
	if !e.options.uses(NodeSolver) {
		return 0
	}
	s, p := e.solver, e.Position
	fours := p.Has(c, MakesFour)+p.Has(c, FourThree) > 0
	if budget := e.options.LeafNodes + e.options.FourNodes*max(depth, 0)/stone; fours && budget > 0 {
		s.begin(e.grant(budget), &e.clock)
		won = s.fours(c, nodeFours, 0)
		e.clock.Nodes += s.nodes
	}
	if won == 0 && e.options.ThreeNodes > 0 && depth > stone && p.Has(c, FourThree)+p.Has(c, DoubleThree) > 0 {
		s.begin(e.grant(e.options.ThreeNodes*depth/stone), &e.clock)
		won = s.attack(c, nodeThrees, 0)
		e.clock.Nodes += s.nodes
	}
	return won
}

// grant returns how many nodes of those wanted the solver may have.
func (e *Engine) grant(wanted int) uint64 {
	if most := e.clock.Limits.Nodes; most > 0 {
		return min(uint64(wanted), most-min(e.clock.Nodes, most))
	}
	return uint64(wanted)
}
