package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// tree is one thread's search by the product's own alpha-beta over turns. All
// turns of a position but the first are tried with a null window (principal
// variation search: J. Pearl, "Scout", 1980; T. Marsland and M. Campbell, 1982).
type tree struct {
	pos       *connect.Position
	solver    *threat.Solver
	table     *table
	options   *Options
	numbers   *numbers // that the search goes by
	clock     *limit.Clock
	part      limit.Clock // the zone's share of it
	workers   *workers    // nil for a worker
	places    [board.Cells]int32
	plies     [maxPly + 2]plyMemory
	rootScore int32 // of the root's best turn so far
	// reference is the turn that the iteration has to beat: the last one's best, or one
	// that was above the window. compared says that it was tried in this window.
	reference connect.Move
	compared  bool
	// best is the principal variation of the last answer: the root's own line is
	// written over by an iteration that is cut short.
	best      [maxPly + 2]connect.Move
	evaluator evaluator
	// learned says that the learned tables judge leaves, ordered that they rank
	// candidates: they are for Connect6.
	learned, ordered bool
	// full says that the search is one that time alone bounds, or is to be like those: it
	// goes by what was tuned for them and asks the network, if there is one.
	full     bool
	networks networks
	// watch, if set, is shown the turns from the root to every leaf.
	watch   func(line []connect.Move)
	nulls   int // null moves on the way from the root
	sights  sights
	zone    zone
	replies replies
	keys    [board.Cells]int64 // of the shortlist
}

// maxPly bounds the length of a line, extensions included.
const maxPly = 2 * MaxDepth

// plyMemory is what one ply works in.
type plyMemory struct {
	list    list
	cells   cells
	later   later
	defence connect.Defence
	killers killers
	replies [2]connect.Move
	width   int
	value   int32        // static, where the ply is prunable or has a tuned width
	last    connect.Move // the turn before this ply; NoMove at the root
	touched touched
	line    [maxPly + 2]connect.Move
	length  int
}

// room takes the memory for as many candidates as the options want, unless it has
// it.
func (t *tree) room() {
	width := t.options.mostTurns()
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
	pos.Answer(pos.ToMove(), &p.defence)
	if p.defence.Need > pos.Due() {
		return -Win + int32(ply) + 2
	}
	if t.options.uses(WinDistance) {
		// Nothing better than winning next turn, nothing worse than losing then.
		alpha, beta = max(alpha, -Win+int32(ply)+2), min(beta, Win-int32(ply)-1)
		if alpha >= beta {
			return alpha
		}
	}
	if p.defence.Need == 2 && depth <= leafDepth && t.options.uses(ForcedReplies) {
		depth = t.numbers.forced // few answers, each forced: the leaf lies behind them
	}
	if depth <= leafDepth || ply >= maxPly {
		if t.watch != nil && ply > 0 && t.nulls == 0 {
			t.showLeaf(ply)
		}
		return t.judged(t.static(ply), ply, alpha, beta)
	}
	pv := beta-alpha > 1
	first := connect.NoMove
	if f, ok := t.table.probe(pos.Key(), ply); ok {
		if !pv && f.depth >= depth && limit.Decides(f.bound, f.score, alpha, beta) && t.options.uses(TableCutoffs) {
			return f.score
		}
		if t.options.uses(TableMove) {
			first = f.move
		}
	}
	prunable := !pv && t.prunable(ply, beta)
	if prunable || t.numbers.width > 0 {
		p.value = t.static(ply)
	}
	t.widen(depth, ply, pv)
	if prunable {
		if v, futile := t.reverseFutile(depth, ply, beta); futile {
			return v
		}
	}
	late := depth-turn <= leafDepth && !pv && t.options.uses(LateSolver)
	if !late {
		if score := t.solve(depth, ply); score > 0 {
			return score
		}
	}
	if prunable {
		if v := t.nullMove(depth, ply, beta); v >= beta || t.clock.Over {
			return v
		}
	}
	if first == connect.NoMove && depth >= t.numbers.internalDepth && pv && t.options.uses(InternalDeepening) {
		if first = t.internalMove(depth, ply, alpha, beta); t.clock.Over {
			return 0
		}
	}
	return t.turns(depth, ply, alpha, beta, late, first)
}

