package search

import "stonehand/engine/limit"

// Technique is a set of techniques of the product's own search. Each can be
// switched off alone, so that what it brings can be measured alone. The learned
// tables are off when [Options].Stones and Order are nil, lazy SMP with one
// thread, the book and the solver at the root by options of their own.
type Technique uint32

// The techniques.
const (
	// Killers tries turns first that refuted another at the same ply (killers.go).
	Killers Technique = 1 << iota
	// Reductions searches late turns less deeply at first (reductions.go).
	Reductions
	// ForcedReplies looks behind answers to two threats, which are few.
	ForcedReplies
	// NodeSolver asks the solver in inner positions (nodesolver.go).
	NodeSolver
	// ReverseFutility leaves positions far above beta (futility.go).
	ReverseFutility
	// NullMove leaves positions that are above beta even after a null move
	// (nullmove.go).
	NullMove
	// Zone has the root look at turns that do something against a forced win
	// which the opponent would have after a null move (zone.go).
	Zone
	// LateSolver asks the solver in the positions just before leaves only when
	// the first turn tried has not refuted the one before it.
	LateSolver
	// EarlyKiller tries a killer in the positions just before leaves before the
	// other turns are listed.
	EarlyKiller
	// DeepReductions searches very late turns less deeply still (reductions.go).
	DeepReductions
	// KeptThreats reduces a late turn that threatens by one turn less
	// (reductions.go).
	KeptThreats
	// InternalDeepening finds a turn to try first by a shallower search (iid.go).
	InternalDeepening
	// NullWindow tries all turns but the first with a null window: principal
	// variation search. Without it the search is plain alpha-beta.
	NullWindow
	// TableCutoffs leaves positions that the transposition table knows well
	// enough.
	TableCutoffs
	// TableMove tries the transposition table's turn first.
	TableMove
	// StagedMoves tries that turn before the others are listed: it is often
	// enough.
	StagedMoves
	// WinDistance leaves positions that cannot be worth more than a win already
	// found that is nearer, nor less than a loss (mate distance pruning).
	WinDistance
	// Aspiration searches the root in a narrow window first (deepen.go).
	Aspiration
	// Pace answers sooner when the best turn stays the same and later when it
	// changes (pace.go).
	Pace
	// LineNetwork corrects what positions are worth by a network (network.go).
	LineNetwork
	// Tuned has searches that time alone bounds go by numbers of their own (numbers.go).
	Tuned
	// Replies, one of these, tries turns first that refuted another with the same stone
	// (replies.go).
	Replies
	// PutOff has threads look at turns last that another one is looking at (putoff.go).
	PutOff
)

var techniqueNames = []string{
	"killers", "reductions", "forced", "nodes", "reverse", "null", "zone", "late", "early", "deep", "threats", "internal",
	"window", "cutoffs", "tablemove", "staged", "distance", "aspiration", "pace", "network",
	"tuned", "replies", "putoff",
}

// ParseTechniques reads names with "+" between them.
func ParseTechniques(s string) (Technique, error) {
	t, err := limit.Switches(techniqueNames, s)
	return Technique(t), err
}

func (o *Options) uses(t Technique) bool { return o.Off&t == 0 }
