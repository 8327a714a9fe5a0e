package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/lab/duel"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/sgf"
)

const matchUsage = `Usage:
    stonehand match [flags] A B

Lets two players play each other. Every opening is played twice, with colours
swapped. A player is an engine or another program. For Connect6:
    default, lean, hybrid, level:1 ... level:15  presets
    hybrid,mix=road/road,width=12          a preset with options
    default,leaves=FILE,candidates=FILE    with tables from "stonehand tune"; roads: none
    "program:./other --fast"               speaks the Connect6 contest protocol
For Gomoku and Renju:
    five, tuple, template, region, level:1 ... level:15
    five,time=300ms                        with its own limit: time, nodes, depth
    "gomocup:./other --fast"               speaks the Gomocup protocol

Flags:
    --rules GAME     connect6, gomoku, gomoku-standard or renju (default connect6)
    --size N         points per side, for Gomoku and Renju (default 15)
    --games N        most games to play (default 100)
    --nodes N        nodes per turn
    --depth N        turns to look ahead
    --time TIME      per turn, like 1s (default 1s without --nodes and --depth)
    --clock CLOCK    time for each side: 5m+3s is 5 minutes for the game and 3 seconds
                     added per turn, 5m+3x30s 3 byo-yomi periods after them, 10s/turn
                     10 seconds per turn. A side that runs out of time loses. Programs
                     are told their share of it as the time per turn. Connect6 only
    --opening N      turns in an opening (default 4; 6 for Gomoku and Renju)
    --seed N         of the openings (default 1)
    --from FOLDER    take openings from the games (*.sgf) there instead, those that a
                     search finds even; the match ends when they run out. Connect6 only
    --workers N      games at a time (default 1)
    --sprt E0,E1     stop when it is clear whether A is E1 Elo stronger rather than E0
    --sgf DIR        write every game to this folder
    --quiet          no progress

Examples:
    $ stonehand match --nodes 5000 --games 200 --workers 2 default hybrid
    $ stonehand match --rules renju --time 1s --games 20 five template
`

// matchSettings are what the command line says of a match of any game.
type matchSettings struct {
	names           [2]string
	games, opening  int
	nodes, seed     uint64
	depth, workers  int
	size            int
	budget          time.Duration
	rules, sprtText string
	clock           clock.Control
	sprt            *lab.SPRT
	dir, from       string
	quiet           bool
}

// runMatch plays a match.
func runMatch(ctx context.Context, args []string, std stdio) error {
	m, err := readMatch(args)
	if err != nil {
		return err
	}
	if m.dir != "" {
		if err := os.MkdirAll(m.dir, 0o755); err != nil {
			return err
		}
	}
	prepare := m.gomoku
	if m.rules == connect6Rules {
		prepare = m.connect6
	}
	match, err := prepare(ctx)
	if err != nil {
		return err
	}
	return m.play(ctx, std, match)
}

const connect6Rules = "connect6"

// readMatch reads the command line.
func readMatch(args []string) (m matchSettings, err error) {
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	flags.StringVar(&m.rules, "rules", connect6Rules, "")
	flags.IntVar(&m.size, "size", 0, "")
	flags.IntVar(&m.games, "games", 100, "")
	flags.Uint64Var(&m.nodes, "nodes", 0, "")
	flags.IntVar(&m.depth, "depth", 0, "")
	flags.DurationVar(&m.budget, "time", 0, "")
	text := flags.String("clock", "none", "")
	flags.IntVar(&m.opening, "opening", -1, "")
	flags.Uint64Var(&m.seed, "seed", 1, "")
	flags.IntVar(&m.workers, "workers", 1, "")
	flags.StringVar(&m.sprtText, "sprt", "", "")
	flags.StringVar(&m.dir, "sgf", "", "")
	flags.StringVar(&m.from, "from", "", "")
	flags.BoolVar(&m.quiet, "quiet", false, "")
	var names []string
	for len(args) > 0 && len(names) < 2 && args[len(args)-1] != "" && args[len(args)-1][0] != '-' {
		names = append([]string{args[len(args)-1]}, names...)
		args = args[:len(args)-1]
	}
	if err := parseFlags(flags, args); err != nil {
		return m, err
	}
	if len(names) != 2 {
		return m, hinted{usageError{"a match needs two players"}, `"stonehand help match" says how to name them`}
	}
	m.names = [2]string(names)
	if err := m.check(); err != nil {
		return m, err
	}
	if m.clock, err = clock.Parse(*text); err != nil {
		return m, usageError{"--clock: " + err.Error()}
	}
	if !m.clock.IsZero() && m.budget != 0 {
		return m, usageError{"--clock and --time are both given: turns take their time from the game's clock"}
	}
	if m.nodes == 0 && m.depth == 0 && m.budget == 0 && m.clock.IsZero() {
		m.budget = time.Second
	}
	if m.sprtText != "" {
		m.sprt = &lab.SPRT{Alpha: 0.05, Beta: 0.05}
		if _, err := fmt.Sscanf(m.sprtText, "%g,%g", &m.sprt.Elo0, &m.sprt.Elo1); err != nil || m.sprt.Elo1 <= m.sprt.Elo0 {
			return m, usageError{fmt.Sprintf("--sprt %q is not two Elo numbers, the lower first, like 0,10", m.sprtText)}
		}
	}
	return m, nil
}

