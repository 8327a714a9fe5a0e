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

const studyUsage = `Usage:
    stonehand study mixes [flags]
    stonehand study tactics [flags]
    stonehand study chance [flags]
    stonehand study clock [flags]
    stonehand study wins [flags] FILE...
    stonehand study region [flags]
    stonehand study even [flags]
    stonehand study puzzles [flags]

mixes compares the four mixes of candidate and leaf scorer: the cost of a search on
the same positions, and a round robin of games, as Markdown.

Flags of mixes:
    --positions N    positions to search (default 8)
    --depths LIST    depths in turns (default 2,4,6), or "none"
    --width N        turns to look at in a position (default 12)
    --limit TIME     a search that takes longer is cut off and marked ">" (default 1m0s)
    --games N        games per pairing (default 100; 0: none)
    --nodes N        nodes per turn, in the games of equal effort (default 5000; 0: no
                     such games)
    --depth LIST     depths in the games of equal depth (default 2), or "none"
    --time TIME      time per turn, in the games of equal time (default: no such games)
    --unaided        the two scorers alone decide, as in the document: without the exact
                     knowledge of wins at hand and of which turns meet a threat
    --workers N      games at a time (default 2)
    --seed N         of positions and openings (default 1)
    --farm URL       have the games of equal effort and depth played by the workers of
                     this farm (docs/farm.md); their results are the same. Times
                     are always measured here
    --credentials FILE
                     for the farm, made by "stonehand-hall laboratory NAME"
    --ca FILE        authority that vouches for the farm, PEM (default: the system's)

tactics lets the engine play itself and prints positions in which the side to move
has a forced win by threats. Each line has the stones in order of play and the
number of turns of the shortest win. Each win is verified against every reply. The
engine's tests keep such a list; the same flags print the same list as long as the
engine plays the same.

Flags of tactics:
    --lengths LIST   how many positions for each length of win, like 2:20,3:40
                     (default 2:20,3:40,4:45,5:45,6:40,7:30,8:20)
    --nodes N        most nodes per turn of the games (default 1000)
    --threats N      most positions to search for a proof (default 1000000)
    --games N        most games (default 20000)
    --seed N         of openings and games (default 1)
    --quiet          no progress

chance lets the engine play itself and prints how likely a win is at each score of
the search. "stonehand analyze" uses this to turn scores into chances.

Flags of chance:
    --rules GAME     connect6, gomoku, gomoku-standard or renju (default connect6)
    --games N        games (default 200)
    --nodes N        nodes per turn (default 10000)
    --seed N         of the openings (default 1)
    --workers N      games at a time (default 1)
    --farm, --credentials, --ca
                     as for mixes

clock measures by how much searches overrun their hard time limit in self-play,
while other processes keep every core busy.

Flags of clock:
    --moves N        searches that use their time (default 2000)
    --limit TIME     limit of each search (default 100ms)
    --threads N      search threads (default 2)
    --load N         processes that keep a core busy (default: one per core)
    --seed N         of the openings (default 1)
    --quiet          no progress

wins looks at the winner's last turns in Connect6 games (SGF). It says how many
forced wins of three or more turns a search finds in its time, and which ones it
misses that the solver proves with more time.

Flags of wins:
    --time TIME      time for a search (default 1.5s)
    --proof TIME     time for a proof if the search found no win (default 8s)
    --last N         number of the winner's turns to look at (default 8)

region compares three searches for Gomoku with a static table: plain minimax,
alpha-beta, and alpha-beta within a region that grows with the game. It prints
nodes, time and value as Markdown.

Flags of region:
    --stones LIST    stones on the board in each position (default 1,3,5,8,12,20,30)
    --depths LIST    stones to look ahead (default 3,4)
    --limit TIME     a search that takes longer is cut off and marked ">" (default 1m0s)
    --seed N         of the positions (default 1)

even looks for openings of three stones after which a game is even, and prints them with
the score of the side to move: the mean of a search's last two depths. In Connect6
these are a black stone and two white ones; in Gomoku and Renju black, white, black.

Flags of even:
    --rules GAME     connect6, gomoku, gomoku-standard or renju (default connect6)
    --tries N        openings to look at (default 1000)
    --nodes N        nodes of the first search of each (default 5000)
    --long N         nodes of the second, if the first finds it even (default 150000)
    --most N         largest distance of the score from 0 (default 400)
    --seed N         of the openings (default 1)
    --workers N      openings at a time (default 1)
    --farm, --credentials, --ca
                     as for mixes

puzzles lets learners play, finds positions with few right answers, proves these, and
prints the file of puzzles of Connect6, Gomoku and Renju.

Flags of puzzles:
    --each N         puzzles of each kind of a game (default 5)
    --seed N         of the games (default 1)
    --quiet          no progress

Examples:
    $ stonehand study mixes --games 20 --depths 2,4
    $ stonehand study tactics > engine/search/testdata/tactics.txt
    $ stonehand study puzzles --quiet > engine/puzzle/puzzles.txt
`

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
	defer newProgress(std, false).during(0, "searching")()
	_, err := lab.Bench(ctx, std.out, *depth, o)
	return err
}
