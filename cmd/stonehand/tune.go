package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/lab/duel"
	"stonehand/cmd/internal/lab/netfit"
	"stonehand/cmd/internal/lab/tune"
	"stonehand/cmd/internal/players"
	"stonehand/engine/game"
	"stonehand/engine/linenet"
)

// runTune learns the engine's tables.
func runTune(ctx context.Context, args []string, std stdio) error {
	return runPart(ctx, "tune", []part{{"games", runTuneGames}, {"stones", runTuneStones}, {"order", runTuneOrder}, {"label", runTuneLabel}, {"points", runTunePoints}, {"network", runTuneNetwork}}, args, std)
}

func runTuneGames(ctx context.Context, args []string, std stdio) (err error) {
	s := tune.SelfPlay{Games: 1000, Nodes: 1500, Workers: 1, Seed: 1, Chance: 0.1}
	flags := flag.NewFlagSet("tune games", flag.ContinueOnError)
	rules := flags.String("rules", connect6Rules, "")
	var f farming
	check := settings(flags, &s, &f)
	player := flags.String("player", "", "")
	name := flags.String("out", "", "")
	quiet := flags.Bool("quiet", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if err := cmp.Or(check(), f.check()); err != nil {
		return err
	}
	s.Workers = f.workers(flags, s.Workers)
	if s.Make, err = learners(*rules, *player); err != nil {
		return usageError{err.Error()}
	}
	out := std.out
	var kept *os.File // can be cut off again
	var begin int64   // of what this command writes there
	if *name != "" {
		if info, err := os.Stat(*name); err == nil && info.IsDir() {
			return folderError("--out " + *name)
		}
		file, err := os.OpenFile(*name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return fmt.Errorf("--out %s cannot be written: %w", *name, err)
		}
		defer func() {
			if cerr := file.Close(); err == nil {
				err = cerr
			}
		}()
		if err := lockOutput(file, "--out "+*name); err != nil {
			return err
		}
		out = file
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			if err := endLine(file, *name, info.Size()); err != nil {
				return fmt.Errorf("--out %s cannot be written: %w", *name, err)
			}
			if begin, err = file.Seek(0, io.SeekEnd); err != nil {
				return err
			}
			kept = file
		}
	}
	bar := newProgress(std, *quiet)
	s.Each = func(done int) { bar.show(done, s.Games, fmt.Sprintf("%d of %d games", done, s.Games)) }
	defer bar.end()
	return f.run(ctx, stdio{std.in, out, std.err}, farm.Machines, func(where jobs.Doer, out io.Writer) error {
		if kept != nil {
			// Games of hours are not to wait in memory for the last one. What a farm takes back is
			// not to stay in the file.
			if err := kept.Truncate(begin); err != nil {
				return err
			}
			out = kept
		}
		if s.Farm = where; where != nil {
			s.Game = tune.OneGame{Rules: *rules, Player: cmp.Or(*player, map[bool]string{true: "default", false: "five"}[*rules == connect6Rules])}
			if s.Game.Player, err = lab.Farmed(ctx, where, s.Game.Player); err != nil {
				return usageError{err.Error()}
			}
		}
		lines := bufio.NewWriter(out)
		err := s.Play(ctx, lines)
		return cmp.Or(err, lines.Flush()) // also of what was played until an interruption
	})
}

// endLine ends the last line of a file of that size, as a power cut or an editor may have left it:
// the next game is to be in a line of its own.
func endLine(file *os.File, name string, size int64) error {
	if size == 0 {
		return nil
	}
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	last := make([]byte, 1)
	if _, err = in.ReadAt(last, size-1); err == nil && last[0] != '\n' {
		_, err = file.Write([]byte("\n"))
	}
	return err
}

// learners returns what makes the engine of a game that plays against itself, as a
// player is named.
func learners(rules, player string) (func() (tune.Learner, error), error) {
	if rules == connect6Rules {
		o, err := players.Connect6Options(cmp.Or(player, "default"))
		return tune.Connect6(o), err
	}
	g, err := fiveRules(rules)
	if err != nil {
		return nil, errors.New(anyGame(err))
	}
	o, err := players.GomokuOptions(cmp.Or(player, "five"))
	return duel.Gomoku(g, o), err
}

func runTuneLabel(ctx context.Context, args []string, std stdio) error {
	f := duel.Label{Share: 1, Nodes: 8000, Workers: 1, Seed: 1}
	flags := flag.NewFlagSet("tune label", flag.ContinueOnError)
	quiet := flags.Bool("quiet", false, "")
	l := newLearning(flags, &f)
	g, err := l.readFive(args)
	if err != nil {
		return err
	}
	bar := newProgress(std, *quiet)
	defer bar.end()
	f.Rules, f.Each = g.Wins, func(done, all int) { bar.show(done, all, fmt.Sprintf("%d of %d positions", done, all)) }
	var cut error
	done := 0
	err = l.learn(func(in tune.Files) (learned, error) {
		judged, err := f.Judge(ctx, in)
		if len(judged) > 0 && ctx.Err() != nil {
			cut, done = err, len(judged)
			return judged, nil // hours of work until an interruption are worth having
		}
		return judged, err
	})
	if err == nil && cut != nil {
		bar.clear()
		std.warn(fmt.Sprintf("%s has only the %s that were judged until now", *l.out, count(done, "position")))
	}
	return cmp.Or(err, cut)
}

