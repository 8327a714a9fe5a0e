package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// program is another program that speaks the Connect6 contest protocol on its
// standard input and output.
type program struct {
	*Child
	name     string
	command  []string
	budget   time.Duration  // a turn
	patience time.Duration  // how long an answer is waited for; 0: the budget and some grace
	retime   bool           // it is to be told the budget before its next turn
	known    []connect.Move // what the program has been told of the game
}

// Program returns a maker of players that are other programs. They are told
// their time in milliseconds ("time MS"), given openings stone by stone ("black",
// "white") and asked for turns by "next" and "move".
func Program(name string, command []string, budget time.Duration) Maker {
	return Maker{name, func() (Player, error) {
		p := &program{name: name, command: command, budget: budget}
		return p, p.start()
	}}
}

func (p *program) start() (err error) {
	p.Child, err = StartChild(p.name, p.command)
	return err
}

func (p *program) Name() string { return p.name }

// Choose implements [Player].
func (p *program) Choose(ctx context.Context, turns []connect.Move) (connect.Move, error) {
	if len(turns) < len(p.known) || !equal(turns[:len(p.known)], p.known) || len(p.known) == 0 {
		if err := p.begin(); err != nil {
			return connect.NoMove, err
		}
	}
	// All but the last turn are set; the last is the opponent's and asks.
	for len(p.known) < len(turns)-1 {
		if err := p.set(turns[len(p.known)]); err != nil {
			return connect.NoMove, err
		}
	}
	if p.retime {
		if err := p.Say("time %d", max(1, p.budget.Milliseconds())); err != nil {
			return connect.NoMove, err
		}
		p.retime = false
	}
	var err error
	switch {
	case len(turns) == 0:
		err = p.Say("new black")
	case len(p.known) == len(turns):
		err = p.Say("next")
	default:
		last := turns[len(turns)-1]
		p.known = append(p.known, last)
		err = p.Say("move %s", pair(last))
	}
	if err != nil {
		return connect.NoMove, err
	}
	m, err := p.answer(ctx)
	if err != nil {
		return connect.NoMove, err
	}
	p.known = append(p.known, m)
	return m, nil
}

func (p *program) begin() error {
	p.known = p.known[:0]
	if err := p.Say("new xxx"); err != nil {
		return err
	}
	if p.budget > 0 {
		return p.Say("time %d", p.budget.Milliseconds())
	}
	return nil
}

func (p *program) set(m connect.Move) error {
	color := board.Black
	if len(p.known)%2 == 1 {
		color = board.White
	}
	p.known = append(p.known, m)
	return p.Say("%s %s", color, pair(m))
}

// answer waits for a line that gives a turn.
func (p *program) answer(ctx context.Context) (connect.Move, error) {
	wait := p.patience
	if wait == 0 {
		wait = p.budget + Grace
	}
	patience := time.NewTimer(wait)
	defer patience.Stop()
	for {
		select {
		case <-ctx.Done():
			return connect.NoMove, ctx.Err()
		case <-patience.C:
			return connect.NoMove, fmt.Errorf("no answer within %v", wait)
		case line, ok := <-p.Lines:
			if !ok {
				return connect.NoMove, errors.New("the program has ended")
			}
			word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch word {
			case "move":
				return readPair(rest)
			case "error:", "error":
				return connect.NoMove, fmt.Errorf("it says: %s", line)
			}
		}
	}
}

func (p *program) Close() error {
	p.End("quit")
	return nil
}

// pair writes a turn as the contest protocol does, a lone stone doubled.
func pair(m connect.Move) string {
	size := connect.Connect6.Size()
	b := m.B
	if b == board.Nowhere {
		b = m.A
	}
	return size.Name(m.A, board.Pair) + size.Name(b, board.Pair)
}

// readPair reads what pair writes, and "XX", and "XX@@".
func readPair(s string) (connect.Move, error) {
	s = strings.TrimSpace(s)
	size := connect.Connect6.Size()
	if len(s) != 2 && len(s) != 4 {
		return connect.NoMove, fmt.Errorf("its turn %q is not two points", s)
	}
	a, err := size.Parse(s[:2], board.Pair)
	if err != nil {
		return connect.NoMove, err
	}
	if len(s) == 2 || s[2:] == "@@" || s[2:] == s[:2] {
		return connect.Move{A: a, B: board.Nowhere}, nil
	}
	b, err := size.Parse(s[2:], board.Pair)
	if err != nil {
		return connect.NoMove, err
	}
	return connect.Pair(a, b), nil
}

func equal(a, b []connect.Move) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
