package duel

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// brain is another program that speaks Gomocup's protocol of brains
// (https://plastovicka.github.io/protocl2en.htm) on its standard input and output.
type brain struct {
	*lab.Child
	name   string
	rules  game.Gomoku
	budget time.Duration // a move; 0: the program's own
	known  []board.Point // what the program has been told of the game
}

// starting is how long a program may take to get ready.
const starting = 30 * time.Second

// Brain returns a maker of players that are other programs. They are told board,
// rule and the time of a move, and given positions as a whole where a game does
// not go on from what they know.
func Brain(name string, command []string, rules game.Gomoku, budget time.Duration) Maker {
	return Maker{name, func() (Player, error) {
		child, err := lab.StartChild(name, command)
		if err != nil {
			return nil, err
		}
		b := &brain{Child: child, name: name, rules: rules, budget: budget}
		if err := b.start(); err != nil {
			b.End("END")
			return nil, fmt.Errorf("player %s: %w", name, err)
		}
		return b, nil
	}}
}

func (b *brain) start() error {
	size := b.rules.Board
	word, want := fmt.Sprintf("START %d", size.Cols), "OK"
	if size.Cols != size.Rows {
		word = fmt.Sprintf("RECTSTART %d,%d", size.Cols, size.Rows)
	}
	if err := b.Say("%s", word); err != nil {
		return err
	}
	if _, err := b.wait(context.Background(), starting, func(line string) bool { return strings.HasPrefix(line, want) }); err != nil {
		return err
	}
	rule := map[game.Row]int{game.FiveOrMore: 0, game.ExactFive: 1, game.RenjuFive: 4}[b.rules.Wins]
	for _, info := range []string{
		"rule " + strconv.Itoa(rule), "game_type 1", "timeout_match 0", "time_left 2147483647", "max_memory 0",
	} {
		if err := b.Say("INFO %s", info); err != nil {
			return err
		}
	}
	if b.budget <= 0 {
		return nil
	}
	return b.Say("INFO timeout_turn %d", max(1, b.budget.Milliseconds()))
}

func (b *brain) Name() string { return b.name }

// Choose implements [Player].
func (b *brain) Choose(ctx context.Context, stones []board.Point) (board.Point, error) {
	last := len(stones) - 1
	var err error
	switch {
	case len(stones) == 0:
		if err = b.restart(ctx); err == nil {
			err = b.Say("BEGIN")
		}
	case last > 0 && last == len(b.known) && equal(stones[:last], b.known):
		err = b.Say("TURN %s", pair(stones[last]))
	default:
		if err = b.restart(ctx); err == nil {
			err = b.board(stones)
		}
	}
	if err != nil {
		return board.Nowhere, err
	}
	wait := b.budget + lab.Grace
	if b.budget <= 0 {
		wait = 10 * time.Minute
	}
	var at board.Point
	if _, err := b.wait(ctx, wait, func(line string) (ok bool) {
		at, ok = readPair(line, b.rules.Board)
		return ok
	}); err != nil {
		return board.Nowhere, err
	}
	b.known = append(append(b.known[:0], stones...), at)
	return at, nil
}

// restart has the program forget the game before.
func (b *brain) restart(ctx context.Context) error {
	if len(b.known) == 0 {
		return nil
	}
	b.known = b.known[:0]
	if err := b.Say("RESTART"); err != nil {
		return err
	}
	_, err := b.wait(ctx, starting, func(line string) bool { return strings.HasPrefix(line, "OK") })
	return err
}

// board gives the program a position, in which it is to move.
func (b *brain) board(stones []board.Point) error {
	if err := b.Say("BOARD"); err != nil {
		return err
	}
	for i, p := range stones {
		whose := 1
		if (len(stones)-i)%2 == 1 {
			whose = 2
		}
		if err := b.Say("%s,%d", pair(p), whose); err != nil {
			return err
		}
	}
	return b.Say("DONE")
}

// wait reads lines until one is wanted, and returns that.
func (b *brain) wait(ctx context.Context, patience time.Duration, wanted func(string) bool) (string, error) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-timer.C:
			return "", fmt.Errorf("no answer within %v", patience)
		case line, ok := <-b.Lines:
			if !ok {
				return "", errors.New("the program has ended")
			}
			line = strings.TrimSpace(line)
			switch word, _, _ := strings.Cut(line, " "); {
			case wanted(line):
				return line, nil
			case strings.EqualFold(word, "ERROR"):
				return "", fmt.Errorf("it says: %.200s", line)
			}
		}
	}
}

func (b *brain) Close() error {
	b.End("END")
	return nil
}

// pair writes a point as the protocol does: column and row from 0 on, the first
// row on top.
func pair(p board.Point) string { return fmt.Sprintf("%d,%d", p.X(), p.Y()) }

// readPair reads what pair writes, and reports whether it is that.
func readPair(line string, size board.Size) (board.Point, bool) {
	a, c, _ := strings.Cut(line, ",")
	x, err := strconv.Atoi(strings.TrimSpace(a))
	y, err2 := strconv.Atoi(strings.TrimSpace(c))
	if err != nil || err2 != nil || x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
		return board.Nowhere, false
	}
	return board.At(x, y), true
}

func equal(a, b []board.Point) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
