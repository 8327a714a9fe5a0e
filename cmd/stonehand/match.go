package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/lab/duel"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
	"stonehand/engine/sgf"
)

// matchSettings are what the command line says of a match of any game.
type matchSettings struct {
	Rules   string        `flag:"rules"`
	Size    int           `flag:"size"`
	Games   int           `flag:"games,1,1000000"`
	Nodes   uint64        `flag:"nodes"`
	Depth   int           `flag:"depth"`
	Budget  time.Duration `flag:"time"`
	Clock   string        `flag:"clock"`
	Opening int           `flag:"opening"`
	Seed    uint64        `flag:"seed"`
	Workers int           `flag:"workers,1,256"`
	SPRT    string        `flag:"sprt"`
	Dir     string        `flag:"sgf"`
	From    string        `flag:"from"`
	Quiet   bool          `flag:"quiet"`

	farming
	names [2]string
	clock clock.Control // as Clock has it
	sprt  *pairs.SPRT   // as SPRT has it; nil: none
	wrote []string      // files of games
}

// runMatch plays a match.
func runMatch(ctx context.Context, args []string, std stdio) error {
	m, err := readMatch(args)
	if err != nil {
		return err
	}
	if m.Dir != "" {
		if err := m.makeDir(); err != nil {
			return err
		}
	}
	prepare := m.gomoku
	if m.Rules == connect6Rules {
		prepare = m.connect6
	}
	return m.run(ctx, std, farm.Machines, func(where jobs.Doer, out io.Writer) error {
		match, err := prepare(ctx, where)
		if err != nil {
			return err
		}
		if match.Farm = where; where != nil {
			pair := lab.Pair{Rules: m.Rules, Size: match.Rules.Size(), A: m.names[0], B: m.names[1], Nodes: m.Nodes, Depth: m.Depth}
			if match.Pair, err = lab.NewPair(ctx, where, pair); err != nil {
				return usageError{err.Error()}
			}
		}
		return m.play(ctx, stdio{std.in, out, std.err}, match)
	})
}

// makeDir makes the folder for the games, which is to have none of another match.
func (m *matchSettings) makeDir() error {
	if err := os.MkdirAll(m.Dir, 0o755); err != nil {
		return fmt.Errorf("--sgf %s cannot be made: %w", m.Dir, err)
	}
	files, err := os.ReadDir(m.Dir)
	if err != nil {
		return fmt.Errorf("--sgf %s cannot be read: %w", m.Dir, err)
	}
	for _, f := range files {
		if matchGame.MatchString(f.Name()) {
			return fmt.Errorf("--sgf %s has games of another match, like %s; give a folder of its own", m.Dir, f.Name())
		}
	}
	return nil
}

// matchGame is the name of the file of a match's game.
var matchGame = regexp.MustCompile(`^\d{5,}\.sgf$`)

const connect6Rules = "connect6"

// readMatch reads the command line.
func readMatch(args []string) (m matchSettings, err error) {
	m = matchSettings{Rules: connect6Rules, Games: 100, Clock: "none", Seed: 1, Workers: 1}
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	within := settings(flags, &m, &m.farming)
	names, err := parseWords(flags, args)
	if err != nil {
		return m, err
	}
	if len(names) > 2 {
		return m, tooMany(flags, names[2:])
	}
	if len(names) != 2 {
		return m, hinted{usageError{"a match needs two players"}, `"stonehand help match" says how to name them`}
	}
	m.names = [2]string(names)
	if err := cmp.Or(within(), m.check(), m.farming.check()); err != nil {
		return m, err
	}
	if !given(flags, "opening") {
		if m.Opening = 6; m.Rules == connect6Rules {
			m.Opening = 4
		}
	}
	m.Workers = m.workers(flags, m.Workers)
	if m.clock, err = clock.Parse(m.Clock); err != nil {
		return m, usageError{"--clock: " + err.Error()}
	}
	if !m.clock.IsZero() && m.Budget != 0 {
		return m, usageError{"--clock and --time are both given: turns take their time from the game's clock"}
	}
	if m.URL != "" && (m.Budget != 0 || !m.clock.IsZero()) {
		return m, usageError{"--farm plays by --nodes or --depth: games by the clock depend on the computer that plays them"}
	}
	if m.Nodes == 0 && m.Depth == 0 && m.Budget == 0 && m.clock.IsZero() && m.URL == "" {
		m.Budget = time.Second
	}
	if m.SPRT != "" {
		low, high, _ := strings.Cut(m.SPRT, ",")
		e0, err0 := strconv.ParseFloat(low, 64)
		e1, err1 := strconv.ParseFloat(high, 64)
		m.sprt = &pairs.SPRT{Elo0: e0, Elo1: e1, Alpha: 0.05, Beta: 0.05}
		if err0 != nil || err1 != nil || !(e0 < e1) || math.IsInf(e1-e0, 0) {
			return m, usageError{fmt.Sprintf("--sprt %q is not two Elo numbers, the lower first, like 0,10", m.SPRT)}
		}
	}
	return m, nil
}

