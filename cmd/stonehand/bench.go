package main

import (
	"context"
	"flag"
	"fmt"

	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/players"
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
`, lab.BenchDepth, defaults.TableMB, defaults.Mix, players.Mixes())

func runBench(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	depth := flags.Int("depth", lab.BenchDepth, "")
	o := defaults
	flags.IntVar(&o.TableMB, "hash", o.TableMB, "")
	players.MixFlag(flags, &o)
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *depth < 1 || *depth > players.MaxDepth {
		return usageError{fmt.Sprintf("--depth %d is out of range: 1 to %d turns", *depth, players.MaxDepth)}
	}
	if err := o.Check(); err != nil {
		return usageError{err.Error()}
	}
	_, err := lab.Bench(ctx, std.out, *depth, o)
	return err
}
