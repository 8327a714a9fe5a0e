package main

import (
	"context"
	"flag"
	"fmt"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/sgf"
)

// studyWins finds out how many forced wins of games a search finds in its time.
func studyWins(ctx context.Context, args []string, std stdio) error {
	s := lab.DefaultWinsStudy
	flags := flag.NewFlagSet("study wins", flag.ContinueOnError)
	flags.DurationVar(&s.Limit, "time", s.Limit, "")
	flags.DurationVar(&s.Proof, "proof", s.Proof, "")
	flags.IntVar(&s.Last, "last", s.Last, "")
	names, err := parseWords(flags, args)
	switch {
	case err != nil:
		return err
	case len(names) == 0:
		return hinted{usageError{"study wins needs files with games"}, "write: stonehand study wins games/*.sgf"}
	case s.Check() != nil:
		return usageError{s.Check().Error()}
	}
	var games []*sgf.Record
	for _, name := range names {
		rec, _, err := readGame(name, std.in)
		if err != nil {
			return err
		}
		games = append(games, rec)
	}
	w, err := s.Run(ctx, std.out, names, games)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%d games, %d positions: %d forced wins found, %d of them in a tenth of the time; %d not found\n",
		w.Games, w.Positions, w.Found, w.Quick, w.Missed)
	return err
}
