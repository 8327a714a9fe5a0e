// Package search chooses turns: an opening book, then the forced-win solver
// (consecutive threats), then alpha-beta, in the order of the seed document
// CN 105817029 A.
//
// An [Engine] takes all its memory when it is made; a search allocates nothing.
// It has no clock but the one passed in and does no I/O.
package search

import (
	"context"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/threat"
)

// Scores are those of package eval. One beyond Proved is a proof only where
// [player.Found.Proved] says so: alpha-beta tries null moves and reductions, and the
// options' Width leaves turns out.
const (
	Win      = eval.Win
	Proved   = eval.Proved
	infinity = eval.Infinity
)

// MaxDepth is the deepest search, in turns, and MaxWidth the greatest number of
// turns looked at in one position.
const (
	MaxDepth = hybrid.MaxDepth
	MaxWidth = hybrid.MaxWidth
)

// Found is what a search has found.
type Found = player.Found[connect.Move]

// Engine searches positions of one game. It is not safe for concurrent use.
type Engine struct {
	options Options
	now     func() time.Time
	clock   limit.Clock
	part    limit.Clock // the solver's share of it
	pos     *connect.Position
	hybrid  *hybrid.Search
	tree    tree
	workers workers
	solver  *threat.Solver
	book    *book.Book
	line    [MaxDepth + 1]connect.Move
}

// New returns an engine for games on a board of that size. now is its only clock.
func New(size board.Size, o Options, now func() time.Time) (*Engine, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	pos, err := connect.New(size, o.Learned)
	if err != nil {
		return nil, err
	}
	e := &Engine{now: now, pos: pos}
	if e.hybrid, err = hybrid.New(size, o.Roads); err != nil {
		return nil, err
	}
	if e.book, err = book.Open(size); err != nil {
		return nil, err
	}
	e.solver = threat.New(pos, threat.Memory{Proofs: proofEntries, Lines: linesFor(o.TableMB)})
	e.tree.pos, e.tree.solver, e.tree.numbers = pos, e.solver, &steady
	return e, e.Set(o)
}

// Set changes the options; the roads cannot be changed. On an error nothing
// changes.
func (e *Engine) Set(o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	if e.tree.table == nil || o.TableMB != e.options.TableMB {
		e.tree.table = newTable(o.TableMB)
	}
	e.options = o
	e.hybrid.Set(hybrid.Options{Mix: o.Mix, Width: o.Width, Roads: o.Roads, Shapes: o.Shapes, Unaided: o.Unaided})
	e.tree.options, e.tree.places, e.tree.workers = &e.options, o.Roads.Places(e.pos.Size()), &e.workers
	e.tree.room()
	e.tree.networks.room(o.network(e.pos.Size()), e.pos.Size())
	e.workers.resize(o.Threads-1, &e.tree)
	return nil
}

// Options returns the options in force.
func (e *Engine) Options() Options { return e.options }

// Position returns the engine's own position, for a caller to set up before
// [Engine.Search].
func (e *Engine) Position() *connect.Position { return e.pos }

// Watch has every leaf of the searches to come shown, as the turns from the
// engine's position to it, which are valid until watch returns; nil ends that.
// It is for learning from leaves and shows those of the first thread only.
func (e *Engine) Watch(watch func(line []connect.Move)) { e.tree.watch = watch }

// Book returns the opening book, which plays in front of a search if the options
// say so.
func (e *Engine) Book() *book.Book { return e.book }

// Search chooses a turn in the engine's position, which it leaves as it was. It
// ends when a limit is reached or ctx is done, whichever is first, and always
// has a legal answer while the game is not over; else it answers NoMove. report
// may be nil; it is called after every iteration.
func (e *Engine) Search(ctx context.Context, lim limit.Limits, report func(Found)) Found {
	c := e.begin(ctx, lim)
	if c.Limits.Depth <= 0 || c.Limits.Depth > e.options.Depth {
		c.Limits.Depth = e.options.Depth
	}
	e.solver.Forget()
	e.tree.full = e.options.Network != nil || lim.Nodes == 0 && c.Limits.Depth == MaxDepth
	e.tree.numbers = &steady
	if e.tree.full && e.options.uses(Tuned) {
		e.tree.numbers = &tuned
	}
	r := e.choose(c)
	if r.Move == connect.NoMove && !e.pos.Over() && e.options.Mix == hybrid.Own {
		r = e.tree.think(c, report)
	}
	if r.Move == connect.NoMove && !e.pos.Over() {
		r = e.document(c, false, report)
	}
	e.settle(&r)
	r.Elapsed = c.Elapsed()
	return r
}