// Bounds of a match. No opening is longer than maxOpening turns: most games of
// Gomoku are over by then.
const (
	maxGames   = 1_000_000
	maxOpening = 40
)

// maxWorkers is how many games a command plays, or positions it looks at, at a time.
const maxWorkers = 256

// check refuses what no match can be played with.
func (m *matchSettings) check() error {
	switch {
	case m.games < 1 || m.games > maxGames:
		return usageError{fmt.Sprintf("--games %d is out of range: 1 to %d", m.games, maxGames)}
	case m.workers < 1 || m.workers > maxWorkers:
		return usageError{fmt.Sprintf("--workers %d is out of range: 1 to %d", m.workers, maxWorkers)}
	case m.opening > maxOpening || m.opening < -1:
		return usageError{fmt.Sprintf("--opening %d is out of range: 0 to %d turns", m.opening, maxOpening)}
	case m.depth < 0 || m.rules == connect6Rules && m.depth > players.MaxDepth:
		return usageError{fmt.Sprintf("--depth %d is out of range: 0, for any, to %d", m.depth, players.MaxDepth)}
	case m.budget < 0:
		return usageError{fmt.Sprintf("--time %v is out of range: give a time like 1s", m.budget)}
	case m.rules == connect6Rules && m.size != 0:
		side := connect.Board
		return usageError{fmt.Sprintf("--size is for Gomoku and Renju; Connect6 is played on %dx%d", side.Cols, side.Rows)}
	}
	if m.from != "" {
		switch info, err := os.Stat(m.from); {
		case errors.Is(err, fs.ErrNotExist):
			return usageError{fmt.Sprintf("--from %s: there is no such folder", m.from)}
		case err != nil:
			return usageError{fmt.Sprintf("--from cannot be read: %v", err)}
		case !info.IsDir():
			return usageError{fmt.Sprintf("--from %s is a file; give the folder that it is in", m.from)}
		}
	}
	m.size = cmp.Or(m.size, 15)
	return nil
}

// connect6 makes a match of Connect6.
func (m *matchSettings) connect6(ctx context.Context) (match lab.Match, err error) {
	match = lab.Match{Rules: game.Connect6(), Clock: m.clock}
	lim := m.limits()
	if match.A, err = players.ParseConnect6(m.names[0], lim); err != nil {
		return match, usageError{err.Error()}
	}
	if match.B, err = players.ParseConnect6(m.names[1], lim); err != nil {
		return match, usageError{err.Error()}
	}
	if m.opening < 0 {
		m.opening = 4
	}
	openings, err := m.openings(ctx)
	match.Openings = lab.Beginnings(openings)
	return match, err
}

// openings are those of a match of Connect6.
func (m matchSettings) openings(ctx context.Context) ([][]connect.Move, error) {
	n := (m.games + 1) / 2
	if m.from == "" {
		return lab.Openings(ctx, n, m.opening, m.seed, lab.MatchLook)
	}
	names, err := filepath.Glob(filepath.Join(m.from, "*.sgf"))
	if err != nil {
		return nil, err
	}
	var games []*sgf.Record
	for _, name := range names {
		rec, _, err := readGame(name, nil)
		if err != nil {
			return nil, err
		}
		games = append(games, rec)
	}
	all, err := lab.OpeningsOf(ctx, games, n, m.opening, lab.MatchLook)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("--from %s: none of the %d games (*.sgf) there gives an even opening of %d turns", m.from, len(names), m.opening)
	}
	return all, err
}

