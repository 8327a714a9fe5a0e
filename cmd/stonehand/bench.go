package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/hybrid"
	"stonehand/engine/search"
)

var benchUsage = fmt.Sprintf(`Searches fixed positions to a fixed depth, with one thread, no book and no time
limit, and counts nodes. The signature, the number of nodes, is the same on every
machine for the same source and the same table size; the speed is not.

Usage:
    stonehand bench [flags]

Flags:
    --depth N     turns to look ahead (default %d)
    --hash MB     size of the transposition table, in MiB (default %d)
    --mix NAME    how to score candidates and leaves (default %s):
                  %s

The last line is:
    signature NODES nps NODES-PER-SECOND ms MILLISECONDS
`, benchDepth, defaults.TableMB, defaults.Mix, hybrid.MixNames())

// benchGames are positions as the stones that lead to them, one a line in their
// order of play: of games of the engine against itself, from the first stone to
// 201 stones, most quiet, some with a forced win, one in the middle of a turn.
//
//go:embed bench.txt
var benchGames string

// benchDepth is how far "bench" looks ahead unless told otherwise.
const benchDepth = 5

func runBench(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	depth := flags.Int("depth", benchDepth, "")
	o := defaults
	flags.IntVar(&o.TableMB, "hash", o.TableMB, "")
	mixFlag(flags, &o.Mix)
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *depth < 1 || *depth > search.MaxDepth {
		return usageError{fmt.Sprintf("--depth %d is out of range: 1 to %d turns", *depth, search.MaxDepth)}
	}
	if err := o.Check(); err != nil {
		return usageError{err.Error()}
	}
	return bench(ctx, std.out, *depth, o)
}

// bench searches the positions with the options, but one thread and no book, and
// writes what it counted.
func bench(ctx context.Context, out io.Writer, depth int, o search.Options) error {
	o.Threads, o.Book = 1, false
	e, err := search.New(connect.Connect6, o, time.Now)
	if err != nil {
		return err
	}
	var nodes uint64
	var elapsed time.Duration
	for i, moves := range strings.Split(strings.TrimSpace(benchGames), "\n") {
		if err := stand(e.Position(), moves); err != nil {
			return fmt.Errorf("position %d: %w", i+1, err)
		}
		r := e.Search(ctx, search.Limits{Depth: depth}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		nodes += r.Nodes
		elapsed += r.Elapsed
		if _, err := fmt.Fprintf(out, "%2d  stones %3d  nodes %9d  score %10d  %-6s %s\n",
			i+1, e.Position().Count(), r.Nodes, r.Score, r.Source, r.Move); err != nil {
			return err
		}
	}
	nps := uint64(float64(nodes) / max(elapsed.Seconds(), 1e-9))
	_, err = fmt.Fprintf(out, "signature %d nps %d ms %d\n", nodes, nps, elapsed.Milliseconds())
	return err
}

// stand plays a game given as points in their order on a position.
func stand(pos *connect.Position, moves string) error {
	pos.Reset()
	size := pos.Rules().Size()
	for _, word := range strings.Fields(moves) {
		p, err := size.Parse(word, board.Algebraic)
		if err != nil {
			return err
		}
		if pos.Over() {
			return fmt.Errorf("%s: %w", word, game.ErrOver)
		}
		if !pos.Free(p) {
			return fmt.Errorf("%s: %w", word, game.ErrOccupied)
		}
		pos.Play(p)
	}
	return nil
}
