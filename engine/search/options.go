package search

import (
	"fmt"

	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/hybrid"
	"stonehand/engine/linenet"
)

// Options are what an engine is made with and can be changed between searches.
type Options struct {
	Mix hybrid.Mix // who scores candidates and leaves
	// Unaided takes the exact knowledge of threats from a mix of the document; see
	// [hybrid.Options].
	Unaided bool
	Width   int // turns looked at in one position, 1 to MaxWidth
	Depth   int // turns looked ahead at most, 1 to MaxDepth
	Book    bool
	Solver  bool // look for a forced win before alpha-beta
	Roads   eval.Roads
	Shapes  eval.ShapeParams
	// Learned is the worth of windows in the product's own search.
	Learned connect.Values
	// Stones judge leaves of Connect6 in the product's own search; nil leaves
	// that to the windows.
	Stones *eval.Stones
	// Order ranks candidates of Connect6 in the product's own search; nil leaves
	// that to the windows.
	Order *eval.Order
	// Network corrects Stones in every search, and has it go by tuned numbers; nil: in searches
	// that time alone bounds, what was learned for them. How far levels are apart, and much
	// else, was measured without.
	Network *linenet.Network
	// Off are the techniques of the product's own search that are switched off.
	Off Technique
	// Cells is how many single points are paired with each other, 4 to 40.
	Cells int
	// Tempo is what being to move is worth.
	Tempo int32
	// Threads is how many threads search, 1 to MaxThreads. With one, the same
	// search finds the same.
	Threads int
	// TableMB is the size of the transposition table in MiB.
	TableMB int
	// Seed chooses among book moves of like weight: the same seed, the same
	// choices. 0 always takes the heaviest.
	Seed uint64
}

// DefaultOptions are the options that the product plays with.
func DefaultOptions() Options {
	return Options{
		Mix: hybrid.Own, Width: 24, Depth: MaxDepth, Book: true, Solver: true,
		Roads: eval.DefaultRoads, Shapes: eval.DefaultShapes, TableMB: 16, Threads: 1,
		Learned: connect.Values{
			Road:  [connect.Row + 1]int32{0, 10, 90, 250, 500, 700, 700},
			Order: [connect.Row + 1]int32{0, 30, 90, 200, 800, 1000, 1000},
		},
		Stones: eval.DefaultStones(), Order: eval.DefaultOrder(),
		Cells: maxPaired, Tempo: 2400,
	}
}

// Check says, as a sentence, what is wrong with the options, or nil.
func (o *Options) Check() error {
	switch {
	case !o.Mix.Valid():
		return fmt.Errorf("mix %d does not exist: choose one of %s", o.Mix, hybrid.MixNames())
	case o.Unaided && o.Mix == hybrid.Own:
		return fmt.Errorf("the mix %q cannot search unaided: choose one of the document's four", o.Mix)
	case o.Width < 1 || o.Width > MaxWidth:
		return fmt.Errorf("width %d is out of range: 1 to %d turns", o.Width, MaxWidth)
	case o.Depth < 1 || o.Depth > MaxDepth:
		return fmt.Errorf("depth %d is out of range: 1 to %d turns", o.Depth, MaxDepth)
	case o.Threads < 1 || o.Threads > MaxThreads:
		return fmt.Errorf("%d threads are out of range: 1 to %d", o.Threads, MaxThreads)
	case o.TableMB < 1 || o.TableMB > 4096:
		return fmt.Errorf("a table of %d MiB is out of range: 1 to 4096", o.TableMB)
	}
	return nil
}

// What an engine that is to keep small has at most ([Options.Lean]).
const (
	LeanTableMB = 2 // MiB
	LeanThreads = 4
)

// Lean returns the options for a machine with little memory: the same engine
// with a transposition table of at most [LeanTableMB], at most [LeanThreads]
// threads and no network. docs/strength.md says what that costs.
func (o Options) Lean() Options {
	o.TableMB = min(o.TableMB, LeanTableMB)
	o.Threads = min(o.Threads, LeanThreads)
	o.Off |= LineNetwork
	return o
}

// What solvers remember. With a small transposition table it is less of lines.
const (
	proofEntries = 1 << 15 // the first thread's
	lineEntries  = 512
	leanLines    = 128
)

func linesFor(tableMB int) int {
	if tableMB <= LeanTableMB {
		return leanLines
	}
	return lineEntries
}
