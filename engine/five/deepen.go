package five

import (
	"context"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

const (
	maxDepth = 64
	maxPly   = 96
	// forcedPlies is how many plies beyond twice an iteration's depth what is forced
	// costs less than a stone.
	forcedPlies = 8
	// lostDepth is the depth up to which a lost position is searched on for a longer
	// defence.
	lostDepth = 8
	// foursAside is how much more depth a four costs that does not stop what threatens. Late
	// in a game most of a search went into the orders of such fours. At Renju, where they make
	// fouls too, it lost games (docs/strength.md).
	foursAside = stone
)

// Search looks for c's best point by iterative deepening. It ends early when ctx
// does. tell, which may be nil, is told of every depth that is complete.
func (e *Engine) Search(ctx context.Context, c board.Color, l limit.Limits, tell func(Found)) Found {
	e.clock.Start(ctx, l, e.now)
	timeAlone := l.Nodes == 0 && l.Depth == 0
	if e.judge != nil && e.options.uses(LineNetwork) && (e.options.Network != nil || timeAlone) {
		e.ask(e.judge)
		defer func() { e.network = nil }()
	}
	if e.aside = e.options.AsideDepth; e.aside == 0 && timeAlone && e.rules != game.RenjuFive {
		e.aside = foursAside
	}
	e.fadeHistory()
	e.begun = e.count
	found := Found{Move: board.Nowhere}
	if e.count == 0 {
		found.Move = e.size.Center()
		return e.finish(c, found)
	}
	n := e.generate(c, 0, board.Nowhere)
	if n == 0 {
		return found
	}
	found.Move = e.plies[0].moves[0].at
	if at, score := e.prove(c); at != board.Nowhere {
		return e.finish(c, Found{Move: at, Score: int32(score), Proved: true, Depth: 1})
	}
	deepest := l.Depth
	if deepest == 0 || deepest > maxDepth {
		deepest = maxDepth
	}
	for depth := 1; depth <= deepest; depth++ {
		e.farthest = min(forcedPlies+2*depth, maxPly/2)
		at, score := e.aspirate(c, depth, n, int(found.Score))
		if e.clock.Over && depth > 1 && at == board.Nowhere {
			break
		}
		if at != board.Nowhere {
			found.Move, found.Score = at, int32(score)
		}
		if e.clock.Over {
			break
		}
		found.Depth = depth
		if n == 1 || score >= Proved || score <= -Proved && depth > lostDepth || e.clock.Enough() {
			break
		}
		if tell != nil {
			tell(e.finish(c, found))
		}
	}
	return e.finish(c, found)
}

// finish fills in what a search has found in addition to its move.
func (e *Engine) finish(c board.Color, f Found) Found {
	f.Nodes = e.clock.Nodes
	f.Proved = f.Proved || e.proved(c, f.Score)
	f.Line = e.expected(c, f.Move, max(1, f.Depth))
	return f
}

// expected is the line of at most so many stones that begins with c's, as far as the table
// of positions knows it.
func (e *Engine) expected(c board.Color, at board.Point, most int) []board.Point {
	e.line = e.line[:0]
	for at != board.Nowhere && e.At(at) == board.Empty && e.Allowed(at, c) {
		e.line = append(e.line, at)
		if len(e.line) == most || e.Kind(at, c) == Wins {
			break
		}
		e.Put(at, c)
		c, at = c.Other(), board.Nowhere
		if known := e.table.find(e.key ^ sideKeys[side(c)]); known != nil {
			at = known.move
		}
	}
	for e.count > e.begun {
		e.Take()
	}
	return e.line
}

// proved reports whether a score of alpha-beta is a proof at the root: where the side
// to move, c, completes a five, or the opponent has more fives to complete than a stone
// stops.
func (e *Engine) proved(c board.Color, score int32) bool {
	switch p, o := e.Position, c.Other(); {
	case p.Has(c, Wins) > 0:
		return score >= Proved
	case p.Has(o, Wins) == 1:
		return score <= -Proved && !p.Allowed(p.only(o, Wins), c)
	default:
		return score <= -Proved && p.Has(o, Wins) > 1
	}
}

// What the solver gets at the root: one of so many parts of the search, and at most
// rootNodes; in short searches up to rootLeast nodes, where that is a part of shortShare.
const (
	rootShare  = 16
	shortShare = 4
	rootLeast  = 2_000
	rootNodes  = 400_000
)

// prove asks the solver for a win at the root.
func (e *Engine) prove(c board.Color) (board.Point, int) {
	if !e.options.uses(RootSolver) {
		return board.Nowhere, 0
	}
	s := e.solver
	budget, part := uint64(rootNodes), rootShare
	if most := e.clock.Limits.Nodes; most > 0 {
		budget = min(budget, max(most/rootShare, min(most/shortShare, rootLeast)))
		part = int(min(rootShare, most/max(1, budget))) // of the time, too
	}
	e.clock.Share(&e.part, part)
	s.begin(budget, &e.part)
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
	e.clock.Nodes += s.nodes
	e.clock.Look()
	if n == 0 {
		return board.Nowhere, 0
	}
	return first, Win - 2*n + 1
}

// aspirationDepth is the first depth whose score the last one foretells.
const aspirationDepth = 4

// aspirate searches the root in a narrow window around the last iteration's score,
// and without a bound that does not hold. A search that nodes bound, as those of the
// levels are, goes without: how far levels are apart was measured so.
func (e *Engine) aspirate(c board.Color, depth, n, last int) (board.Point, int) {
	alpha, beta := -infinity, infinity
	if w := e.options.Aspiration; w > 0 && e.options.uses(Aspiration) && e.clock.Limits.Nodes == 0 && depth >= aspirationDepth && last > -Proved && last < Proved {
		alpha, beta = last-w, last+w
	}
	better, least := board.Nowhere, 0 // what a window showed to be better, and worth that at least
	for {
		at, score := e.root(c, depth*stone, n, alpha, beta)
		switch {
		case e.clock.Over && score <= alpha:
			return better, least
		case e.clock.Over:
			return at, score
		case score <= alpha && alpha > -infinity:
			alpha, better = -infinity, board.Nowhere
		case score >= beta && beta < infinity:
			beta, better, least = infinity, at, score
		default:
			return at, score
		}
	}
}

// root tries the moves of the first ply, and brings the best to the front.
func (e *Engine) root(c board.Color, depth, n, alpha, beta int) (board.Point, int) {
	moves := e.plies[0].moves[:n]
	best, at := -infinity, -1
	e.plies[0].static = e.static(c, depth, -infinity, infinity, true)
	for i := range moves {
		e.Put(moves[i].at, c)
		reduce := 0
		if i > 0 {
			reduce = e.rootReduction(i, depth)
		}
		score := e.try(i == 0, c, depth-stone, reduce, 1, max(alpha, best), beta)
		e.Take()
		if e.clock.Over {
			break
		}
		if score > best {
			best, at = score, i
		}
		if best >= beta {
			break
		}
	}
	if at < 0 || best <= alpha && alpha > -infinity {
		return board.Nowhere, best
	}
	m := moves[at]
	copy(moves[1:at+1], moves[:at])
	moves[0] = m
	return m.at, best
}
