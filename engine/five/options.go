package five

import "stonehand/engine/limit"

// Options are how an engine searches. Matches measure what each is worth.
type Options struct {
	Tables Tables    // what points are worth; the zero Tables: those of the rules
	Off    Technique // what is not used

	// Nodes of the solver in inner positions: for fours at a leaf, for fours for
	// every stone of depth, for threes for every stone of depth.
	LeafNodes, FourNodes, ThreeNodes int
	// AnswerDepth is the depth that an answer to a three costs, in quarters of a
	// stone's.
	AnswerDepth int
	// Late move pruning: moves tried in a quiet position, and more for every stone
	// of depth.
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
		LeafNodes: 60, FourNodes: 40, ThreeNodes: 40, AnswerDepth: 1, LateMoves: 8, LatePerDepth: 4,
		ReverseDepth: 3, ReverseMargin: 120, Aspiration: 30,
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
	// ForcedReplies takes no depth for answers to fours, and little for answers to
	// threes.
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
)

var techniqueNames = []string{
	"null", "reverse", "reduce", "prune", "forced", "root", "internal", "killers", "history", "window", "cutoffs", "tablemove",
	"distance", "standpat", "nodes", "solver", "aspiration",
}

// ParseTechniques reads names with "+" between them.
func ParseTechniques(s string) (Technique, error) {
	t, err := limit.Switches(techniqueNames, s)
	return Technique(t), err
}

func (o *Options) uses(t Technique) bool { return o.Off&t == 0 }
