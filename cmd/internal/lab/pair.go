package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/players"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// KindPair is the job to play an opening twice, a [Pair].
const KindPair = "pair"

// Pair is two players and an opening as a job has them. Only nodes and depth may bound the
// players: with them the games depend on nothing else.
type Pair struct {
	Rules    string          `json:"rules"` // "connect6", "gomoku", "gomoku-standard" or "renju"
	Size     board.Size      `json:"size"`
	A        string          `json:"a"` // as [players.ParseConnect6] or [players.ParseGomoku] reads it
	B        string          `json:"b"`
	Names    [2]string       `json:"names"` // that the players have in records
	Nodes    uint64          `json:"nodes"`
	Depth    int             `json:"depth"`
	MaxTurns int             `json:"max_turns"`
	Opening  [][]board.Point `json:"opening"` // Black's turn first
}

// result is a game of a pair.
type result struct {
	Turns  [][]board.Point `json:"turns"` // Black's first
	Winner board.Color     `json:"winner"`
	Fault  string          `json:"fault"`
}

// NewPair prepares two players for a farm: files that they name are put there.
func NewPair(ctx context.Context, farm jobs.Doer, p Pair) (Pair, error) {
	if p.Nodes == 0 && p.Depth == 0 {
		return p, errors.New("a farm plays by --nodes or --depth: games by the clock depend on the computer that plays them")
	}
	p.Names = [2]string{p.A, p.B}
	var err error
	if p.A, err = Farmed(ctx, farm, p.A); err == nil {
		p.B, err = Farmed(ctx, farm, p.B)
	}
	return p, err
}

// Farmed prepares a player for a farm: files that it names are put there. The error says
// why it cannot play there.
func Farmed(ctx context.Context, farm jobs.Doer, spec string) (string, error) {
	if err := farmable(spec); err != nil {
		return "", err
	}
	return withFiles(spec, func(name string) (string, error) { return farm.Put(ctx, name) })
}

// Located is a player of a job whose files are named by where they lie on this computer.
func Located(ctx context.Context, spec string) (string, error) {
	if err := farmable(spec); err != nil {
		return "", err
	}
	return withFiles(spec, func(name string) (string, error) { return jobs.File(ctx, name) })
}

// withFiles gives the files that a player names other names.
func withFiles(spec string, rename func(string) (string, error)) (string, error) {
	words := strings.Split(spec, ",")
	for i, w := range words {
		name, value, _ := strings.Cut(strings.TrimSpace(w), "=")
		if slices.Contains(fileOptions, name) && value != "roads" {
			value, err := rename(value)
			if err != nil {
				return "", err
			}
			words[i] = name + "=" + value
		}
	}
	return strings.Join(words, ","), nil
}

// fileOptions are the options of players that name files.
var fileOptions = []string{"leaves", "candidates", "tables", "network"}

// farmable says why a player cannot play on a farm, or nil.
func farmable(spec string) error {
	if strings.HasPrefix(spec, "program:") || strings.HasPrefix(spec, "gomocup:") {
		return fmt.Errorf("player %q: a farm has the engines of this program alone", spec)
	}
	for w := range strings.SplitSeq(spec, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(w), "=")
		if name == "time" || name == "soft" || name == "threads" && value != "1" {
			return fmt.Errorf("player %q: with %q its turns depend on the computer, so a farm cannot play it; write nodes=N or depth=N", spec, name)
		}
	}
	return nil
}

// farmed has a pair played on the farm.
func (m *Match) farmed(ctx context.Context, _ *couple, opening []game.Turn) (pair [2]Record, err error) {
	p := m.Pair
	p.MaxTurns, p.Opening = m.MaxTurns, nil
	for _, t := range opening {
		p.Opening = append(p.Opening, t.Points)
	}
	results, err := jobs.Ask[[2]result](ctx, m.Farm, KindPair, p)
	if err != nil {
		return pair, err
	}
	for i, r := range results {
		pair[i] = Record{Rules: m.Rules, Black: p.Names[i], White: p.Names[1-i], Turns: turnsOf(r.Turns), Winner: r.Winner, Fault: r.Fault}
	}
	return pair, nil
}

// turnsOf gives turns their colours, Black's first.
func turnsOf(points [][]board.Point) (turns []game.Turn) {
	c := board.Black
	for _, p := range points {
		turns = append(turns, game.Turn{Color: c, Points: p})
		c = c.Other()
	}
	return turns
}

// playPair does the job [KindPair].
func playPair(ctx context.Context, p Pair) (results [2]result, err error) {
	m := Match{MaxTurns: p.MaxTurns}
	if m.Rules, err = RulesOf(p.Rules, p.Size); err != nil {
		return results, err
	}
	if p.Nodes == 0 && p.Depth == 0 {
		return results, errors.New("neither nodes nor depth bound the players")
	}
	lim := limit.Limits{Nodes: p.Nodes, Depth: p.Depth}
	for i, into := range []*players.Maker{&m.A, &m.B} {
		spec, err := Located(ctx, [2]string{p.A, p.B}[i])
		if err != nil {
			return results, err
		}
		if *into, err = maker(m.Rules, spec, lim); err != nil {
			return results, err
		}
		into.Name = p.Names[i]
	}
	c := &couple{}
	defer c.leave()
	if err := m.sit(ctx, c); err != nil {
		return results, err
	}
	pair, err := m.pair(ctx, c, turnsOf(p.Opening))
	for i, r := range pair {
		results[i] = result{Winner: r.Winner, Fault: r.Fault}
		for _, t := range r.Turns {
			results[i].Turns = append(results[i].Turns, t.Points)
		}
	}
	return results, err
}

// maker reads a player of a game.
func maker(r game.Rules, spec string, lim limit.Limits) (players.Maker, error) {
	if g, ok := r.(game.Gomoku); ok {
		return players.ParseGomoku(spec, g, lim)
	}
	return players.ParseConnect6(spec, lim)
}

// RulesOf returns the rules that a command line names, on a board of the given size; the
// zero size is the game's own.
func RulesOf(name string, size board.Size) (game.Rules, error) {
	if c := game.Connect6(); name == c.Name() {
		if size = cmp.Or(size, c.Board); size != c.Board {
			return nil, fmt.Errorf("%s is played on %v, not on %v", name, c.Board, size)
		}
		return c, nil
	}
	if r, ok := game.GomokuNamed(name); ok {
		r.Board = cmp.Or(size, r.Board)
		return r, nil
	}
	return nil, fmt.Errorf("%q is not a game of the laboratory", name)
}
