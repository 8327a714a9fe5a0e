package search

import (
	"fmt"
	"strings"
)

// Technique is a set of techniques of the engine's own search. Each can be
// switched off alone, so that what it brings can be measured alone.
type Technique uint32

// The techniques.
const (
	// Killers tries turns first that refuted another at the same ply.
	Killers Technique = 1 << iota
	// Reductions searches late turns less deeply at first.
	Reductions
	// ForcedReplies looks behind answers to two threats, which are few.
	ForcedReplies
	// NodeSolver asks the solver in inner positions.
	NodeSolver
	// Reverse leaves positions whose value is far above beta (reverse futility
	// pruning).
	Reverse
	// NullMove leaves positions that are above beta even after a pass (C.
	// Donninger, "Null Move and Deep Search", 1993).
	NullMove
	// Zone has the root look at turns that do something against a forced win
	// which the opponent would have after a pass.
	Zone
	// LateSolver asks the solver in the positions just before leaves only when
	// the first turn tried has not refuted the one before it.
	LateSolver
	// EarlyKiller tries a killer in the positions just before leaves before the
	// other turns are looked for.
	EarlyKiller
)

var techniqueNames = []string{"killers", "reductions", "forced", "nodes", "reverse", "null", "zone", "late", "early"}

// ParseTechniques reads names with "+" between them.
func ParseTechniques(s string) (t Technique, err error) {
	for _, word := range strings.Split(s, "+") {
		known := false
		for i, name := range techniqueNames {
			if word == name {
				t |= 1 << i
				known = true
			}
		}
		if !known {
			return 0, fmt.Errorf("there is no technique %q: choose of %s", word, strings.Join(techniqueNames, ", "))
		}
	}
	return t, nil
}

func (o *Options) uses(t Technique) bool { return o.Off&t == 0 }
