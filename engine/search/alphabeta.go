package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// tree is one thread's search of the default engine: alpha-beta over turns with
// a null window for all but the first turn of a position (principal variation
// search: J. Pearl, "Scout", 1980; T. Marsland and M. Campbell, 1982).
type tree struct {
	pos       *connect.Position
	solver    *threat.Solver
	table     *table
	options   *Options
	clock     *limit.Clock
	part      limit.Clock // the zone's share of it
	workers   *workers    // who helps; nil for a helper
	places    [board.Cells]int32
	plies     [maxPly + 2]plyMemory
	rootScore int32 // of the root's best turn so far
	// best is the principal variation of the last answer: the root's own line is
	// written over by an iteration that is cut short.
	best  [maxPly + 2]connect.Move
	judge judge
	// learned says that the learned tables judge leaves: they are for Connect6.
	learned bool
	// watch, if set, is shown the turns from the root to every leaf.
	watch   func(line []connect.Move)
	zone    zone
	passed  int // passes on the way from the root
	sights  sights
	keys    [board.Cells]int64 // of the shortlist
	ordered bool               // the learned order ranks candidates
}

// maxPly bounds the length of a line, extensions included.
const maxPly = 2 * MaxDepth

// plyMemory is what one ply works in.
type plyMemory struct {
	list    list
	cells   cells
	defence connect.Defence
	killers [2]connect.Move
	last    connect.Move // the turn before this ply; NoMove at the root
	touched touched
	line    [maxPly + 2]connect.Move
	length  int
}

// room takes the memory for as many candidates as the options want, unless it has
// it.
func (t *tree) room() {
	width := min(2*t.options.Width, MaxWidth)
	if cap(t.plies[0].list.items) >= width {
		return
	}
	all := make([]candidate, len(t.plies)*width)
	for i := range t.plies {
		t.plies[i].list.items = all[i*width : (i+1)*width : (i+1)*width]
	}
}

// search is the value of the position for the side to move, depth turns ahead.
func (t *tree) search(depth, ply int, alpha, beta int32) int32 {
	pos := t.pos
	p := &t.plies[ply]
	p.length = 0
	if pos.Over() {
		return 0
	}
	if m, ok := pos.WinNow(); ok {
		p.line[0], p.length = m, 1
		return Win - int32(ply) - 1
	}
	me := pos.ToMove()
	pos.Answer(me, &p.defence)
	if p.defence.Need > pos.Due() {
		return -Win + int32(ply) + 2
	}
	// Nothing better than winning next turn, nothing worse than losing then.
	alpha, beta = max(alpha, -Win+int32(ply)+2), min(beta, Win-int32(ply)-1)
	if alpha >= beta {
		return alpha
	}
	if p.defence.Need == 2 && depth < 1 && t.options.uses(ForcedReplies) {
		depth = 1 // few answers, each forced: the leaf lies behind them
	}
	if depth <= 0 || ply >= maxPly {
		if t.watch != nil && ply > 0 && t.passed == 0 {
			t.show(ply)
		}
		return t.static(ply)
	}
	pv := beta-alpha > 1
	key := pos.Key()
	first := connect.NoMove
	if f, ok := t.table.probe(key, ply); ok {
		first = f.move
		if !pv && f.depth >= depth && (f.bound == exact || f.bound == lower && f.score >= beta || f.bound == upper && f.score <= alpha) {
			return f.score
		}
	}
	calm := !pv && t.calm(ply, beta)
	if calm && depth <= reverseDepth && t.options.uses(Reverse) {
		// The value itself, not what is sure of it: it orders the turns that lead
		// here, and less gains nothing (docs/strength.md).
		if v := t.static(ply); v-int32(reverseMargin*depth) >= beta {
			return v
		}
	}
	late := depth == 1 && !pv && t.options.uses(LateSolver)
	if !late {
		if score := t.forced(depth, ply); score > 0 {
			return score
		}
	}
	if calm && depth >= 2 && t.options.uses(NullMove) {
		if v := t.pass(depth, ply, beta); v >= beta || t.clock.Over {
			return min(v, Proved-1) // a win against nobody proves nothing
		}
	}
	if first == connect.NoMove && depth >= 3 && pv {
		// Without a turn to try first, a shallower search finds one.
		t.search(depth-2, ply, alpha, beta)
		if t.clock.Over {
			return 0
		}
		if f, ok := t.table.probe(key, ply); ok {
			first = f.move
		}
		pos.Answer(me, &p.defence)
		p.length = 0
	}
	return t.turns(depth, ply, alpha, beta, pv, late, first)
}

