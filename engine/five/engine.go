package five

import (
	"context"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Found is what a search has found. Score is for the side to move: the worth of
// shapes, or Win less the number of stones to a five, both sides' counted. A win comes
// after so many stones at the latest: by fours alone there is none shorter, but with
// threes there may be.
type Found struct {
	Point board.Point // Nowhere when there is no point to play on
	Score int
	Depth int // of the last iteration that was completed
	Nodes uint64
}

// Win is the score of a five on the board. Scores beyond Proved are forced wins.
const (
	Win    = 30_000
	Proved = Win - 1000
)

const (
	maxDepth = 64
	maxPly   = 96
	infinite = Win + 1
	// Plies beyond twice an iteration's depth in which what is forced costs less.
	farther = 8
)

// Engine searches positions of one game. It is not safe for concurrent use. All
// its memory is taken when it is made.
type Engine struct {
	*Position
	options  Options
	now      func() time.Time
	done     <-chan struct{}
	hard     time.Time
	solving  time.Time // when the solver has to end at the root
	most     uint64
	nodes    uint64
	looked   uint32 // positions so far: every now and then one asks for the time
	over     bool
	watch    func(line []board.Point)
	begun    int // stones at the root
	farthest int // from the root on: beyond, what is forced costs a stone's depth too
	solver   *solver
	table    table
	plies    [maxPly + 1]searchPly
	history  [2][board.Cells]int32
}

// searchPly is the memory of one ply.
type searchPly struct {
	moves   [board.MaxSide * board.MaxSide]ranked
	killers [2]board.Point
}

// New returns an engine at an empty board. now is its only clock.
func New(size board.Size, rules game.Row, now func() time.Time) *Engine {
	return NewWith(size, rules, DefaultOptions(), now)
}

// NewWith returns an engine that searches in another way.
func NewWith(size board.Size, rules game.Row, o Options, now func() time.Time) *Engine {
	w := defaultWeights[rules%3]()
	if o.Tables[0] != nil {
		w = o.Tables.expand()
	}
	e := &Engine{Position: newPosition(size, rules, w), options: o, now: now, table: newTable()}
	e.solver = newSolver(e.Position, e.halt)
	return e
}

// Lift takes all stones off.
func (e *Engine) Lift() {
	for len(e.moves) > 0 {
		e.Take()
	}
}

// Clear takes all stones off and forgets what was searched.
func (e *Engine) Clear() {
	e.Lift()
	e.table.clear()
	clear(e.solver.failed)
	e.history = [2][board.Cells]int32{}
	for i := range e.plies {
		e.plies[i].killers = [2]board.Point{}
	}
}

// The shares of a search that the solver gets at its root.
const (
	rootShare  = 4
	rootAttack = 400_000
)

// Search looks for c's best point. It ends early when ctx does.
func (e *Engine) Search(ctx context.Context, c board.Color, l limit.Limits) Found {
	begun := e.now()
	e.done, e.nodes, e.over, e.most, e.hard = ctx.Done(), 0, false, l.Nodes, time.Time{}
	if l.Hard > 0 {
		e.hard = begun.Add(l.Hard)
	}
	for side := range e.history {
		for i := range e.history[side] {
			e.history[side][i] /= 8
		}
	}
	e.begun = e.count
	found := Found{Point: board.Nowhere}
	if e.count == 0 {
		found.Point = e.size.Center()
		return found
	}
	p := &e.plies[0]
	n := e.generate(c, 0, board.Nowhere)
	if n == 0 {
		return found
	}
	found.Point = p.moves[0].at
	if at, score := e.prove(c, l, begun); at != board.Nowhere {
		return Found{Point: at, Score: score, Depth: 1, Nodes: e.nodes}
	}
	deepest := l.Depth
	if deepest == 0 || deepest > maxDepth {
		deepest = maxDepth
	}
	for depth := 1; depth <= deepest; depth++ {
		e.farthest = min(farther+2*depth, maxPly/2)
		at, score := e.window(c, depth, n, found.Score)
		if e.over && (depth > 1 && at == board.Nowhere) {
			break
		}
		if at != board.Nowhere {
			found.Point, found.Score = at, score
		}
		if e.over {
			break
		}
		found.Depth = depth
		if n == 1 || score >= Proved || score <= -Proved && depth > 8 || l.Soft > 0 && e.now().Sub(begun) >= l.Soft {
			break
		}
	}
	found.Nodes = e.nodes
	return found
}

// prove asks the solver for a win at the root.
func (e *Engine) prove(c board.Color, l limit.Limits, begun time.Time) (board.Point, int) {
	s := e.solver
	budget := uint64(rootAttack)
	if l.Nodes > 0 {
		budget = min(budget, l.Nodes/rootShare)
	}
	s.begin(budget)
	if l.Hard > 0 {
		e.solving = begun.Add(l.Hard / rootShare)
	}
	n := s.fours(c, maxAttack, 0)
	first := s.first
	// The first win that is found by fours is seldom the shortest.
	for shorter := n; shorter > 2 && !s.over; {
		if shorter = s.fours(c, n-1, 0); shorter > 0 {
			n, first = shorter, s.first
		}
	}
	for depth := 2; n == 0 && depth <= maxAttack && !s.over; depth += 2 {
		n = s.attack(c, depth, 0)
		first = s.first
		if n == 0 || depth == 2 {
			continue
		}
		if shorter := s.attack(c, depth-1, 0); shorter > 0 && shorter < n {
			n, first = shorter, s.first
		}
	}
	e.solving = time.Time{}
	e.nodes += s.nodes
	if n == 0 {
		return board.Nowhere, 0
	}
	return first, Win - 2*n + 1
}

// halt reports whether the solver has to end.
func (e *Engine) halt() bool {
	return e.late() || !e.solving.IsZero() && !e.now().Before(e.solving)
}

// Watch has f called with the stones from the root to every position whose worth is
// asked for; nil ends that. The line must not be kept. Where a pass was tried its
// stones are not of both colours by turns.
func (e *Engine) Watch(f func(line []board.Point)) { e.watch = f }

// show shows a position whose worth is asked for to who watches.
func (e *Engine) show() {
	if e.watch != nil {
		e.watch(e.moves[e.begun:])
	}
}

// window searches the root between bounds about the last iteration's score, and
// without a bound that does not hold. A search that positions bound, as those of the
// levels are, goes without: how far levels are apart was measured so.
func (e *Engine) window(c board.Color, depth, n, last int) (board.Point, int) {
	alpha, beta := -infinite, infinite
	if w := e.options.Window; w > 0 && e.most == 0 && depth > 3 && last > -Proved && last < Proved {
		alpha, beta = last-w, last+w
	}
	for {
		at, score := e.root(c, depth*stone, n, alpha, beta)
		switch {
		case e.over && score <= alpha:
			return board.Nowhere, 0
		case e.over:
			return at, score
		case score <= alpha && alpha > -infinite:
			alpha = -infinite
		case score >= beta && beta < infinite:
			beta = infinite
		default:
			return at, score
		}
	}
}

// root tries the moves of the first ply, and brings the best to the front.
func (e *Engine) root(c board.Color, depth, n, alpha, beta int) (board.Point, int) {
	moves := e.plies[0].moves[:n]
	best, at := -infinite, -1
	for i := range moves {
		m := moves[i].at
		e.Put(m, c)
		score := 0
		low := max(alpha, best)
		if i == 0 {
			score = -e.search(c.Other(), depth-stone, 1, -beta, -low, true)
		} else {
			less := 0
			if i > 3 && depth > 3*stone && e.options.Uses(Root) {
				less = int(reductions[min(depth/stone, 63)][min(i, 63)]) / 2
			}
			score = -e.search(c.Other(), depth-stone-less, 1, -low-1, -low, true)
			if score > low && less > 0 && !e.over {
				score = -e.search(c.Other(), depth-stone, 1, -low-1, -low, true)
			}
			if score > low && score < beta && !e.over {
				score = -e.search(c.Other(), depth-stone, 1, -beta, -low, true)
			}
		}
		e.Take()
		if e.over {
			break
		}
		if score > best {
			best, at = score, i
		}
		if best >= beta {
			break
		}
	}
	if at < 0 || best <= alpha && alpha > -infinite {
		return board.Nowhere, best
	}
	m := moves[at]
	copy(moves[1:at+1], moves[:at])
	moves[0] = m
	return m.at, best
}

// late reports whether the search has to end.
func (e *Engine) late() bool {
	select {
	case <-e.done:
		e.over = true
	default:
	}
	if !e.hard.IsZero() && !e.now().Before(e.hard) {
		e.over = true
	}
	return e.over
}

// spent counts a position, and reports whether the search has to end. What would be
// one too many is not counted.
func (e *Engine) spent() bool {
	if e.most > 0 && e.nodes >= e.most {
		e.over = true
		return true
	}
	e.nodes++
	e.looked++
	if e.looked&0x3F == 0 && e.late() {
		e.over = true
	}
	return e.over
}

// grant returns how many positions of those wanted the solver may look at.
func (e *Engine) grant(wanted int) uint64 {
	if e.most > 0 {
		return min(uint64(wanted), e.most-min(e.nodes, e.most))
	}
	return uint64(wanted)
}
