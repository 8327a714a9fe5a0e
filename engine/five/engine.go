package five

import (
	"math/bits"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/linenet"
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

// ChanceScale is the score that makes a win e times as likely as a loss, between what
// "stonehand study chance --rules" fits to games of the engine against itself: 303 at
// Gomoku, 224 at Renju.
const ChanceScale = 260

// Chance is the side to move's chance to win, from 0 to 1: what the engine makes of such a
// score when it plays against itself. It is 1 or 0 beyond Proved.
func Chance(score int) float64 {
	switch {
	case score > Proved:
		return 1
	case score < -Proved:
		return 0
	}
	return player.Chance(float64(score) / ChanceScale)
}

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
	aside    int // how much more depth a four costs that does not stop what threatens
	farthest int // ply beyond which what is forced costs a stone's depth too
	line     []board.Point
	solver   *solver
	table    table
	judge    *linenet.Sums // which the position is shown to in searches that ask a network; nil without one
	plies    [maxPly + 1]plyMemory
	history  [2][board.Cells]int32
	counters [2][board.Cells]board.Point // by the last stone, after a null move one's own
}

// plyMemory is what one ply works in.
type plyMemory struct {
	moves   [board.MaxSide * board.MaxSide]ranked
	killers [2]board.Point
	stops   mask // what stops the threat that has to be met
	static  int  // what the position is worth to the side to move, by points alone
}

// New returns an engine at an empty board. now is its only clock.
func New(size board.Size, rules game.Row, now func() time.Time) *Engine {
	return NewWith(size, rules, DefaultOptions(), now)
}

// NewWith returns an engine that searches in another way.
func NewWith(size board.Size, rules game.Row, o Options, now func() time.Time) *Engine {
	o.TableMB = 1 << (bits.Len(uint(max(1, o.TableMB))) - 1)
	w := defaultWeights[rules%3]()
	if o.Tables[0] != nil {
		w = o.Tables.expand()
	}
	e := &Engine{Position: newPosition(size, rules, w), options: o, now: now, table: make(table, entriesPerMB*o.TableMB)}
	e.solver = newSolver(e.Position, o.TableMB)
	e.judge = newNetSums(o.network(size, rules), size)
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
	clear(e.table)
	clear(e.solver.failed)
	e.history, e.counters = [2][board.Cells]int32{}, [2][board.Cells]board.Point{}
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

// Options are how an engine searches. Matches measure what each is worth.
type Options struct {
	Tables Tables    // what points are worth; the zero Tables: those of the rules
	Off    Technique // what is not used
	// Network is asked in every search; nil: that of the rules, if they have one, in searches
	// that time alone bounds. How far levels are apart, and much else, was measured without.
	Network *linenet.Network

	TableMB int // memory for positions already searched, MiB, 1 or more, rounded down to a power of two

	// Nodes of the solver in inner positions: for fours at a leaf, for fours for
	// every stone of depth, for threes for every stone of depth.
	LeafNodes, FourNodes, ThreeNodes int
	// AnswerDepth is the depth that an answer to a three costs, in quarters of a
	// stone's.
	AnswerDepth int
	// AsideDepth is how much more a four costs that does not stop the three; 0: a stone's
	// depth in searches that time alone bounds, but at Renju; nothing in others, by which
	// levels play.
	AsideDepth int
	// Late move pruning: moves tried in a quiet position, and how many more, times the
	// depth in stones to the power of 1.2.
	LateMoves, LatePerDepth int
	// Reverse futility: stones of depth at most, and points above beta for each.
	ReverseDepth, ReverseMargin int
	// RazorMargin is by how many points a stone of depth a quiet position may lie
	// below alpha; 0: by any.
	RazorMargin int
	// Aspiration is half the width of the root's first window where time alone
	// bounds; 0 leaves it open.
	Aspiration int
}

// DefaultOptions returns the options that the engine plays with.
func DefaultOptions() Options {
	return Options{
		TableMB: usualMB, LeafNodes: 1, FourNodes: 4, ThreeNodes: 20, AnswerDepth: 2, LateMoves: 7, LatePerDepth: 3,
		ReverseDepth: 12, ReverseMargin: 64, Aspiration: 30,
	}
}

// Technique is a set of techniques of the search. Each can be switched off alone,
// so that what it brings can be measured alone.
type Technique uint32

// The techniques.
const (
	// NullMove leaves positions that are above beta even after a null move.
	NullMove Technique = 1 << iota
	// ReverseFutility leaves quiet positions far above beta.
	ReverseFutility
	// Reductions searches late moves less deeply at first.
	Reductions
	// LateMovePruning leaves late moves out.
	LateMovePruning
	// ForcedReplies takes no depth for answers to fours, and less than a stone for answers
	// to threes.
	ForcedReplies
	// RootReductions reduces late moves of the root as well.
	RootReductions
	// InternalReduction searches less deeply where no move is known to try first:
	// what internal iterative deepening finds, the next iteration finds here.
	InternalReduction
	// Killers tries moves first that refuted another at the same ply.
	Killers
	// History tries moves earlier that were good elsewhere.
	History
	// NullWindow tries all moves but the first with a null window: principal
	// variation search. Without it the search is plain alpha-beta.
	NullWindow
	// TableCutoffs leaves positions that the transposition table knows well enough.
	TableCutoffs
	// TableMove tries the transposition table's move first.
	TableMove
	// WinDistance leaves positions that cannot be worth more than a win already
	// found that is nearer (mate distance pruning).
	WinDistance
	// StandPat ends at quiet positions above beta where the depth is used up, before
	// the solver is asked.
	StandPat
	// NodeSolver asks the solver in inner positions.
	NodeSolver
	// RootSolver asks it at the root.
	RootSolver
	// Aspiration searches the root in a narrow window first.
	Aspiration
	// Improving prunes less, and reduces more, where the side to move has gained by its
	// last stone.
	Improving
	// Counters tries the last answer to the same stone earlier.
	Counters
	// Behind reduces moves by how far their rank is behind the best.
	Behind
	// LineNetwork corrects what positions are worth by a network.
	LineNetwork
)

var techniqueNames = []string{
	"null", "reverse", "reduce", "prune", "forced", "root", "internal", "killers", "history", "window", "cutoffs", "tablemove",
	"distance", "standpat", "nodes", "solver", "aspiration", "improving", "counters", "behind", "network",
}

// ParseTechniques reads names with "+" between them.
func ParseTechniques(s string) (Technique, error) {
	t, err := limit.Switches(techniqueNames, s)
	return Technique(t), err
}

func (o *Options) uses(t Technique) bool { return o.Off&t == 0 }
