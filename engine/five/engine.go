package five

import (
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Found is what a search has found. Its score is the worth of shapes, or Win less the
// number of stones to a five, both sides' counted. A win comes after so many stones at
// the latest: by fours alone there is none shorter, but with threes there may be. The
// move is Nowhere when there is no point to play on.
type Found = player.Found[board.Point]

// Win is the score of a five on the board. Scores beyond Proved are those of forced
// wins, proved only where [player.Found.Proved] says so: alpha-beta prunes and reduces.
const (
	Win      = 30_000
	Proved   = Win - 1000
	infinity = Win + 1
)

// Engine searches positions of one game. It is not safe for concurrent use. All
// its memory is taken when it is made.
type Engine struct {
	*Position
	options  Options
	now      func() time.Time
	clock    limit.Clock
	part     limit.Clock // the solver's share of it at the root
	watch    func(line []board.Point)
	begun    int // stones at the root
	farthest int // ply beyond which what is forced costs a stone's depth too
	solver   *solver
	table    table
	plies    [maxPly + 1]plyMemory
	history  [2][board.Cells]int32
}

// plyMemory is what one ply works in.
type plyMemory struct {
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
	e.solver = newSolver(e.Position)
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

// Watch has f called with the stones from the root to every position whose worth is
// asked for; nil ends that. The line must not be kept. Where a null move was tried its
// stones are not of both colours by turns.
func (e *Engine) Watch(f func(line []board.Point)) { e.watch = f }

// show shows a position whose worth is asked for to who watches.
func (e *Engine) show() {
	if e.watch != nil {
		e.watch(e.moves[e.begun:])
	}
}
