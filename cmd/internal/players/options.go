package players

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/engine/connect"
	"stonehand/engine/gomoku"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
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

// Maker makes a player for one game at a time; matches make one a worker.
type Maker struct {
	Name string
	Make func(ctx context.Context) (player.Player, error) // ctx ends what is not ready yet
}

// Engine returns a maker of players of Connect6 that search with the
// given options and limits.
func Engine(name string, o search.Options, lim limit.Limits) Maker {
	return Maker{name, func(context.Context) (player.Player, error) {
		p, err := search.NewPlayer(connect.Board, o, time.Now)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", name, err)
		}
		return &bounded{p, lim}, nil
	}}
}

// bounded is a player with limits of its own, whose time is the game clock's where
// there is one.
type bounded struct {
	player.Player
	limits limit.Limits
}

// lateness is what a turn may cost on a clock in addition to the search.
const lateness = 20 * time.Millisecond

// Choose implements [player.Player].
func (p *bounded) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	lim := p.limits
	if !q.Clock.IsZero() {
		b := limit.OnClock(q.Clock, q.Left)
		b.Overhead = lateness
		t := b.Limits(q.Count())
		lim.Soft, lim.Hard = t.Soft, t.Hard
	}
	q.Limits = lim
	return p.Player.Choose(ctx, q, report)
}

// Forget implements [player.Forgetter].
func (p *bounded) Forget() { player.Forget(p.Player) }

// Close ends a player that is to be ended.
func Close(p player.Player) error {
	if c, ok := p.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
