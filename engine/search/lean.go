package search

// What an engine that is to keep small has at most ([Options.Lean]).
const (
	LeanTableMB = 2 // MiB
	LeanThreads = 4
)

// Lean returns the options for a machine with little memory: the same engine
// with a transposition table of at most [LeanTableMB] and at most [LeanThreads]
// threads. docs/strength.md says what that costs.
func (o Options) Lean() Options {
	o.TableMB = min(o.TableMB, LeanTableMB)
	o.Threads = min(o.Threads, LeanThreads)
	return o
}