// gomoku makes a match of Gomoku or Renju.
func (m *matchSettings) gomoku(ctx context.Context) (match lab.Match, err error) {
	rules, err := fiveRules(m.rules)
	if err != nil {
		return match, usageError{anyGame(err)}
	}
	if m.size < 9 || m.size > board.MaxSide {
		return match, usageError{fmt.Sprintf("--size %d is out of range: 9 to %d", m.size, board.MaxSide)}
	}
	if !m.clock.IsZero() {
		return match, usageError{"--clock is for Connect6; at Gomoku and Renju give --time, --nodes or --depth"}
	}
	if m.from != "" {
		return match, usageError{"--from is for Connect6; at Gomoku and Renju openings are made, see --seed"}
	}
	rules.Board = board.Size{Cols: m.size, Rows: m.size}
	match.Rules = rules
	lim := m.limits()
	if match.A, err = players.ParseGomoku(m.names[0], rules, lim); err != nil {
		return match, usageError{err.Error()}
	}
	if match.B, err = players.ParseGomoku(m.names[1], rules, lim); err != nil {
		return match, usageError{err.Error()}
	}
	if m.opening < 0 {
		m.opening = 6
	}
	match.Openings, err = duel.Openings(ctx, rules, (m.games+1)/2, m.opening, m.seed, duel.MatchLook)
	return match, err
}

// limits are those of players that have none of their own.
func (m *matchSettings) limits() limit.Limits {
	return limit.Limits{Nodes: m.nodes, Depth: m.depth, Soft: m.budget, Hard: m.budget}
}

// play plays a match and tells of it.
func (m *matchSettings) play(ctx context.Context, std stdio, match lab.Match) error {
	log := matchLog{matchSettings: *m, std: std, games: 2 * len(match.Openings)}
	match.Workers, match.Stop = m.workers, log.stop()
	var slowest [2]time.Duration
	match.Each = func(pair [2]lab.Record, sofar lab.Score) {
		for i, r := range pair {
			log.add(r.Fault, r.OnTime, r.SGF())
			for c, took := range r.Slowest[board.Black:] {
				slowest[(c+i)%2] = max(slowest[(c+i)%2], took)
			}
		}
		log.progress(sofar)
	}
	score, err := match.Play(ctx)
	if err = log.end(score, err); score.Games() == 0 || m.rules == connect6Rules {
		return err
	}
	fmt.Fprintf(std.out, "slowest moves: %v and %v\n", slowest[0].Round(time.Millisecond), slowest[1].Round(time.Millisecond))
	return err
}

// matchLog counts a match's games and tells of them.
type matchLog struct {
	matchSettings
	std                  stdio
	games                int // to be played
	played, faults, late int
	failed               error // of writing a game
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
		fmt.Fprintf(l.std.err, "warning: game %d: %s\n", l.played, fault)
	}
	if l.dir != "" && l.failed == nil {
		l.failed = os.WriteFile(filepath.Join(l.dir, fmt.Sprintf("%05d.sgf", l.played)), sgf, 0o644)
	}
}

// progress tells how the match stands.
func (l *matchLog) progress(sofar lab.Score) {
	if l.quiet {
		return
	}
	fmt.Fprintf(l.std.err, "\r%d of %d games: %s ", l.played, l.games, sofar)
	if l.sprt != nil {
		fmt.Fprintf(l.std.err, "LLR %.2f ", l.sprt.LLR(sofar))
	}
}

// stop is when the match ends early; nil: never.
func (l *matchLog) stop() func(lab.Score) bool {
	if l.sprt == nil {
		return nil
	}
	return l.sprt.Done
}

// end tells how the match ended; err is what ended it early.
func (l *matchLog) end(score lab.Score, err error) error {
	if !l.quiet {
		fmt.Fprintln(l.std.err)
	}
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
		return l.failed
	}
	if err == nil && l.faults > 0 {
		return fmt.Errorf("%d of %d games ended by a fault, which the score counts like a loss on the board", l.faults, l.played)
	}
	return err
}
