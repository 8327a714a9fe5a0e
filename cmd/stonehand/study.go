package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/players"
	"stonehand/engine/puzzle"
	"stonehand/engine/sgf"
)

// runStudy compares variants of the engine.
func runStudy(ctx context.Context, args []string, std stdio) error {
	mixes, chance, region, even := lab.DefaultMixStudy, lab.DefaultChanceStudy, lab.DefaultRegionStudy, lab.DefaultEvenStudy
	return runPart(ctx, "study", []part{
		{"mixes", experiment("mixes", &mixes, func(where jobs.Doer, n int) { mixes.Farm, mixes.Workers = where, cmp.Or(n, mixes.Workers) })},
		{"tactics", studyTactics},
		{"chance", experiment("chance", &chance, func(where jobs.Doer, n int) { chance.Farm, chance.Workers = where, cmp.Or(n, chance.Workers) })},
		{"clock", studyClock}, {"wins", studyWins}, {"region", experiment("region", &region)},
		{"even", experiment("even", &even, func(where jobs.Doer, n int) { even.Farm, even.Workers = where, cmp.Or(n, even.Workers) })},
		{"puzzles", studyPuzzles},
	}, args, std)
}

// experiment is a study that needs nothing but its settings.
func experiment(part string, s interface {
	Check() error
	Run(ctx context.Context, out io.Writer) error
}, on ...func(where jobs.Doer, workers int)) func(ctx context.Context, args []string, std stdio) error {
	return func(ctx context.Context, args []string, std stdio) error {
		flags := flag.NewFlagSet("study "+part, flag.ContinueOnError)
		check := settings(flags, s)
		var f farming
		if len(on) > 0 {
			settings(flags, &f)
		}
		if err := parseFlags(flags, args); err != nil {
			return err
		}
		if err := cmp.Or(check(), f.check()); err != nil {
			return err
		}
		if err := s.Check(); err != nil {
			return usageError{err.Error()}
		}
		return f.run(ctx, std, farm.Machines, func(where jobs.Doer, out io.Writer) error {
			for _, set := range on {
				set(where, f.workers(flags, 0))
			}
			return s.Run(ctx, out)
		})
	}
}

// studyTactics prints positions with a forced win.
func studyTactics(ctx context.Context, args []string, std stdio) error {
	m := lab.DefaultTacticMaker
	flags := flag.NewFlagSet("study tactics", flag.ContinueOnError)
	lengths := flags.String("lengths", "", "")
	settings(flags, &m)
	quiet := flags.Bool("quiet", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *lengths != "" {
		m.Lengths = map[int]int{}
		for word := range strings.SplitSeq(*lengths, ",") {
			turns, n, _ := strings.Cut(word, ":")
			t, err1 := strconv.Atoi(strings.TrimSpace(turns))
			c, err2 := strconv.Atoi(strings.TrimSpace(n))
			if err1 != nil || err2 != nil {
				return usageError{fmt.Sprintf("--lengths %q: %q is not a number of turns and a number of positions like 4:45", *lengths, word)}
			}
			m.Lengths[t] = c
		}
	}
	if err := m.Check(); err != nil {
		return usageError{err.Error()}
	}
	bar := newProgress(std, *quiet)
	tactics, err := m.Make(ctx, func(games, found, wanted int) {
		bar.show(found, wanted, fmt.Sprintf("%d games: %d of %d positions", games, found, wanted))
	})
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "# Positions with a forced win by threats: the stones in order of play, and how many\n"+
		"# turns of the side to move the shortest takes. Printed by: stonehand study tactics\n")
	for _, t := range tactics {
		if _, err := fmt.Fprintln(std.out, t); err != nil {
			return err
		}
	}
	return nil
}

// studyPuzzles prints puzzles with proved answers.
func studyPuzzles(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("study puzzles", flag.ContinueOnError)
	each, seed := flags.Int("each", 5, ""), flags.Uint64("seed", 1, "")
	quiet := flags.Bool("quiet", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *each < 1 || *each > 100 {
		return usageError{fmt.Sprintf("--each %d is out of range: 1 to 100 puzzles of a kind", *each)}
	}
	var all []*puzzle.Puzzle
	for _, r := range puzzle.Games() {
		bar := newProgress(std, *quiet)
		list, err := puzzle.Make(ctx, r, *each, *seed, func(games, found, wanted int) {
			bar.show(found, wanted, fmt.Sprintf("%s: %d games: %d of %d puzzles", r.Name(), games, found, wanted))
		})
		bar.end()
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	_, err := io.WriteString(std.out, puzzle.Write(all))
	return err
}

// studyWins finds out how many forced wins of games a search finds in its time.
func studyWins(ctx context.Context, args []string, std stdio) error {
	s := lab.DefaultWinsStudy
	flags := flag.NewFlagSet("study wins", flag.ContinueOnError)
	settings(flags, &s)
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
	stop := newProgress(std, false).during(0, "searching")
	w, err := s.Run(ctx, std.out, names, games)
	stop()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%d games, %d positions: %d forced wins found, %d of them in a tenth of the time; %d not found\n",
		w.Games, w.Positions, w.Found, w.Quick, w.Missed)
	return err
}

// studyClock measures how late searches end on a machine whose cores have other
// work.
func studyClock(ctx context.Context, args []string, std stdio) error {
	s := lab.DefaultClockStudy
	flags := flag.NewFlagSet("study clock", flag.ContinueOnError)
	settings(flags, &s)
	load := flags.Int("load", runtime.NumCPU(), "")
	quiet := flags.Bool("quiet", false, "")
	burn := flags.Bool("burn", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	if *burn {
		return burnCore(ctx, std.in)
	}
	if err := s.Check(); err != nil {
		return usageError{err.Error()}
	}
	if *load < 0 || *load > 1024 {
		return usageError{fmt.Sprintf("--load %d is out of range: 0 to 1024 processes", *load)}
	}
	stop, err := loadCores(*load)
	if err != nil {
		return err
	}
	bar := newProgress(std, *quiet)
	err = s.Run(ctx, std.out, func(moves int) { bar.show(moves, s.Moves, fmt.Sprintf("%d of %d moves", moves, s.Moves)) })
	bar.end()
	return errors.Join(err, stop())
}

// loadCores starts processes that each keep a core busy, like other programs do,
// until stop is called or this process ends. Goroutines of this process would
// not do: they would compete with the search for the threads of one process,
// and not for cores.
func loadCores(n int) (stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var burners []*exec.Cmd
	var leashes []io.Closer
	stop = func() error {
		for _, l := range leashes {
			l.Close()
		}
		var errs []error
		for _, c := range burners {
			errs = append(errs, c.Wait())
		}
		return errors.Join(errs...)
	}
	for range n {
		c := exec.Command(self, "study", "clock", "--burn")
		leash, err := c.StdinPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("loading the cores: %w", err), stop())
		}
		burners, leashes = append(burners, c), append(leashes, leash)
	}
	return stop, nil
}

// burnCore keeps one core busy until in ends.
func burnCore(ctx context.Context, in io.Reader) error {
	var done atomic.Bool
	go func() {
		defer done.Store(true)
		_, _ = io.Copy(io.Discard, in)
	}()
	for !done.Load() && ctx.Err() == nil {
	}
	return nil
}

func runBench(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	depth := flags.Int("depth", lab.BenchDepth, "")
	o := players.Defaults()
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
	defer newProgress(std, false).during(0, "searching")()
	_, err := lab.Bench(ctx, std.out, *depth, o)
	return err
}
