package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/table"
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
	besideTable   = 6
)

// tidyAfter is how long after the start, and after the end of a game, memory is
// tidied: by then the page has fetched what it wants.
const tidyAfter = time.Second

// tidyArchive is an archive after which memory is tidied: each game leaves garbage
// and pages of the program that the next one may not need.
type tidyArchive struct{ table.Archive }

// Keep implements [table.Archive].
func (a tidyArchive) Keep(f table.Finished) error {
	time.AfterFunc(tidyAfter, tidyMemory)
	return a.Archive.Keep(f)
}

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
