package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/lab/tune"
)

const tuneUsage = `Usage:
    stonehand tune games [flags]
    stonehand tune stones --games FILES --out FILE [flags]
    stonehand tune order --games FILES --out FILE [flags]

Learns the tables that the engine plays with from games against itself; docs/tuning.md
has the recipe. "stonehand match" takes a table as leaves=FILE or candidates=FILE.

games plays games and writes a line for each, with what the engine thought of every
position and of some leaves of every search.

Flags of games:
    --games N        games (default 1000)
    --nodes N        turns tried for each turn (default 1500)
    --workers N      games at a time (default 1)
    --seed N         (default 1)
    --chance P       how often chance chooses a turn (default 0.1)
    --player SPEC    who plays, as in a match (default default)
    --out FILE       append to this file (default: standard output)
    --quiet          no progress

stones learns what a stone on the board is worth, order what putting one on a point
is worth.

Flags of stones and order:
    --games FILES    what "tune games" wrote, with commas between names
    --out FILE       where the table goes
    --epochs N       times that all games are learned from (default 6; order: 2)
    --rate R         step of AdaGrad (default 0.02)
    --shrink S       pull of every number towards none (default 1e-06)
    --seed N         of the order of lessons (default 1)

Flags of stones alone:
    --stage X        A: windows of six by the number of their stones; B: by their
                     points; C: stones by all they see (default C)
    --result R       share of a game's result in what a position teaches (default 0.5)
    --decided W      weight of positions whose end the search had decided (default 1)
`

// runTune learns the engine's tables.
func runTune(ctx context.Context, args []string, std stdio) error {
	if len(args) == 0 {
		return hinted{usageError{"tune what?"}, `"stonehand help tune" lists the stages`}
	}
	switch args[0] {
	case "games":
		return runTuneGames(ctx, args[1:], std)
	case "stones":
		return runTuneStones(ctx, args[1:], std)
	case "order":
		return runTuneOrder(ctx, args[1:], std)
	}
	return hinted{usageError{fmt.Sprintf("there is no stage %q of tuning", args[0])}, `"stonehand help tune" lists the stages`}
}

func runTuneGames(ctx context.Context, args []string, std stdio) (err error) {
	var s tune.SelfPlay
	flags := flag.NewFlagSet("tune games", flag.ContinueOnError)
	flags.IntVar(&s.Games, "games", 1000, "")
	flags.Uint64Var(&s.Nodes, "nodes", 1500, "")
	flags.IntVar(&s.Workers, "workers", 1, "")
	flags.Uint64Var(&s.Seed, "seed", 1, "")
	flags.Float64Var(&s.Chance, "chance", 0.1, "")
	player := flags.String("player", "default", "")
	name := flags.String("out", "", "")
	quiet := flags.Bool("quiet", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if s.Options, err = lab.ParseOptions(*player); err == nil {
		err = s.Check()
	}
	if err != nil {
		return usageError{err.Error()}
	}
	out := std.out
	if *name != "" {
		file, err := os.OpenFile(*name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer func() {
			if cerr := file.Close(); err == nil {
				err = cerr
			}
		}()
		out = file
	}
	lines := bufio.NewWriter(out)
	if !*quiet {
		s.Each = func(done int) {
			if done%10 == 0 || done == s.Games {
				fmt.Fprintf(std.err, "\r%d of %d games ", done, s.Games)
			}
		}
		defer fmt.Fprintln(std.err)
	}
	if err := s.Play(ctx, lines); err != nil {
		return err
	}
	return lines.Flush()
}

func runTuneStones(ctx context.Context, args []string, std stdio) error {
	f := tune.DefaultFit
	flags := flag.NewFlagSet("tune stones", flag.ContinueOnError)
	stage := flags.String("stage", "C", "")
	flags.IntVar(&f.Epochs, "epochs", f.Epochs, "")
	flags.Float64Var(&f.Rate, "rate", f.Rate, "")
	flags.Float64Var(&f.Shrink, "shrink", f.Shrink, "")
	flags.Float64Var(&f.Blend.Result, "result", f.Blend.Result, "")
	flags.Float64Var(&f.Blend.Decided, "decided", f.Blend.Decided, "")
	flags.Uint64Var(&f.Seed, "seed", f.Seed, "")
	name := flags.String("out", "", "")
	games := flags.String("games", "", "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	switch *stage {
	case "A":
		f.Stage = tune.ByCount
	case "B":
		f.Stage = tune.ByWindow
	case "C":
		f.Stage = tune.ByPattern
	default:
		return usageError{fmt.Sprintf("there is no stage %q: choose A, B or C", *stage)}
	}
	return learn(*name, *games, func(in io.Reader) (learned, error) { return f.Learn(ctx, in, std.err) })
}

func runTuneOrder(ctx context.Context, args []string, std stdio) error {
	f := tune.DefaultFitOrder
	flags := flag.NewFlagSet("tune order", flag.ContinueOnError)
	flags.IntVar(&f.Epochs, "epochs", f.Epochs, "")
	flags.Float64Var(&f.Rate, "rate", f.Rate, "")
	flags.Float64Var(&f.Shrink, "shrink", f.Shrink, "")
	flags.Uint64Var(&f.Seed, "seed", f.Seed, "")
	name := flags.String("out", "", "")
	games := flags.String("games", "", "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	return learn(*name, *games, func(in io.Reader) (learned, error) { return f.Learn(ctx, in, std.err) })
}

// learned is what is learned.
type learned interface{ Write(io.Writer) error }

// learn reads files of games with commas between their names, and writes the
// table that is made of them.
func learn(name, games string, from func(io.Reader) (learned, error)) error {
	if name == "" || games == "" {
		return usageError{"learning needs --games to say which files to learn from, and --out to say where the table goes"}
	}
	var all []io.Reader
	for _, n := range strings.Split(games, ",") {
		file, err := os.Open(n)
		if err != nil {
			return err
		}
		defer file.Close()
		all = append(all, file)
	}
	s, err := from(io.MultiReader(all...))
	if err != nil {
		return err
	}
	out, err := renameio.NewPendingFile(name)
	if err != nil {
		return err
	}
	defer out.Cleanup()
	if err := s.Write(out); err != nil {
		return err
	}
	return out.CloseAtomicallyReplace()
}
