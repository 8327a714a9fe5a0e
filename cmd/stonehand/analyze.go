package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"stonehand/cmd/internal/charset"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// runAnalyze judges a game.
func runAnalyze(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("analyze", flag.ContinueOnError)
	a := lab.DefaultAnalyzer
	limit := flags.Duration("time", 0, "")
	flags.Uint64Var(&a.Limits.Nodes, "nodes", 0, "")
	doubtful := flags.Float64("doubtful", 100*a.Doubtful, "")
	bad := flags.Float64("bad", 100*a.Bad, "")
	out := flags.String("out", "", "")
	drawn := flags.Bool("board", isTerminal(std.out), "")
	quiet := flags.Bool("quiet", false, "")
	workers := flags.Int("workers", 1, "")
	var f farming
	settings(flags, &f)
	words, err := parseWords(flags, args)
	switch {
	case err != nil:
		return err
	case len(words) != 1:
		return hinted{usageError{"analyze needs one file with a game"}, "write: stonehand analyze game.sgf"}
	case f.check() != nil:
		return f.check()
	case *workers < 1 || *workers > maxWorkers:
		return usageError{fmt.Sprintf("--workers %d is out of range: 1 to %d", *workers, maxWorkers)}
	case f.URL != "" && (a.Limits.Nodes == 0 || *limit > 0):
		return usageError{"--farm looks by --nodes, without --time: how far a search comes in a time depends on the computer"}
	case *limit < 0:
		return usageError{fmt.Sprintf("--time %v is out of range: give a time like 1s", *limit)}
	case !(*doubtful > 0 && *doubtful <= *bad && *bad <= 100):
		return usageError{fmt.Sprintf("--doubtful %g and --bad %g are out of range: above 0, to 100, bad not below doubtful", *doubtful, *bad)}
	}
	a.Doubtful, a.Bad = *doubtful/100, *bad/100
	if *limit > 0 || a.Limits.Nodes > 0 {
		a.Limits.Hard = *limit // else the second that is usual
	}
	rec, said, err := readGame(words[0], std.in)
	if err != nil {
		return err
	}
	var annotated output
	if *out != "" {
		if annotated, err = openOutput("--out", *out); err != nil {
			return err
		}
		defer annotated.discard()
	}
	a.Workers, a.Made = f.workers(flags, *workers), rec.Made
	var result *lab.Analysis
	err = f.run(ctx, std, farm.People, func(where jobs.Doer, _ io.Writer) (err error) {
		a.Farm = where
		bar := newProgress(std, *quiet)
		result, err = a.Analyze(ctx, lab.Rules(rec), rec.Start, lab.Moves(rec), func(done, all int) {
			bar.show(done, all, fmt.Sprintf("%d of %d positions", done, all))
		})
		bar.end()
		if err != nil {
			return fmt.Errorf("%s: %w", words[0], err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return cmp.Or(annotate(annotated, words[0], rec, said, result), tellAnalysis(std.out, rec, result, *drawn))
}

// annotate writes an annotated game, if there is a file for it.
func annotate(to output, name string, rec *sgf.Record, said map[int]string, result *lab.Analysis) error {
	if to.File == nil {
		return nil
	}
	rec.Application = "Stonehand:" + build()
	data, err := result.Annotate(rec, said, text.English)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, err := to.Write(data); err != nil {
		return err
	}
	return to.finish()
}

// readGame reads a record and the comments in it.
func readGame(path string, in io.Reader) (*sgf.Record, map[int]string, error) {
	name := path
	if path == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, sgf.MaxBytes+1))
	switch {
	case err != nil && path == "-":
		return nil, nil, fmt.Errorf("reading %s: %w", name, err)
	case err != nil: // which names the file
		return nil, nil, err
	}
	data = charset.UTF8(data)
	rec, err := sgf.ReadAny(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(rec.Turns) == 0 {
		return nil, nil, fmt.Errorf("%s: nothing was played in this game", name)
	}
	return rec, lab.Comments(data, rec), nil
}

// marks are how the table shows them.
var marks = map[lab.Mark]string{lab.NoMark: "", lab.Good: "!", lab.Doubtful: "?", lab.Bad: "??"}

// tellAnalysis prints the table, with boards if they are to be drawn, and what came of it
// for each side.
func tellAnalysis(out io.Writer, rec *sgf.Record, a *lab.Analysis, drawn bool) error {
	var b strings.Builder
	stones := &boardText{size: rec.Size, points: map[board.Point]string{}, utf8: utf8Locale()}
	for p, c := range rec.Start.Stones {
		stones.stone(p, c)
	}
	for _, side := range []struct {
		color board.Color
		name  string
	}{{board.Black, rec.Black}, {board.White, rec.White}} {
		if side.name != "" {
			fmt.Fprintf(&b, "%s: %s\n", side.color, text.Foreign(side.name, 80))
		}
	}
	fmt.Fprintf(&b, "%4s  %-5s  %-8s %-2s  %11s  %11s\n", "turn", "side", "played", "", "with best", "as played")
	for i := range a.Turns {
		j := &a.Turns[i]
		fmt.Fprintf(&b, "%4d  %-5s  %-8v %-2s  %11v  %11v\n", j.Number, j.Color, j.Played, marks[j.Mark], j.Before, j.After)
		for _, s := range j.Sentences(text.English) {
			fmt.Fprintf(&b, "      %s\n", s)
		}
		if drawn && (j.Mark == lab.Doubtful || j.Mark == lab.Bad) {
			stones.drawTurn(&b, j)
		}
		for _, p := range j.Played.Points(nil) {
			stones.stone(p, j.Color)
		}
	}
	b.WriteByte('\n')
	for _, c := range []board.Color{board.Black, board.White} {
		s := a.Sum(c)
		if s.Turns == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %s, %.1f %% of the chance to win lost in a turn on average; %d doubtful, %d bad, %s missed, %d allowed\n",
			c, count(s.Turns, "turn"), 100*s.Loss, s.Doubtful, s.Bad, count(s.Missed, "forced win"), s.Allowed)
	}
	if rec.Foul != nil {
		fmt.Fprintf(&b, "%s. White wins.\n", rec.Foul)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
