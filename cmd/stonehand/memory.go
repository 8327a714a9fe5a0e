package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"stonehand/cmd/internal/config"
	"stonehand/engine/hybrid"
	"stonehand/engine/search"
)

// mostThreads bounds the threads that "one for every core" starts: each takes
// about 1 MiB, and the daemon is to stay small on any machine.
const mostThreads = 16

// engineOptions are the options of an engine as the configuration wants it.
func engineOptions(e config.Engine) (search.Options, error) {
	o := search.DefaultOptions()
	var err error
	if o.Mix, err = hybrid.ParseMix(e.Mix); err != nil {
		return o, err
	}
	o.Book = e.Book
	o.Threads = min(runtime.NumCPU(), mostThreads)
	if e.Threads > 0 {
		o.Threads = e.Threads
	}
	if e.TableMB > 0 {
		o.TableMB = e.TableMB
	}
	if e.Memory == config.MemoryLean {
		o = o.Lean()
	}
	return o, nil
}

// How much garbage may lie in the heap before it is collected, MiB, and how
// much the heap holds beside the transposition table.
const (
	normalGarbage = 4
	leanGarbage   = 1
	besideTable   = 3
)

// tidyMemory gives back what this process can do without for now.
func tidyMemory() {
	debug.FreeOSMemory()
	dropText()
}

// keepSmall makes this process, which is to be the daemon's and nothing else's,
// take no more memory than the configuration means it to.
//
// Left alone, the collector lets the heap grow to twice what is in use. Nearly
// all of that is the transposition table, which never becomes garbage: the
// daemon would take its size twice.
func keepSmall(e config.Engine) error {
	o, err := engineOptions(e)
	if err != nil {
		return err
	}
	garbage := normalGarbage
	if e.Memory == config.MemoryLean {
		garbage = leanGarbage
		// The runtime keeps memory ready for each processor that it uses.
		runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), search.LeanThreads))
		withoutHugePages()
	}
	if os.Getenv("GOGC") == "" { // who sets it has reasons
		debug.SetGCPercent(max(1, 100*garbage/(o.TableMB+besideTable)))
	}
	return nil
}