func runTunePoints(ctx context.Context, args []string, std stdio) error {
	f := duel.DefaultFit
	l := newLearning(flag.NewFlagSet("tune points", flag.ContinueOnError), &f)
	g, err := l.readFive(args)
	if err != nil {
		return err
	}
	f.Rules = g.Wins
	return l.learn(func(in tune.Files) (learned, error) { return f.Learn(ctx, in, std.err) })
}

func runTuneNetwork(ctx context.Context, args []string, std stdio) error {
	f := netfit.DefaultFit
	l := newLearning(flag.NewFlagSet("tune network", flag.ContinueOnError), &f)
	rules, from := l.flags.String("rules", game.Connect6().Name(), ""), l.flags.String("from", "", "")
	if err := l.read(args); err != nil {
		return err
	}
	if *from != "" {
		file, err := os.Open(*from)
		if err != nil {
			return err
		}
		n, err := linenet.ReadFile(file)
		if err = cmp.Or(err, file.Close()); err != nil {
			return fmt.Errorf("--from %s: %w", *from, err)
		}
		f.From = &n
	}
	lessons := f.Connect6
	if *rules != game.Connect6().Name() {
		g, err := fiveRules(*rules)
		if err != nil {
			return usageError{anyGame(err)}
		}
		lessons = func(ctx context.Context, in tune.Files) (netfit.Lessons, error) {
			return duel.Lessons(ctx, in, g.Wins, f)
		}
	}
	return l.learn(func(in tune.Files) (learned, error) {
		all, err := lessons(ctx, in)
		if err != nil {
			return nil, err
		}
		return f.Learn(ctx, all, std.err)
	})
}

// fiveRules are the rules of Gomoku or Renju by the name that a command line gives.
func fiveRules(name string) (game.Gomoku, error) {
	if g, ok := game.GomokuNamed(name); ok {
		return g, nil
	}
	return game.Gomoku{}, fmt.Errorf("--rules %q is not a game: choose gomoku, gomoku-standard or renju", name)
}

// anyGame says of rules that are none what can be chosen where Connect6 can be, too.
func anyGame(err error) string {
	return strings.Replace(err.Error(), "choose ", "choose connect6, ", 1)
}

func runTuneStones(ctx context.Context, args []string, std stdio) error {
	f := tune.DefaultFit
	flags := flag.NewFlagSet("tune stones", flag.ContinueOnError)
	stage := flags.String("stage", "C", "")
	l := newLearning(flags, &f, &f.Blend)
	if err := l.read(args); err != nil {
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
	return l.learn(func(in tune.Files) (learned, error) { return f.Learn(ctx, in, std.err) })
}

func runTuneOrder(ctx context.Context, args []string, std stdio) error {
	f := tune.DefaultFitOrder
	flags := flag.NewFlagSet("tune order", flag.ContinueOnError)
	l := newLearning(flags, &f)
	if err := l.read(args); err != nil {
		return err
	}
	return l.learn(func(in tune.Files) (learned, error) { return f.Learn(ctx, in, std.err) })
}

// learned is what is learned.
type learned interface{ Write(io.Writer) error }

// learning is what every command that learns a table is told.
type learning struct {
	flags      *flag.FlagSet
	out, games *string
	check      func() error
}

// newLearning gives a command its flags and those of its settings.
func newLearning(flags *flag.FlagSet, into ...any) *learning {
	return &learning{flags, flags.String("out", "", ""), flags.String("games", "", ""), settings(flags, into...)}
}

// read takes the command line and says what in it nothing can be learned with.
func (l *learning) read(args []string) error {
	if err := parseFlags(l.flags, args); err != nil {
		return err
	}
	return l.check()
}

// readFive is read for what is learned of Gomoku or Renju, which --rules names.
func (l *learning) readFive(args []string) (game.Gomoku, error) {
	rules := l.flags.String("rules", "", "")
	if err := l.read(args); err != nil {
		return game.Gomoku{}, err
	}
	if *rules == "" {
		return game.Gomoku{}, usageError{l.flags.Name() + " needs --rules: gomoku, gomoku-standard or renju"}
	}
	g, err := fiveRules(*rules)
	if err != nil {
		return g, usageError{err.Error()}
	}
	return g, nil
}

// learn reads files of games with commas between their names, and writes the
// table that is made of them.
func (l *learning) learn(from func(tune.Files) (learned, error)) error {
	name, games := *l.out, *l.games
	if name == "" || games == "" {
		return usageError{"learning needs --games to say which files to learn from, and --out to say where the table goes"}
	}
	var all tune.Files
	for n := range strings.SplitSeq(games, ",") {
		if n == "" {
			return usageError{fmt.Sprintf("--games %q has a name that is empty", games)}
		}
		file, err := os.Open(n)
		if err != nil {
			return fmt.Errorf("--games: %w", err)
		}
		defer file.Close()
		all = append(all, file)
	}
	// Before the learning, which takes hours, and not behind it, it comes out
	// whether the table can be written.
	out, err := openOutput("--out", name)
	if err != nil {
		return err
	}
	defer out.discard()
	s, err := from(all)
	if err != nil {
		return fmt.Errorf("--games: %w", err)
	}
	if err := s.Write(out); err != nil {
		return err
	}
	return out.finish()
}
