package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// hybrid is the document's search: alpha-beta over turns with a fixed width and
// a growing depth, one scorer for candidates and one for leaves.
type hybrid struct {
	pos     *connect.Position
	options *Options
	places  [board.Cells]int32 // position value of each point, eq. 1
	clock   *clock
	cells   cells
	base    int32
	lists   [MaxDepth + 1]list
	line    [MaxDepth + 2][MaxDepth + 2]connect.Move // principal variations by ply
	length  [MaxDepth + 2]int
}

func (h *hybrid) set(o *Options) {
	h.options = o
	if o.Mix != Grown {
		h.room()
	}
	h.places = o.Roads.Places(h.pos.Rules().Size())
}

// room takes the memory for candidates, which most engines never need: they
// search by the engine's own.
func (h *hybrid) room() {
	lists(len(h.lists), h.options.Width, func(i int) *list { return &h.lists[i] })
}

// stand makes the search's position the same as pos.
func (h *hybrid) stand(pos *connect.Position) {
	h.pos.Reset()
	for i := range pos.Count() {
		p, c := pos.Stone(i)
		h.pos.Put(p, c)
	}
	h.pos.SetTurn(pos.ToMove(), max(pos.Due(), 1))
}

// think deepens turn by turn until the clock says so.
func (h *hybrid) think(c *clock, report func(Info)) Result {
	h.clock = c
	h.room() // for the rare position that the engine's own search has no answer to
	root := &h.lists[0]
	best := Result{Move: connect.NoMove, Info: Info{Source: FromSearch}}
	if !h.expand(root, h.options.Width) {
		// Lost against best play: block what can be blocked.
		best.Move, best.Score = h.resist(), -Win+2
		h.line[0][0] = best.Move
		best.Line = h.line[0][:1]
		return best
	}
	best.Move, best.Score = root.items[0].move, root.items[0].score
	h.line[0][0] = best.Move
	best.Line = h.line[0][:1]
	if root.n == 1 {
		best.Source = FromOnly
		return best
	}
	depth := 1
	if c.once {
		depth = c.limits.Depth
	}
	for ; depth <= c.limits.Depth; depth++ {
		score, done := h.root(depth)
		if done > 0 {
			best.Move, best.Score, best.Line = h.line[0][0], score, h.line[0][:h.length[0]]
		}
		if c.over {
			break
		}
		best.Depth, best.Nodes, best.Elapsed = depth, c.nodes, c.elapsed()
		if report != nil {
			report(best.Info)
		}
		if score >= Proved || score <= -Proved || c.enough() {
			break
		}
	}
	best.Nodes = c.nodes
	return best
}

// root searches the root's turns to the given depth and moves each new best one
// to the front, where the next iteration begins. It returns the best score and
// how many turns were searched to the end.
func (h *hybrid) root(depth int) (best int32, done int) {
	l := &h.lists[0]
	best = -infinity
	for i := range l.n {
		m := l.items[i].move
		score, ok := h.try(m, depth, 0, best, infinity)
		if !ok {
			return best, done
		}
		done++
		if score > best {
			best = score
			h.keep(0, m)
			it := l.items[i]
			copy(l.items[1:i+1], l.items[:i])
			l.items[0] = it
		}
	}
	return best, done
}

// try plays a turn and returns what it is worth to the side that played it. It
// reports false when the clock ran out before the answer was known.
func (h *hybrid) try(m connect.Move, depth, ply int, alpha, beta int32) (int32, bool) {
	if h.clock.tick() {
		return 0, false
	}
	pos := h.pos
	me := pos.ToMove()
	pos.PlayMove(m)
	score, ok := h.after(me, m, depth, ply, alpha, beta)
	pos.TakeMove(m)
	return score, ok
}

// after judges the position that me has just reached by m.
func (h *hybrid) after(me board.Color, m connect.Move, depth, ply int, alpha, beta int32) (int32, bool) {
	pos := h.pos
	h.length[ply+1] = 0
	if pos.Winner() == me {
		return Win - int32(ply) - 1, true
	}
	if pos.Over() {
		return 0, true
	}
	score, ok := h.node(depth-1, ply+1, -beta, -alpha)
	if !ok {
		return 0, false
	}
	score = -score
	if depth <= 1 && score > -Proved && score < Proved {
		score = h.leaf(me, m)
	}
	return score, true
}

// leaf is the leaf scorer's opinion for the side me that has just played m.
func (h *hybrid) leaf(me board.Color, m connect.Move) int32 {
	if h.options.Mix.shapeLeaves() {
		return h.options.Shapes.Turn(h.pos, me, m).Total()
	}
	score := h.pos.Value(me) + h.places[m.A]
	if m.B != board.Nowhere {
		score += h.places[m.B]
	}
	return score
}

// node is the value of the position for the side to move. At depth 0 it answers
// only what is certain: a win at hand, or threats that no turn meets; otherwise
// 0, and the caller asks the leaf scorer.
func (h *hybrid) node(depth, ply int, alpha, beta int32) (int32, bool) {
	pos := h.pos
	if m, ok := pos.WinNow(); ok {
		h.line[ply][0] = m
		h.length[ply] = 1
		return Win - int32(ply) - 1, true
	}
	if depth <= 0 {
		var def connect.Defence
		pos.Answer(pos.ToMove(), &def)
		if def.Need > pos.Due() {
			return -Win + int32(ply) + 2, true
		}
		return 0, true
	}
	l := &h.lists[ply]
	if !h.expand(l, h.options.Width) {
		return -Win + int32(ply) + 2, true
	}
	best := int32(-infinity)
	for i := range l.n {
		m := l.items[i].move
		score, ok := h.try(m, depth, ply, max(alpha, best), beta)
		if !ok {
			return 0, false
		}
		if score > best {
			best = score
			h.keep(ply, m)
			if best >= beta {
				break
			}
		}
	}
	return best, true
}

// keep makes m, followed by the line found after it, the line of a ply.
func (h *hybrid) keep(ply int, m connect.Move) {
	h.line[ply][0] = m
	n := copy(h.line[ply][1:], h.line[ply+1][:h.length[ply+1]])
	h.length[ply] = n + 1
}

// resist is a turn for a lost position: the one of the shortlisted that leaves
// the opponent the fewest windows to win by, of like ones the first.
func (h *hybrid) resist() connect.Move {
	pos := h.pos
	me := pos.ToMove()
	h.shortlist(me)
	best, fewest := connect.NoMove, 0
	consider := func(m connect.Move) {
		pos.PlayMove(m)
		if hot := pos.Hot(me.Other()); best == connect.NoMove || hot < fewest {
			best, fewest = m, hot
		}
		pos.TakeMove(m)
	}
	for i, a := range h.cells.point[:h.cells.n] {
		if pos.Due() == 1 {
			consider(connect.Move{A: a, B: board.Nowhere})
			continue
		}
		for _, b := range h.cells.point[:i] {
			consider(connect.Pair(a, b))
		}
	}
	return best
}
