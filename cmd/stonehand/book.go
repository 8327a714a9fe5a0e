package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"stonehand/cmd/internal/lab"
)

const bookUsage = `Usage:
    stonehand book [flags] FILE

Makes an opening book of games of Connect6 and prints it. FILE holds a game a
line after a heading: number, moves, winner; the moves are points in the order of
play with commas between them.

Flags:
    --turns N    turns of a game that are looked at (default 5)
    --games N    a turn must have been chosen in so many games (default 12)
    --rate R     and have won this share of them (default 0.45)

Example:
    $ stonehand book games.csv > book.txt
`

// runBook makes an opening book.
func runBook(_ context.Context, args []string, std stdio) error {
	b := lab.DefaultBookMaker
	flags := flag.NewFlagSet("book", flag.ContinueOnError)
	flags.IntVar(&b.Turns, "turns", b.Turns, "")
	flags.IntVar(&b.Games, "games", b.Games, "")
	flags.Float64Var(&b.Rate, "rate", b.Rate, "")
	var path string
	if n := len(args); n > 0 {
		path, args = args[n-1], args[:n-1]
	}
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if path == "" || path[0] == '-' {
		return hinted{usageError{"book needs a file of games"}, `"stonehand help book" says more`}
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	games, err := lab.ReadCSV(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return b.Make(games, std.out)
}