// turns tries the turns of a position, best first. late says that the solver is
// asked after the first.
func (t *tree) turns(depth, ply int, alpha, beta int32, late bool, first connect.Move) int32 {
	pos, p := t.pos, &t.plies[ply]
	me := pos.ToMove()
	best, bestMove, from := int32(-infinity), connect.NoMove, alpha
	key := pos.Key()
	if t.numbers.replies > 0 && t.options.uses(Replies) {
		p.replies = t.replies.to(p.last, me)
	}
	cost := t.numbers.cost[p.defence.Need]
	if t.learned && ply > 0 {
		t.evaluator.play(p.last, &p.touched)
		defer t.evaluator.take(&p.touched)
	}
	if k := p.killers[0]; first == connect.NoMove && depth-turn <= leafDepth && t.options.uses(Killers) && t.options.uses(EarlyKiller) && t.alone(k, p) {
		first = k
	}
	staged := t.options.uses(StagedMoves) && t.alone(first, p)
	if staged {
		p.list.items[0].move, p.list.n = first, 1
	} else {
		t.generate(p, ply, first)
	}
	shared, again := t.helped() && depth >= putOffDepth && p.defence.Need == 0 && t.options.uses(PutOff), false
	p.later.n = 0
	for i := 0; ; i++ {
		if i == p.list.n {
			if again || p.later.n == 0 {
				break
			}
			again, i = true, 0
		}
		m := p.list.items[i].move
		if again && !p.later.has(i) {
			continue
		}
		marked := shared && !again && i > 0
		if marked && !t.table.busy.begin(key, m) {
			p.later.add(i)
			continue
		}
		if t.clock.Tick() {
			return 0
		}
		reduce := 0
		if best > -Proved && p.defence.Need == 0 {
			reduce = t.reduction(i, depth, p, alpha)
		}
		pos.PlayMove(m)
		t.networks.play(m)
		t.plies[ply+1].last = m
		if reduce > 0 && !t.numbers.smooth && pos.Hot(me) > 0 && t.options.uses(KeptThreats) {
			reduce -= turn
		}
		score := int32(Win - ply - 1)
		if pos.Winner() != me {
			score = t.try(i == 0, depth-cost, reduce, ply+1, alpha, beta)
		}
		pos.TakeMove(m)
		t.networks.take(m)
		if marked {
			t.table.busy.end(key, m)
		}
		if t.clock.Over {
			return 0
		}
		if ply == 0 && m == t.reference {
			t.compared = true
		}
		if score > best {
			best, bestMove = score, m
			if score > alpha {
				alpha = score
				t.updateLine(ply, m)
				if ply == 0 {
					t.rootScore = score
				}
			}
			if score >= beta {
				p.killers.add(m)
				t.replies.add(p.last, m, me)
				break
			}
		}
		if late {
			late = false
			if won := t.solve(depth, ply); won > 0 {
				return won
			}
		}
		if staged {
			staged = false
			t.generate(p, ply, first)
		}
	}
	t.table.store(key, ply, entry{bestMove, best, depth, limit.BoundOf(best, from, beta)})
	return best
}

// alone reports whether a turn can be tried before the others are listed: where two
// points have to be taken the list is short.
func (t *tree) alone(m connect.Move, p *plyMemory) bool {
	return m != connect.NoMove && p.defence.Need < 2 && t.playable(m, &p.defence)
}

// try is what the turn just played is worth to the side that played it. The first
// turn of a position has the full window; others are to show in a null window,
// and reduced, that they are better.
func (t *tree) try(first bool, depth, reduce, ply int, alpha, beta int32) int32 {
	if first {
		return -t.search(depth, ply, -beta, -alpha)
	}
	low := -alpha - 1
	if !t.options.uses(NullWindow) {
		low = -beta
	}
	score := -t.search(depth-reduce, ply, low, -alpha)
	if score > alpha && reduce > 0 && !t.clock.Over {
		score = -t.search(depth, ply, low, -alpha)
	}
	if score > alpha && score < beta && low > -beta && !t.clock.Over {
		score = -t.search(depth, ply, -beta, -alpha)
	}
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
	sum := t.evaluator.sum
	if ply > 0 {
		sum = t.evaluator.after(t.plies[ply].last)
	}
	v := sum[0]
	if me == board.White {
		v = -sum[1]
	}
	return max(-maxStatic, min(v+t.options.Stones.Tempo, maxStatic))
}

// maxStatic bounds static values, well below proved scores.
const maxStatic = 1 << 24

// showLeaf shows a leaf to who watches.
func (t *tree) showLeaf(ply int) {
	var line [maxPly + 2]connect.Move
	for i := range ply {
		line[i] = t.plies[i+1].last
	}
	t.watch(line[:ply])
}

// updateLine makes m, followed by the line found after it, the principal
// variation of a ply.
func (t *tree) updateLine(ply int, m connect.Move) {
	p, next := &t.plies[ply], &t.plies[ply+1]
	p.line[0] = m
	n := copy(p.line[1:], next.line[:next.length])
	p.length = n + 1
}