// forced asks the solver whether the side to move wins by threats, within a
// budget that grows with the depth still to search. It returns what such a win
// is worth, 0 if none is found, and makes its first turn the ply's line.
func (t *tree) forced(depth, ply int) int32 {
	if !t.options.uses(NodeSolver) {
		return 0
	}
	p := &t.plies[ply]
	budget := uint64(t.options.NodeThreats) << (2 * min(depth-1, 4))
	won := t.solver.Quick(t.clock, budget)
	if won == 0 {
		return 0
	}
	p.line[0], p.length = t.solver.First(), 1
	score := Win - int32(ply) - int32(2*won-1)
	if ply == 0 {
		t.rootScore = score
	}
	t.table.store(t.pos.Key(), ply, found{p.line[0], score, 63, lower})
	return score
}

// static is the value of the position for the side to move without looking
// ahead. ply is one that turns has not been called for, or the root.
func (t *tree) static(ply int) int32 {
	me := t.pos.ToMove()
	if !t.learned {
		v := t.pos.Value(me) + t.options.Tempo
		return max(-maxStatic, min(v, maxStatic))
	}
	sum := t.judge.sum
	if ply > 0 {
		sum = t.judge.after(t.plies[ply].last)
	}
	v := sum[0]
	if me == board.White {
		v = -sum[1]
	}
	return max(-maxStatic, min(v+t.options.Stones.Tempo, maxStatic))
}

// show shows a leaf to who watches.
func (t *tree) show(ply int) {
	var line [maxPly + 2]connect.Move
	for i := range ply {
		line[i] = t.plies[i+1].last
	}
	t.watch(line[:ply])
}

// maxStatic bounds static values, well below proved scores.
const maxStatic = 1 << 24

// turns tries the turns of a position, best first. late says that the solver is
// asked after the first.
func (t *tree) turns(depth, ply int, alpha, beta int32, pv, late bool, first connect.Move) int32 {
	pos := t.pos
	p := &t.plies[ply]
	me := pos.ToMove()
	best, bestMove, from := int32(-infinity), connect.NoMove, alpha
	key := pos.Key()
	if t.learned && ply > 0 {
		t.judge.play(p.last, &p.touched)
		defer t.judge.take(&p.touched)
	}
	if first == connect.NoMove && depth == 1 && t.options.uses(Killers) && t.options.uses(EarlyKiller) && p.killers[0] != connect.NoMove && p.defence.Need < 2 && t.playable(p.killers[0], &p.defence) {
		first = p.killers[0]
	}
	// The table's turn is tried before the others are looked for: it is often
	// enough.
	alone := first != connect.NoMove && p.defence.Need < 2 && t.playable(first, &p.defence)
	if alone {
		p.list.items[0].move, p.list.n = first, 1
	} else {
		t.expand(p, ply, first)
	}
	for i := 0; i < p.list.n; i++ {
		m := p.list.items[i].move
		if t.clock.Tick() {
			return 0
		}
		next := depth - 1
		quiet := i > 0 && best > -Proved && p.defence.Need == 0
		cut := 0
		if quiet && depth >= 3 && i >= 4 && t.options.uses(Reductions) {
			cut = 1
			if i >= 16 && depth >= 5 {
				cut = 2
			}
		}
		pos.PlayMove(m)
		t.plies[ply+1].last = m
		if cut > 0 && pos.Hot(me) > 0 {
			cut-- // a threat is not put off
		}
		var score int32
		switch {
		case pos.Winner() == me:
			score = Win - int32(ply) - 1
		case i == 0:
			score = -t.search(next, ply+1, -beta, -alpha)
		default:
			score = -t.search(next-cut, ply+1, -alpha-1, -alpha)
			if score > alpha && cut > 0 && !t.clock.Over {
				score = -t.search(next, ply+1, -alpha-1, -alpha)
			}
			if score > alpha && pv && score < beta && !t.clock.Over {
				score = -t.search(next, ply+1, -beta, -alpha)
			}
		}
		pos.TakeMove(m)
		if t.clock.Over {
			return 0
		}
		if score > best {
			best, bestMove = score, m
			if score > alpha {
				alpha = score
				t.keep(ply, m)
				if ply == 0 {
					t.rootScore = score
				}
			}
			if score >= beta {
				t.reward(ply, m)
				break
			}
		}
		if late {
			late = false
			if won := t.forced(depth, ply); won > 0 {
				return won
			}
		}
		if alone {
			alone = false
			t.expand(p, ply, first)
		}
	}
	b := exact
	switch {
	case best >= beta:
		b = lower
	case best <= from:
		b = upper
	}
	t.table.store(key, ply, found{bestMove, best, depth, b})
	return best
}

// keep makes m, followed by the line found after it, the line of a ply.
func (t *tree) keep(ply int, m connect.Move) {
	p, next := &t.plies[ply], &t.plies[ply+1]
	p.line[0] = m
	n := copy(p.line[1:], next.line[:next.length])
	p.length = n + 1
}

// reward remembers a turn that refuted the one before it.
func (t *tree) reward(ply int, m connect.Move) {
	p := &t.plies[ply]
	if p.killers[0] != m {
		p.killers[1], p.killers[0] = p.killers[0], m
	}
}
