package template

import (
	"cmp"
	"context"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Found is what a search has found.
type Found struct {
	Point board.Point // Nowhere when there is no point to play on
	Value int         // for the side to move
	Depth int         // of the last iteration that was completed
	Nodes uint64
}

// Engine searches: iterative deepening, alpha-beta whose values may lie beyond
// its bounds, null move, an extension for the answer to a four, a board that is
// clipped to where stones are, and a transposition table.
type Engine struct {
	*Position
	now   func() time.Time
	end   time.Time
	done  <-chan struct{}
	table []entry
	nodes uint64
	most  uint64
	over  bool
}

const (
	tableEntries = 1 << 17 // 3 MiB
	maxDepth     = 32
	maxPly       = 64
	// clip is how far from the stones points are still looked at.
	clip = 2
	// nullReduction is by how much a search after a pass is shallower.
	nullReduction = 2
	infinite      = Won + 1
)

type entry struct {
	key   board.Key
	move  board.Point
	value int16
	depth int8
	bound int8 // -1: at most value, 0: value, 1: at least value
}

// NewEngine returns an engine at an empty board. now is its only clock.
func NewEngine(size board.Size, rules game.Row, now func() time.Time) *Engine {
	return &Engine{Position: New(size, rules), now: now, table: make([]entry, tableEntries)}
}

// Search looks for c's best point. It ends early when ctx does; a soft limit is
// nothing to it.
func (e *Engine) Search(ctx context.Context, c board.Color, l limit.Limits) Found {
	e.nodes, e.over, e.most, e.end, e.done = 0, false, l.Nodes, time.Time{}, ctx.Done()
	if l.Hard > 0 {
		e.end = e.now().Add(l.Hard)
	}
	found := Found{Point: board.Nowhere}
	if e.count == 0 {
		found.Point = e.size.Center()
		return found
	}
	points := e.points(c, e.judge(c), board.Nowhere)
	if len(points) == 0 {
		return found
	}
	found.Point = points[0]
	deepest := l.Depth
	if deepest == 0 {
		deepest = maxDepth
	}
	for depth := 1; depth <= min(deepest, maxDepth); depth++ {
		at, value := e.root(c, depth, points)
		if e.over && depth > 1 {
			break
		}
		found.Point, found.Value, found.Depth = at, value, depth
		if value >= Won-maxPly || value <= -Won+maxPly || len(points) == 1 || e.over {
			break
		}
	}
	found.Nodes = e.nodes
	return found
}

// root tries the points, brings the best to the front of the list and returns
// it.
func (e *Engine) root(c board.Color, depth int, points []board.Point) (board.Point, int) {
	best, at := -infinite, 0
	for i, p := range points {
		v := e.try(p, c, depth, 0, best, infinite)
		if e.over && i > 0 {
			break
		}
		if v > best {
			best, at = v, i
		}
	}
	p := points[at]
	copy(points[1:at+1], points[:at])
	points[0] = p
	return p, best
}

// try is the value for c of a stone on a point.
func (e *Engine) try(at board.Point, c board.Color, depth, ply, alpha, beta int) int {
	e.Put(at, c)
	v := -e.search(c.Other(), depth-1, ply+1, -beta, -alpha, true)
	e.Take(at)
	// A win is worth the less the later it comes.
	switch {
	case v > Won-2*maxPly:
		v--
	case v < -Won+2*maxPly:
		v++
	}
	return v
}

// search is the value for c of the position with c to move. pass says that it
// may be tried what a pass brings.
func (e *Engine) search(c board.Color, depth, ply, alpha, beta int, pass bool) int {
	if e.spent() {
		return 0
	}
	j := e.judge(c)
	if j.over || ply >= maxPly {
		return j.value
	}
	if e.count == e.size.Count() {
		return 0
	}
	if j.four {
		depth++
	}
	if depth <= 0 {
		return j.value
	}
	key := e.key ^ sideKeys[c&1]
	hit := &e.table[key%tableEntries]
	first := board.Nowhere
	if hit.key == key {
		first = hit.move
		if v := int(hit.value); int(hit.depth) >= depth && (hit.bound == 0 || hit.bound > 0 && v >= beta || hit.bound < 0 && v <= alpha) {
			return v
		}
	}
	if pass && j.forced == nil && depth > nullReduction && j.value >= beta {
		if v := -e.search(c.Other(), depth-1-nullReduction, ply+1, -beta, -beta+1, false); v >= beta && !e.over {
			return v
		}
	}
	best, move, begun := -infinite, board.Nowhere, alpha
	for _, at := range e.points(c, j, first) {
		v := e.try(at, c, depth, ply, alpha, beta)
		if e.over {
			return 0
		}
		if v > best {
			best, move = v, at
		}
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	if move == board.Nowhere {
		// Every point is forbidden: whoever may not move at Renju passes.
		return j.value
	}
	bound := int8(0)
	switch {
	case best <= begun:
		bound = -1
	case best >= beta:
		bound = 1
	}
	*hit = entry{key, move, int16(best), int8(min(depth, 127)), bound}
	return best
}

// sideKeys tell positions apart by who is to move.
var sideKeys = [2]board.Key{0x9E3779B97F4A7C15, 0}

func (e *Engine) spent() bool {
	e.nodes++
	if e.most > 0 && e.nodes > e.most {
		e.over = true
	}
	if e.nodes&0x3F == 0 {
		select {
		case <-e.done:
			e.over = true
		default:
			e.over = e.over || !e.end.IsZero() && !e.now().Before(e.end)
		}
	}
	return e.over
}

// points lists what c may try, the most promising first: what the shapes force,
// or all points near stones.
func (e *Engine) points(c board.Color, j judgement, first board.Point) []board.Point {
	list := e.allowed(j.forced, c)
	if j.forced == nil || len(list) == 0 {
		list = list[:0]
		low, high := e.clipped()
		for y := low.Y(); y <= high.Y(); y++ {
			for x := low.X(); x <= high.X(); x++ {
				if at := board.At(x, y); e.stones[at] == board.Empty && e.Allowed(at, c) {
					list = append(list, at)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b board.Point) int {
		return cmp.Compare(e.tuples.Score(b, c), e.tuples.Score(a, c))
	})
	if i := slices.Index(list, first); i > 0 {
		copy(list[1:i+1], list[:i])
		list[0] = first
	}
	return list
}

// clipped returns the corners of the smallest rectangle that holds every stone
// and what is near it.
func (e *Engine) clipped() (low, high board.Point) {
	left, right, bottom, top := e.size.Cols, -1, e.size.Rows, -1
	for i := range e.size.Count() {
		at := e.size.Point(i)
		if e.stones[at] != board.Empty {
			left, right = min(left, at.X()), max(right, at.X())
			bottom, top = min(bottom, at.Y()), max(top, at.Y())
		}
	}
	if right < 0 {
		return board.At(0, 0), board.At(e.size.Cols-1, e.size.Rows-1)
	}
	return board.At(max(left-clip, 0), max(bottom-clip, 0)), board.At(min(right+clip, e.size.Cols-1), min(top+clip, e.size.Rows-1))
}
