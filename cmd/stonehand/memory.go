package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/players"
)

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
	o, err := players.Options(e)
	if err != nil {
		return err
	}
	garbage := normalGarbage
	if e.Memory == config.MemoryLean {
		garbage = leanGarbage
		// The runtime keeps memory ready for each processor that it uses.
		runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), players.LeanThreads))
		withoutHugePages()
	}
	if os.Getenv("GOGC") == "" { // who sets it has reasons
		debug.SetGCPercent(max(1, 100*garbage/(o.TableMB+besideTable)))
	}
	return nil
}