// maxOpening is how many turns an opening has at most: most games of Gomoku are over by
// then.
const maxOpening = 40

// maxWorkers is how many games a command plays, or positions it looks at, at a time.
const maxWorkers = 256

// check refuses what no match can be played with.
func (m *matchSettings) check() error {
	switch {
	case m.Opening > maxOpening || m.Opening < 0:
		return usageError{fmt.Sprintf("--opening %d is out of range: 0 to %d turns", m.Opening, maxOpening)}
	case m.Depth < 0 || m.Rules == connect6Rules && m.Depth > players.MaxDepth:
		return usageError{fmt.Sprintf("--depth %d is out of range: 0, for any, to %d", m.Depth, players.MaxDepth)}
	case m.Budget < 0:
		return usageError{fmt.Sprintf("--time %v is out of range: give a time like 1s", m.Budget)}
	case m.Rules == connect6Rules && m.Size != 0:
		side := connect.Board
		return usageError{fmt.Sprintf("--size is for Gomoku and Renju; Connect6 is played on %dx%d", side.Cols, side.Rows)}
	}
	if m.From != "" {
		switch info, err := os.Stat(m.From); {
		case errors.Is(err, fs.ErrNotExist):
			return usageError{fmt.Sprintf("--from %s: there is no such folder", m.From)}
		case err != nil:
			return usageError{fmt.Sprintf("--from cannot be read: %v", err)}
		case !info.IsDir():
			return usageError{fmt.Sprintf("--from %s is a file; give the folder that it is in", m.From)}
		}
	}
	m.Size = cmp.Or(m.Size, 15)
	return nil
}

// connect6 makes a match of Connect6.
func (m *matchSettings) connect6(ctx context.Context, where jobs.Doer) (match lab.Match, err error) {
	match = lab.Match{Rules: game.Connect6(), Clock: m.clock}
	lim := m.limits()
	if match.A, err = players.ParseConnect6(m.names[0], lim); err != nil {
		return match, usageError{err.Error()}
	}
	if match.B, err = players.ParseConnect6(m.names[1], lim); err != nil {
		return match, usageError{err.Error()}
	}
	openings, err := m.openings(ctx, where)
	match.Openings = lab.Beginnings(openings)
	return match, err
}

// openings are those of a match of Connect6.
func (m matchSettings) openings(ctx context.Context, where jobs.Doer) ([][]connect.Move, error) {
	n := (m.Games + 1) / 2
	if m.From == "" {
		return lab.Beginner{N: n, Turns: m.Opening, Seed: m.Seed, Nodes: lab.MatchLook, Workers: m.Workers, Farm: where}.Openings(ctx)
	}
	names, err := fs.Glob(os.DirFS(m.From), "*.sgf") // the folder's own name is no pattern
	if err != nil {
		return nil, err
	}
	var games []*sgf.Record
	for _, name := range names {
		rec, _, err := readGame(filepath.Join(m.From, name), nil)
		if err != nil {
			return nil, err
		}
		games = append(games, rec)
	}
	all, err := lab.OpeningsOf(ctx, games, n, m.Opening, lab.MatchLook)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("--from %s: none of the %d games (*.sgf) there gives an even opening of %d turns", m.From, len(names), m.Opening)
	}
	return all, err
}

// gomoku makes a match of Gomoku or Renju.
func (m *matchSettings) gomoku(ctx context.Context, _ jobs.Doer) (match lab.Match, err error) {
	rules, err := fiveRules(m.Rules)
	if err != nil {
		return match, usageError{anyGame(err)}
	}
	if m.Size < 9 || m.Size > board.MaxSide {
		return match, usageError{fmt.Sprintf("--size %d is out of range: 9 to %d", m.Size, board.MaxSide)}
	}
	if !m.clock.IsZero() {
		return match, usageError{"--clock is for Connect6; at Gomoku and Renju give --time, --nodes or --depth"}
	}
	if m.From != "" {
		return match, usageError{"--from is for Connect6; at Gomoku and Renju openings are made, see --seed"}
	}
	rules.Board = board.Size{Cols: m.Size, Rows: m.Size}
	match.Rules = rules
	lim := m.limits()
	if match.A, err = players.ParseGomoku(m.names[0], rules, lim); err != nil {
		return match, usageError{err.Error()}
	}
	if match.B, err = players.ParseGomoku(m.names[1], rules, lim); err != nil {
		return match, usageError{err.Error()}
	}
	match.Openings, err = duel.Openings(ctx, rules, (m.Games+1)/2, m.Opening, m.Seed, duel.MatchLook)
	return match, err
}

