package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/clock"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

const matchUsage = `Usage:
    stonehand match [flags] A B

Lets two players meet: every opening is played twice, with colours swapped. A
player is an engine or another program:
    default, lean, hybrid, level:1 ... level:10  presets
    hybrid,mix=road/road,width=12          a preset with options set
    default,leaves=FILE,candidates=FILE    with tables of "stonehand tune"; roads: none
    "program:./other --fast"               speaks the Connect6 contest protocol

Flags:
    --games N        games at most (default 100)
    --nodes N        turns tried per turn
    --depth N        turns looked ahead
    --time TIME      per turn, as 1s (default 1s if neither nodes nor depth is given)
    --clock CLOCK    each side's: 5m+3s is 5 minutes for the game and 3 seconds added by
                     every turn, 5m+3x30s 3 byo-yomi periods after them, 10s/turn 10
                     seconds for every turn. Who runs out of it loses. Programs are
                     told their share of it as the time of every turn
    --opening N      turns that openings give (default 4)
    --seed N         of the openings (default 1)
    --workers N      games at a time (default 1)
    --sprt E0,E1     stop when it is clear whether A is E1 Elo better rather than E0
    --sgf DIR        write every game there
    --quiet          no progress

Example:
    $ stonehand match --nodes 5000 --games 200 --workers 2 default hybrid
`

// runMatch plays a match.
func runMatch(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	games := flags.Int("games", 100, "")
	nodes := flags.Uint64("nodes", 0, "")
	depth := flags.Int("depth", 0, "")
	budget := flags.Duration("time", 0, "")
	text := flags.String("clock", "none", "")
	opening := flags.Int("opening", 4, "")
	seed := flags.Uint64("seed", 1, "")
	workers := flags.Int("workers", 1, "")
	sprt := flags.String("sprt", "", "")
	dir := flags.String("sgf", "", "")
	quiet := flags.Bool("quiet", false, "")
	var names []string
	for len(args) > 0 && len(names) < 2 && args[len(args)-1] != "" && args[len(args)-1][0] != '-' {
		names = append([]string{args[len(args)-1]}, names...)
		args = args[:len(args)-1]
	}
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if len(names) != 2 {
		return hinted{usageError{"a match needs two players"}, `"stonehand help match" says how to name them`}
	}
	game, err := clock.Parse(*text)
	if err != nil {
		return usageError{"--clock: " + err.Error()}
	}
	if !game.IsZero() && *budget != 0 {
		return usageError{"--clock and --time are both given: turns take their time from the game's clock"}
	}
	if *nodes == 0 && *depth == 0 && *budget == 0 && game.IsZero() {
		*budget = time.Second
	}
	lim := search.Limits{Nodes: *nodes, Depth: *depth, Soft: *budget, Hard: *budget}
	a, err := lab.ParsePlayer(names[0], lim)
	if err != nil {
		return usageError{err.Error()}
	}
	b, err := lab.ParsePlayer(names[1], lim)
	if err != nil {
		return usageError{err.Error()}
	}
	m := lab.Match{Rules: connect.Connect6, A: a, B: b, Workers: *workers, Clock: game}
	if m.Openings, err = lab.Openings(ctx, connect.Connect6, (*games+1)/2, *opening, *seed, lab.MatchLook); err != nil {
		return err
	}
	var test *lab.SPRT
	if *sprt != "" {
		test = &lab.SPRT{Alpha: 0.05, Beta: 0.05}
		if _, err := fmt.Sscanf(*sprt, "%g,%g", &test.Elo0, &test.Elo1); err != nil || test.Elo1 <= test.Elo0 {
			return usageError{fmt.Sprintf("--sprt %q is not two Elo numbers, the lower first, like 0,10", *sprt)}
		}
		m.Stop = test.Done
	}
	if *dir != "" {
		if err := os.MkdirAll(*dir, 0o755); err != nil {
			return err
		}
	}
	played, faults, late := 0, 0, 0
	var failed error
	m.Each = func(pair [2]lab.Record, sofar lab.Score) {
		for _, r := range pair {
			played++
			if r.Fault != "" {
				if r.OnTime {
					late++
				} else {
					faults++
				}
				fmt.Fprintf(std.err, "warning: game %d: %s\n", played, r.Fault)
			}
			if *dir != "" && failed == nil {
				failed = os.WriteFile(filepath.Join(*dir, fmt.Sprintf("%05d.sgf", played)), r.SGF(), 0o644)
			}
		}
		if !*quiet {
			fmt.Fprintf(std.err, "\r%d of %d games: %s ", played, 2*len(m.Openings), sofar)
			if test != nil {
				fmt.Fprintf(std.err, "LLR %.2f ", test.LLR(sofar))
			}
		}
	}
	score, err := m.Play(ctx)
	if !*quiet {
		fmt.Fprintln(std.err)
	}
	fmt.Fprintf(std.out, "%s against %s: %s, pairs %v\n", names[0], names[1], score, score.Pairs)
	if test != nil {
		lower, upper := test.Bounds()
		fmt.Fprintf(std.out, "SPRT %g against %g Elo: LLR %.2f, bounds %.2f and %.2f\n", test.Elo1, test.Elo0, test.LLR(score), lower, upper)
	}
	if !game.IsZero() {
		fmt.Fprintf(std.out, "game clock %v: %d of %d games were lost on time\n", game, late, played)
	}
	if failed != nil {
		return failed
	}
	if err == nil && faults > 0 {
		return fmt.Errorf("%d of %d games ended by a fault and not on the board, which the score does not tell apart", faults, played)
	}
	return err
}
