package players

import (
	"flag"
	"runtime"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/engine/connect"
	"stonehand/engine/gomoku"
	"stonehand/engine/hybrid"
	"stonehand/engine/search"
)

const (
	// MaxDepth is how far an engine of Connect6 can look ahead, in turns.
	MaxDepth = search.MaxDepth
	// LeanThreads is how many threads search with little memory.
	LeanThreads = search.LeanThreads
)

// Defaults are the options that the product plays Connect6 with.
func Defaults() search.Options { return search.DefaultOptions() }

// NewConnect6 returns a player of Connect6 that can be told how to search, and answers
// the same questions the same. now is its only clock.
func NewConnect6(o search.Options, now func() time.Time) (*search.Player, error) {
	return search.NewPlayer(connect.Board, o, now)
}

// GomokuNames names the players of Gomoku and Renju, the strongest first; see [NewGomoku].
func GomokuNames() []string { return gomoku.Names() }

// Mixes names who can score candidates and leaves at Connect6.
func Mixes() string { return hybrid.MixNames() }

// MixFlag adds --mix, by one of those names.
func MixFlag(flags *flag.FlagSet, o *search.Options) {
	flags.Func("mix", "", func(s string) (err error) {
		o.Mix, err = hybrid.ParseMix(s)
		return err
	})
}

// mostThreads bounds the threads that "one for every core" starts: each takes
// about 1 MiB, and the daemon is to stay small on any machine.
const mostThreads = 16

// Options are the options of an engine as the configuration wants it.
func Options(e config.Engine) (search.Options, error) {
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