// limits are those of players that have none of their own.
func (m *matchSettings) limits() limit.Limits {
	return limit.Limits{Nodes: m.Nodes, Depth: m.Depth, Soft: m.Budget, Hard: m.Budget}
}

// play plays a match and tells of it.
func (m *matchSettings) play(ctx context.Context, std stdio, match lab.Match) error {
	for _, file := range m.wrote { // a farm has a match played again where it takes games back
		_ = os.Remove(file) // what stays there is not overwritten
	}
	m.wrote = nil
	log := matchLog{matchSettings: m, std: std, games: 2 * len(match.Openings), bar: newProgress(std, m.Quiet)}
	match.Workers, match.Stop = m.Workers, log.stop()
	var slowest [2]time.Duration
	match.Each = func(pair [2]lab.Record, sofar pairs.Score) {
		for i, r := range pair {
			log.add(r.Fault, r.OnTime, r.SGF())
			for c, took := range r.Slowest[board.Black:] {
				slowest[(c+i)%2] = max(slowest[(c+i)%2], took)
			}
		}
		log.progress(sofar)
	}
	score, err := match.Play(ctx)
	if err = log.end(score, err); score.Games() == 0 || m.Rules == connect6Rules || match.Farm != nil {
		return err
	}
	fmt.Fprintf(std.out, "slowest moves: %v and %v\n", slowest[0].Round(time.Millisecond), slowest[1].Round(time.Millisecond))
	return err
}

// matchLog counts a match's games and tells of them.
type matchLog struct {
	*matchSettings
	std                  stdio
	games                int // to be played
	played, faults, late int
	failed               error // of writing a game
	bar                  *progress
}

// add counts a game, warns of its fault and writes it.
func (l *matchLog) add(fault string, onTime bool, sgf []byte) {
	l.played++
	if fault != "" {
		if onTime {
			l.late++
		} else {
			l.faults++
		}
		l.bar.clear()
		fmt.Fprintf(l.std.err, "warning: game %d: %s\n", l.played, fault)
	}
	if l.Dir == "" || l.failed != nil {
		return
	}
	if err := l.write(filepath.Join(l.Dir, fmt.Sprintf("%05d.sgf", l.played)), sgf); err != nil {
		l.failed = fmt.Errorf("--sgf: %w", err)
		l.bar.clear()
		l.std.warn(l.failed.Error() + "; no more games are written")
	}
}

// write writes the file of a game, whole or not at all.
func (l *matchLog) write(path string, sgf []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(sgf)
	if err = cmp.Or(err, f.Close()); err != nil {
		_ = os.Remove(path) // what cannot be removed is still not complete
		return err
	}
	l.wrote = append(l.wrote, path)
	return nil
}

// progress tells how the match stands.
func (l *matchLog) progress(sofar pairs.Score) {
	about := fmt.Sprintf("%d of %d games: %s", l.played, l.games, sofar)
	if l.sprt != nil {
		about += fmt.Sprintf(" LLR %.2f", l.sprt.LLR(sofar))
	}
	l.bar.show(l.played, l.games, about)
}

// stop is when the match ends early; nil: never.
func (l *matchLog) stop() func(pairs.Score) bool {
	if l.sprt == nil {
		return nil
	}
	return l.sprt.Done
}

// end tells how the match ended; err is what ended it early.
func (l *matchLog) end(score pairs.Score, err error) error {
	l.bar.end()
	if score.Games() == 0 && err != nil {
		return err
	}
	fmt.Fprintf(l.std.out, "%s against %s: %s, pairs %v\n", l.names[0], l.names[1], score, score.Pairs)
	if l.sprt != nil {
		lower, upper := l.sprt.Bounds()
		fmt.Fprintf(l.std.out, "SPRT %g against %g Elo: LLR %.2f, bounds %.2f and %.2f\n", l.sprt.Elo1, l.sprt.Elo0, l.sprt.LLR(score), lower, upper)
	}
	if !l.clock.IsZero() {
		fmt.Fprintf(l.std.out, "game clock %v: %d of %d games were lost on time\n", l.clock, l.late, l.played)
	}
	if l.failed != nil {
		return cmp.Or(err, l.failed)
	}
	if err == nil && l.faults > 0 {
		return fmt.Errorf("%d of %d games ended by a fault, which the score counts like a loss on the board", l.faults, l.played)
	}
	return err
}
