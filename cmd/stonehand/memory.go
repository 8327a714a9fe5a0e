package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/players"
)

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
type tidyArchive struct{ api.Archive }

// Keep implements [api.Archive].
func (a tidyArchive) Keep(f api.Finished) error {
	time.AfterFunc(tidyAfter, tidyMemory)
	return a.Archive.Keep(f)
}

// leanJournal is the journal of a daemon that is to keep small: after each entry, thus
// after each turn, what that used of the program's text is given back. What the next one
// uses is read from the page cache in a few ms.
type leanJournal struct{ api.Journal }

// Append implements [api.Journal].
func (j leanJournal) Append(e api.Entry) error {
	defer dropText()
	return j.Journal.Append(e)
}

// eachTurn is what a daemon does after each turn that it has judged: one that is to keep
// small gives back what that used of the program's text.
func eachTurn(e config.Engine) func() {
	if e.Memory == config.MemoryLean {
		return dropText
	}
	return func() {}
}

// indexBytes is how much memory the library's index takes at most.
func indexBytes(e config.Engine) int {
	if e.Memory == config.MemoryLean {
		return library.LeanIndex
	}
	return library.MaxIndex
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
	runtime.MemProfileRate = 0 // nobody asks for the heap's profile, whose table is 1.4 MiB
	mapInParts()
	dropText()                   // of what only the start of the program needed
	if os.Getenv("GOGC") == "" { // who sets it has reasons
		debug.SetGCPercent(max(1, 100*garbage/(o.TableMB+besideTable)))
	}
	return nil
}