// settle says whether what a search of the engine's position found is a proof: a win
// of the solver, or a loss to more threats than a turn meets.
func (e *Engine) settle(r *Found) {
	if r.Source == player.FromThreat {
		r.Proved = true
		return
	}
	_, wins := e.pos.WinNow()
	if _, lost := e.tree.onlyTurn(); lost && !wins && !e.pos.Over() {
		r.Score, r.Proved = 2-Win, true
	}
}

// begin starts the engine's clock, which lies in the engine so that a search
// allocates nothing.
func (e *Engine) begin(ctx context.Context, lim limit.Limits) *limit.Clock {
	e.clock.Start(ctx, lim, e.now)
	return &e.clock
}

// document searches as the document does.
func (e *Engine) document(c *limit.Clock, once bool, report func(Found)) Found {
	f := e.hybrid.Think(c, e.pos, once, report)
	f.Elapsed = c.Elapsed()
	return f
}

// SearchOnce searches the engine's position by alpha-beta to exactly one depth,
// lim.Depth, without the book, the solver and the shallower iterations before
// it: what studies compare.
func (e *Engine) SearchOnce(ctx context.Context, lim limit.Limits) Found {
	c := e.begin(ctx, lim)
	c.Limits.Depth = min(max(lim.Depth, 1), MaxDepth)
	return e.document(c, true, nil)
}

// Prove looks for a forced win by threats of the side to move in the engine's
// position, and for the shortest there is; see [threat.Solver.Prove]. lim.Depth
// bounds its length in turns of that side.
func (e *Engine) Prove(ctx context.Context, lim limit.Limits) threat.Proof {
	return e.solver.Prove(e.begin(ctx, lim), lim.Depth)
}

// Follow looks for a forced win of at most so many turns, not for the shortest,
// with what the last proof has found out; see [threat.Solver.Follow].
func (e *Engine) Follow(ctx context.Context, turns int) threat.Proof {
	return e.solver.Follow(e.begin(ctx, limit.Limits{}), turns)
}

// choose answers what needs no alpha-beta: a finished game, a board with one
// choice, the opening, a win at hand, a forced win.
func (e *Engine) choose(c *limit.Clock) Found {
	pos := e.pos
	none := Found{Move: connect.NoMove}
	switch {
	case pos.Over():
		return none
	case pos.Count() == 0:
		m := connect.Move{A: pos.Size().Center(), B: board.Nowhere}
		if pos.Due() == 1 {
			return e.answer(player.FromBook, 0, m)
		}
	}
	if m, ok := pos.WinNow(); ok && !e.options.Unaided {
		return e.answer(player.FromThreat, Win-1, m)
	}
	if e.options.Book {
		if m, ok := e.book.Find(pos, e.options.Seed); ok {
			return e.answer(player.FromBook, 0, m)
		}
	}
	if c.Timed() && !e.options.Unaided {
		switch only, lost := e.tree.onlyTurn(); {
		case lost:
			return none // no threat of ours comes before theirs
		case only != connect.NoMove:
			e.tree.reset()
			return e.answer(player.FromOnly, e.tree.static(0), only)
		}
	}
	if e.options.Solver {
		c.Share(&e.part, solverShare)
		n := e.solver.Solve(&e.part, solverNodes, threat.MaxTurns)
		c.Rejoin(&e.part)
		// Time that runs out just then can leave a proof without a line.
		if line := e.solver.Line(); n > 0 && len(line) > 0 {
			copy(e.line[:], line)
			r := e.answer(player.FromThreat, Win-int32(2*n-1), e.line[0])
			r.Line = e.line[:len(line)]
			r.Depth = n
			r.Nodes = c.Nodes
			return r
		}
	}
	return none
}

func (e *Engine) answer(s player.Source, score int32, m connect.Move) Found {
	e.line[0] = m
	return Found{Move: m, Source: s, Score: score, Line: e.line[:1]}
}

// What the solver may spend at the root: one of so many parts of the search, and
// at most so many positions looked into.
const (
	solverShare = 4
	solverNodes = 200_000
)
