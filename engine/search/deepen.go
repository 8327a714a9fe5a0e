package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// think deepens turn by turn until the clock says so.
func (t *tree) think(c *limit.Clock, report func(Found)) Found {
	t.begin(c)
	t.table.fresh()
	best := Found{Move: connect.NoMove, Source: player.FromSearch}
	root := &t.plies[0]
	t.pos.Answer(t.pos.ToMove(), &root.defence)
	if root.defence.Need > t.pos.Due() {
		return best
	}
	if root.defence.Need == 0 {
		t.findZone(c)
	}
	t.generate(root, 0, connect.NoMove)
	if root.list.n == 0 {
		return best
	}
	best.Move, best.Score = root.list.items[0].move, t.static(0)
	if root.list.n == 1 {
		best.Source = player.FromOnly
		return best
	}
	t.workers.start(c, t)
	defer t.workers.stop.Store(true) // also where this thread panics
	var pace pace
	pace.begin(c.Limits, t.numbers.aspiration)
	for depth := 1; depth <= c.Limits.Depth; depth++ {
		t.reference = best.Move
		score := t.aspirate(depth*turn, best.Score)
		switch {
		case root.length > 0 && (!c.Over || t.compared || best.Depth == 0):
			// Also of an iteration that was cut short: what it found best so far was
			// searched deeper than all before it. But where the score fell below the
			// window, the turns are tried again in another order, and until the last
			// iteration's best has been tried the best so far may be a bad one.
			best.Move, best.Score = root.line[0], t.rootScore
			best.Line = t.best[:copy(t.best[:], root.line[:root.length])]
		case t.reference != best.Move: // it was above the window
			best.Move, best.Score = t.reference, t.rootScore
			t.best[0] = t.reference
			best.Line = t.best[:1]
		}
		if c.Over {
			break
		}
		best.Depth, best.Nodes, best.Elapsed = depth, c.Nodes, c.Elapsed()
		if report != nil {
			report(best)
		}
		if score >= Proved || score <= -Proved || t.enough(&pace, &best) {
			break
		}
	}
	best.Nodes = c.Nodes + t.workers.halt()
	return best
}

// enough reports whether no further iteration should begin.
func (t *tree) enough(p *pace, r *Found) bool {
	if !t.options.uses(Pace) {
		return t.clock.Enough()
	}
	return p.enough(r.Depth, r.Elapsed, r.Move, r.Score)
}

// onlyTurn returns the turn that alone answers all threats, NoMove if there are
// none or several, and whether no turn answers them.
func (t *tree) onlyTurn() (only connect.Move, lost bool) {
	def := &t.plies[0].defence
	t.pos.Answer(t.pos.ToMove(), def)
	switch due := t.pos.Due(); {
	case def.Need > due:
		return connect.NoMove, true
	case def.Need == 2 && def.NPair == 1:
		return connect.Pair(connect.PointOf(def.Pairs[0][0]), connect.PointOf(def.Pairs[0][1])), false
	case due == 1 && def.Need == 1 && def.NSingle == 1:
		return connect.Move{A: connect.PointOf(def.Singles[0]), B: board.Nowhere}, false
	}
	return connect.NoMove, false
}

// help deepens from the given depth until the clock is over, for the sake of
// what it leaves in the table.
func (t *tree) help(c *limit.Clock, depth int) {
	t.begin(c)
	score := t.static(0)
	for ; depth <= MaxDepth && !c.Over; depth++ {
		score = t.aspirate(depth*turn, score)
	}
}

// begin forgets what belongs to earlier searches.
func (t *tree) begin(c *limit.Clock) {
	t.clock = c
	t.zone = zone{}
	t.plies[0].last = connect.NoMove
	t.replies.forget()
	t.reset()
	for i := range t.plies {
		t.plies[i].killers = noKillers
	}
}

// reset looks at the position as the root.
func (t *tree) reset() {
	t.prepare()
	if t.learned {
		if t.evaluator.stones != t.options.Stones {
			t.evaluator.stones = t.options.Stones
			clear(t.evaluator.known[:])
		}
		t.evaluator.pos = t.pos
		t.evaluator.reset()
		t.networks.begin(t.pos, t.full)
	}
}

// prepare chooses who judges and who ranks.
func (t *tree) prepare() {
	t.learned, t.ordered = t.options.Stones != nil, t.options.Order != nil
}

// aspirationDepth is the first depth whose score the last one foretells.
const aspirationDepth = 3 * turn

// aspirate searches the root in a narrow window around the score expected, and in
// wider ones as long as the score falls outside.
func (t *tree) aspirate(depth int, expected int32) int32 {
	alpha, beta := int32(-infinity), int32(infinity)
	margin := t.numbers.aspiration
	if depth >= aspirationDepth && margin > 0 && expected > -Proved && expected < Proved && t.options.uses(Aspiration) {
		alpha, beta = expected-margin, expected+margin
	}
	for {
		t.compared = false
		score := t.search(depth, 0, alpha, beta)
		switch {
		case t.clock.Over:
			return score
		case score <= alpha && alpha > -infinity:
			alpha = -infinity
		case score >= beta && beta < infinity:
			beta = infinity
			if root := &t.plies[0]; root.length > 0 {
				t.reference = root.line[0]
			}
		default:
			return score
		}
	}
}
