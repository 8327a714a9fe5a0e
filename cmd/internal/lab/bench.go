package lab

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// benchGames are positions as the stones that lead to them, one a line in their
// order of play: of games of the engine against itself, from the first stone to
// 201 stones, most quiet, some with a forced win, one in the middle of a turn.
//
//go:embed bench.txt
var benchGames string

// BenchDepth is how far [Bench] looks ahead unless told otherwise.
const BenchDepth = 5

// Bench searches fixed positions with the options, but one thread and no book, and
// writes what it counted. The signature is the number of all nodes: engines that differ in
// it do not compare.
func Bench(ctx context.Context, out io.Writer, depth int, o search.Options) (signature uint64, err error) {
	o.Threads, o.Book = 1, false
	e, err := search.New(connect.Board, o, time.Now)
	if err != nil {
		return 0, err
	}
	var elapsed time.Duration
	for i, moves := range strings.Split(strings.TrimSpace(benchGames), "\n") {
		stones, err := parsePoints(moves)
		if err == nil {
			err = putDown(e.Position(), stones)
		}
		if err != nil {
			return 0, fmt.Errorf("position %d: %w", i+1, err)
		}
		r := e.Search(ctx, limit.Limits{Depth: depth}, nil)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		signature += r.Nodes
		elapsed += r.Elapsed
		if _, err := fmt.Fprintf(out, "%2d  stones %3d  nodes %9d  score %10d  %-6s %s\n",
			i+1, e.Position().Count(), r.Nodes, r.Score, r.Source, r.Move); err != nil {
			return 0, err
		}
	}
	nps := uint64(float64(signature) / max(elapsed.Seconds(), 1e-9))
	_, err = fmt.Fprintf(out, "signature %d nps %d ms %d\n", signature, nps, elapsed.Milliseconds())
	return signature, err
}
