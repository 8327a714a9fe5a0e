package program

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Connect6 is another program that speaks the Connect6 contest protocol on its
// standard input and output. It is told its time in milliseconds ("time MS"),
// given openings stone by stone ("black", "white") and asked for turns by "next"
// and "move".
type Connect6 struct {
	*child
	budget   time.Duration // a turn; 0: the program's own
	patience time.Duration // how long an answer is waited for
	retime   bool          // it is to be told the budget before its next turn
	known    []game.Turn   // what the program has been told of the game
}

// StartConnect6 starts a program, with so long for a turn.
func StartConnect6(name string, command []string, budget time.Duration) (*Connect6, error) {
	return startConnect6(Settings{Name: name, Command: command}, budget)
}

func startConnect6(s Settings, budget time.Duration) (*Connect6, error) {
	c, err := start(s)
	if err != nil {
		return nil, err
	}
	c.quit = "quit"
	if err := c.sayAll(s.Options); err != nil {
		c.Kill()
		return nil, err
	}
	return &Connect6{child: c, budget: budget, patience: budget + grace}, nil
}

// lateness is what a turn may cost on a clock in addition to the search.
const lateness = 20 * time.Millisecond

// keepTime tells a program its share of a game's clock as the time of the turn: the
// protocol has no word for a clock.
func (p *Connect6) keepTime(q player.Question) {
	b := limit.OnClock(q.Clock, q.Left)
	b.Overhead = lateness
	p.budget, p.retime = max(time.Millisecond, b.Limits(q.Count()).Soft), true
	p.patience = max(b.Remaining, b.Turn) + grace // the match says who has lost on time
}

// Choose implements [player.Player]. The time of a turn is the game clock's, or
// else the one that the program was started with.
func (p *Connect6) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	turns := append(setUp(q.Start), q.Turns...)
	if len(q.Placed) > 0 || !q.Start.IsZero() && (len(turns) == 0 || turns[len(turns)-1].Color == q.ToMove) {
		return player.Answer{}, ErrUnasked
	}
	defer p.turn(ctx)()
	p.drain()
	if !q.Clock.IsZero() {
		p.keepTime(q)
	} else if q.Limits.Hard > 0 && q.Limits.Hard != p.budget {
		p.budget, p.patience, p.retime = q.Limits.Hard, q.Limits.Hard+grace, true
	}
	if len(turns) < len(p.known) || !slices.EqualFunc(turns[:len(p.known)], p.known, same) || len(p.known) == 0 {
		if err := p.begin(); err != nil {
			return player.Answer{}, err
		}
	}
	// All but the last turn are set; the last is the opponent's and asks.
	for len(p.known) < len(turns)-1 {
		t := turns[len(p.known)]
		p.known = append(p.known, t)
		if err := p.say("%s %s", t.Color, pair(t.Points)); err != nil {
			return player.Answer{}, err
		}
	}
	if p.retime {
		if err := p.say("time %d", max(1, p.budget.Milliseconds())); err != nil {
			return player.Answer{}, err
		}
		p.retime = false
	}
	var err error
	switch {
	case len(turns) == 0:
		err = p.say("new black")
	case len(p.known) == len(turns):
		err = p.say("next")
	default:
		last := turns[len(turns)-1]
		p.known = append(p.known, last)
		err = p.say("move %s", pair(last.Points))
	}
	if err != nil {
		return player.Answer{}, err
	}
	heard := overhear(q, contestTurn, report)
	p.listen(heard)
	defer p.listen(nil)
	points, err := p.answer(ctx, heard)
	if err != nil {
		return player.Answer{}, err
	}
	heard.end()
	p.known = append(p.known, game.Turn{Color: q.ToMove, Points: points})
	return player.Answer{Points: points}, nil
}

// setUp writes what was set up as turns, those of the side that was not to move last.
func setUp(s game.Start) (turns []game.Turn) {
	stones := map[board.Color][]board.Point{board.Black: s.Black, board.White: s.White}
	for _, c := range []board.Color{s.ToMove, s.ToMove.Other()} {
		for pair := range slices.Chunk(stones[c], 2) {
			turns = append(turns, game.Turn{Color: c, Points: pair})
		}
	}
	return turns
}

// same reports whether two turns put down the same stones.
func same(a, b game.Turn) bool {
	return a.Color == b.Color && len(a.Points) == len(b.Points) && !slices.ContainsFunc(a.Points, func(p board.Point) bool { return !slices.Contains(b.Points, p) })
}

func (p *Connect6) begin() error {
	p.known = p.known[:0]
	if err := p.say("new xxx"); err != nil {
		return err
	}
	if p.budget > 0 {
		return p.say("time %d", p.budget.Milliseconds())
	}
	return nil
}

// answer waits for a line that gives a turn. What explains the word "move" is none: Cloudict
// begins with its help, which arrives with the first turn.
func (p *Connect6) answer(ctx context.Context, heard *thoughts) (points []board.Point, err error) {
	line, err := p.wait(ctx, p.patience, func(line string) bool {
		heard.hear(line)
		return strings.HasPrefix(line+" ", "move ") && len(strings.Fields(line)) <= 3
	}, "error", "error:")
	if err != nil {
		return nil, err
	}
	return readTurn(strings.TrimPrefix(line, "move"))
}

// pair writes a turn as the contest protocol does, a lone stone doubled.
func pair(points []board.Point) string {
	size := game.Connect6().Board
	return size.Name(points[0], board.Pair) + size.Name(points[len(points)-1], board.Pair)
}

// readTurn reads what pair writes, and "XX", and "XX@@".
func readTurn(s string) ([]board.Point, error) {
	s = strings.TrimSpace(s)
	size := game.Connect6().Board
	if len(s) != 2 && len(s) != 4 {
		return nil, fmt.Errorf("its turn %q is not two points", s)
	}
	a, err := size.Parse(s[:2], board.Pair)
	if err != nil {
		return nil, err
	}
	if len(s) == 2 || s[2:] == "@@" || s[2:] == s[:2] {
		return []board.Point{a}, nil
	}
	b, err := size.Parse(s[2:], board.Pair)
	return []board.Point{a, b}, err
}

// contestTurn is readTurn for an expected line.
func contestTurn(word string) ([]board.Point, bool) {
	points, err := readTurn(word)
	return points, err == nil
}
