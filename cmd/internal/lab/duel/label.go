package duel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Label judges samples of games again, by longer searches than there is time for while
// games are played.
type Label struct {
	Rules   game.Row
	Share   float64 `flag:"share,0,1"`             // of the samples that are judged and kept; the others are left out
	Nodes   uint64  `flag:"nodes,1,1000000000000"` // of every search
	Workers int     `flag:"workers,1,256"`         // searches at a time
	Seed    uint64  `flag:"seed"`                  // of the choice of samples
	// Each, if set, is called after every sample, one call at a time.
	Each func(done, all int)
}

// labelMB is the memory of a search for positions, MiB: little, since it is cleared for
// each sample.
const labelMB = 1

// Check says, as a sentence, what is wrong with the settings, or nil.
func (l Label) Check() error {
	if l.Nodes < 1 {
		return errors.New("nodes must be at least 1")
	}
	return nil
}

// Samples are training samples in an order.
type Samples []Sample

// Write writes a line for each, as they are read.
func (all Samples) Write(out io.Writer) error {
	for i := range all {
		if _, err := out.Write(all[i].append(nil)); err != nil {
			return fmt.Errorf("sample %d: %w", i+1, err)
		}
	}
	return nil
}

// Judge reads samples and returns those it chooses, in their order, each with the score
// and the choice that a search of the product's player finds. Those that are decided stay
// as they are, and a leaf has no choice. The same seed gives the same. Where ctx ends it,
// those judged until then are returned with the error.
func (l Label) Judge(ctx context.Context, in tune.Files) (Samples, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	var all Samples
	rng := rand.New(rand.NewPCG(l.Seed, 0x6c6162656c))
	if err := readSamples(in, func(s Sample) error {
		if rng.Float64() < l.Share {
			all = append(all, s)
		}
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	judged := make(Samples, 0, len(all))
	err := jobs.InOrder(ctx, l.Workers, labelAhead*l.Workers, func() (*judge, error) { return &judge{Label: l}, nil }, nil, jobs.Each(all),
		func(ctx context.Context, j *judge, s Sample) (Sample, error) { return j.again(ctx, s), ctx.Err() },
		func(s Sample) (bool, error) {
			if judged = append(judged, s); l.Each != nil {
				l.Each(len(judged), len(all))
			}
			return true, nil
		})
	return judged, err
}

// labelAhead is how many samples for each worker may be begun before the oldest is done.
const labelAhead = 16

// judge is what a worker judges with.
type judge struct {
	Label
	engine *five.Engine // of the last sample's board
}

// again is a sample as a search sees it.
func (j *judge) again(ctx context.Context, s Sample) Sample {
	if s.Score >= five.Proved || s.Score <= -five.Proved {
		return s
	}
	if j.engine == nil || j.engine.Size() != s.Size {
		o := five.DefaultOptions()
		o.TableMB = labelMB
		j.engine = five.NewWith(s.Size, j.Rules, o, time.Now)
	}
	e := j.engine
	e.Clear()
	for i, at := range s.Stones {
		e.Put(at, colorOf(i))
	}
	f := e.Search(ctx, colorOf(len(s.Stones)), limit.Limits{Nodes: j.Nodes}, nil)
	if f.Move != board.Nowhere {
		s.Score = int(f.Score)
		if s.Best != board.Nowhere {
			s.Best = f.Move
		}
	}
	return s
}
