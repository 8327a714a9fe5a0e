package template

import (
	"cmp"
	"context"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Found is what a search has found; the move is Nowhere when there is no point to play
// on.
type Found = player.Found[board.Point]

// Engine searches: iterative deepening, alpha-beta whose values may lie beyond
// its bounds, null move, an extension for the answer to a four, a board that is
// clipped to where stones are, a transposition table, and a quiescence search
// (静态搜索) of fours.
type Engine struct {
	*Position
	now   func() time.Time
	clock limit.Clock
	table []entry
}

const (
	tableEntries = 1 << 17 // 3 MiB
	maxDepth     = 32
	maxPly       = 64
	// clip is how far from the stones points are still looked at.
	clip = 2
	// nullReduction is by how much a search after a null move is shallower.
	nullReduction = 2
	// quietFours is how many fours of one side a quiescence search plays in a row.
	quietFours = 6
	infinite   = Won + 1
)

type entry struct {
	key   board.Key
	move  board.Point
	value int16
	depth int8
	bound limit.Bound
}

// NewEngine returns an engine at an empty board. now is its only clock.
func NewEngine(size board.Size, rules game.Row, now func() time.Time) *Engine {
	return &Engine{Position: New(size, rules), now: now, table: make([]entry, tableEntries)}
}

// Forget forgets what earlier searches have found.
func (e *Engine) Forget() { clear(e.table) }

// Search looks for c's best point. It ends early when ctx does. The soft limit says
// nothing to it.
func (e *Engine) Search(ctx context.Context, c board.Color, l limit.Limits) Found {
	e.clock.Start(ctx, l, e.now)
	found := Found{Move: board.Nowhere}
	if e.count == 0 {
		found.Move = e.size.Center()
		return found
	}
	points := e.points(c, e.judge(c), board.Nowhere)
	if len(points) == 0 {
		return found
	}
	found.Move = points[0]
	deepest := l.Depth
	deepest = cmp.Or(deepest, maxDepth)
	for depth := 1; depth <= min(deepest, maxDepth); depth++ {
		at, value := e.root(c, depth, points)
		if e.clock.Over && depth > 1 {
			break
		}
		found.Move, found.Score, found.Depth = at, int32(value), depth
		if value >= Won-maxPly || value <= -Won+maxPly || len(points) == 1 || e.clock.Over {
			break
		}
	}
	found.Nodes = e.clock.Nodes
	return found
}

// root tries the points, brings the best to the front of the list and returns
// it.
func (e *Engine) root(c board.Color, depth int, points []board.Point) (board.Point, int) {
	best, at := -infinite, 0
	for i, p := range points {
		v := e.try(p, c, depth, 0, best, infinite)
		if e.clock.Over && i > 0 {
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

// search is the value for c of the position with c to move. null says that a
// null move may be tried.
func (e *Engine) search(c board.Color, depth, ply, alpha, beta int, null bool) int {
	if e.clock.Tick() {
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
	if depth <= 0 && !j.four {
		return e.settle(c, j, depth, ply, alpha, beta)
	}
	key := e.key ^ sideKeys[c&1]
	hit := &e.table[key%tableEntries]
	first := board.Nowhere
	if hit.key == key {
		first = hit.move
		if v := int(hit.value); int(hit.depth) >= depth && limit.Decides(hit.bound, v, alpha, beta) {
			return v
		}
	}
	if null && j.forced == nil && depth > nullReduction && j.value >= beta {
		if v := -e.search(c.Other(), depth-1-nullReduction, ply+1, -beta, -beta+1, false); v >= beta && !e.clock.Over {
			return v
		}
	}
	best, move, begun := -infinite, board.Nowhere, alpha
	for _, at := range e.points(c, j, first) {
		v := e.try(at, c, depth, ply, alpha, beta)
		if e.clock.Over {
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
		// Every point is forbidden: a side that may not move at Renju passes.
		return j.value
	}
	*hit = entry{key, move, int16(best), int8(min(depth, 127)), limit.BoundOf(best, begun, beta)}
	return best
}

// settle is the value of a position beyond the depth of the search, where only
// fours are tried: c may leave it at what the shapes say, or make a four, to
// which there is one answer. The series announces such a search and prints none.
func (e *Engine) settle(c board.Color, j judgement, depth, ply, alpha, beta int) int {
	best := j.value
	if depth <= -quietFours {
		return best
	}
	for _, at := range j.fours {
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
		if e.Allowed(at, c) {
			best = max(best, e.try(at, c, depth, ply, alpha, beta))
		}
		if e.clock.Over {
			return 0
		}
	}
	return best
}

// sideKeys tell positions apart by who is to move.
var sideKeys = [2]board.Key{0x9E3779B97F4A7C15, 0}

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
	for at := range e.size.Points {
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
