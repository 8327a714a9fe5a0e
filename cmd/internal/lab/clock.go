package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// ClockStudy measures how late searches end: by how much they overrun their hard
// limit, in games of the engine against itself. Loading the machine meanwhile is
// the caller's part.
type ClockStudy struct {
	Moves   int           `flag:"moves"` // searches that are counted: those that have use for their time
	Limit   time.Duration `flag:"limit"` // hard, of each
	Threads int           `flag:"threads"`
	Seed    uint64        `flag:"seed"` // of the openings
}

// DefaultClockStudy is the study behind docs/latency.md.
var DefaultClockStudy = ClockStudy{Moves: 2000, Limit: 100 * time.Millisecond, Threads: 2, Seed: 1}

// clockOpenings is from how many openings the games of a clock study go on.
const clockOpenings = 10

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s ClockStudy) Check() error {
	switch {
	case s.Moves < 1:
		return errors.New("at least one move is to be measured")
	case s.Limit < time.Millisecond || s.Limit > time.Minute:
		return fmt.Errorf("a limit of %v is out of range: 1ms to 1m", s.Limit)
	case s.Threads < 1 || s.Threads > search.MaxThreads:
		return fmt.Errorf("%d threads are out of range: 1 to %d", s.Threads, search.MaxThreads)
	}
	return nil
}

// Run plays the games and writes what it measured. progress may be nil.
func (s ClockStudy) Run(ctx context.Context, out io.Writer, progress func(moves int)) error {
	e, err := newEngine(0, s.Threads)
	if err != nil {
		return err
	}
	var late []time.Duration
	early := 0
	openings, err := Openings(ctx, clockOpenings, 4, s.Seed, 0)
	if err != nil {
		return err
	}
	for game := 0; len(late) < s.Moves; game++ {
		pos := e.Position()
		lay(pos, openings[game%len(openings)])
		for !pos.Over() && len(late) < s.Moves {
			began := time.Now()
			r := e.Search(ctx, limit.Limits{Soft: s.Limit, Hard: s.Limit}, nil)
			took := time.Since(began)
			if err := ctx.Err(); err != nil {
				return err
			}
			if took < s.Limit/2 {
				early++ // proved, or nothing to choose
			} else {
				late = append(late, took-s.Limit)
				if progress != nil {
					progress(len(late))
				}
			}
			if r.Score >= search.Proved || r.Score <= -search.Proved {
				break // the rest would be answered at once
			}
			pos.PlayMove(r.Move)
		}
	}
	slices.Sort(late)
	_, err = fmt.Fprintf(out, "%d searches with a hard limit of %v and %d threads had use for it, %d were over before half of it. Past the limit, in milliseconds:\n\n"+
		"| median | 90 %% | 99 %% | 99.9 %% | most |\n| ---: | ---: | ---: | ---: | ---: |\n| %s | %s | %s | %s | %s |\n",
		len(late), s.Limit, s.Threads, early,
		milli(quantile(late, 0.5)), milli(quantile(late, 0.9)), milli(quantile(late, 0.99)), milli(quantile(late, 0.999)), milli(late[len(late)-1]))
	return err
}

// quantile returns the value of a sorted list below which the given share of it
// lies (nearest rank).
func quantile(sorted []time.Duration, share float64) time.Duration {
	at := int(share * float64(len(sorted)))
	return sorted[min(at, len(sorted)-1)]
}

func milli(d time.Duration) string {
	return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond))
}
