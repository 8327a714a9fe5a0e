package program

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// Gomocup is another program that speaks Gomocup's protocol of brains
// (https://plastovicka.github.io/protocl2en.htm) on its standard input and output.
// It is told board, rule and the time of a move, and given positions as a whole
// where a game does not go on from what it knows.
type Gomocup struct {
	*child
	rules  game.Gomoku
	budget time.Duration // a move; 0: the program's own
	known  []board.Point // what the program has been told of the game
	points lettered
}

// starting is how long a program may take to get ready, thinking how long for a move where
// nobody has said it, and restarting how long before it is told once more to forget a game:
// Rapfi drops a word that comes too soon after its own.
const (
	starting   = 30 * time.Second
	thinking   = 10 * time.Minute
	restarting = time.Second
)

// StartGomocup starts a program for a game, with so long for a move.
func StartGomocup(ctx context.Context, name string, command []string, rules game.Gomoku, budget time.Duration) (*Gomocup, error) {
	return startGomocup(ctx, Settings{Name: name, Command: command}, rules, budget)
}

func startGomocup(ctx context.Context, s Settings, rules game.Gomoku, budget time.Duration) (*Gomocup, error) {
	c, err := start(s)
	if err != nil {
		return nil, err
	}
	c.quit = "END"
	b := &Gomocup{child: c, rules: rules, budget: budget, points: lettered{size: rules.Board}}
	if err = b.greet(ctx); err == nil {
		err = b.sayAll(s.Options)
	}
	if err != nil {
		b.Kill()
		return nil, fmt.Errorf("player %s: %w", s.Name, err)
	}
	return b, nil
}

// ready tells an answer that all is well.
func ready(line string) bool { return strings.HasPrefix(line, "OK") }

func (b *Gomocup) greet(ctx context.Context) error {
	size := b.rules.Board
	word := fmt.Sprintf("START %d", size.Cols)
	if size.Cols != size.Rows {
		word = fmt.Sprintf("RECTSTART %d,%d", size.Cols, size.Rows)
	}
	if err := b.say("%s", word); err != nil {
		return err
	}
	if _, err := b.wait(ctx, starting, ready, "ERROR"); err != nil {
		if _, no := errors.AsType[refusal](err); no {
			err = fmt.Errorf("%w: %w", player.ErrBoard, err)
		}
		return fmt.Errorf("%s: %w", word, err)
	}
	rule := map[game.Row]int{game.FiveOrMore: 0, game.ExactFive: 1, game.RenjuFive: 4}[b.rules.Wins]
	for _, info := range []string{
		"rule " + strconv.Itoa(rule), "game_type 1", "timeout_match 0", "time_left 2147483647", "max_memory 0",
	} {
		if err := b.say("INFO %s", info); err != nil {
			return err
		}
	}
	if b.budget <= 0 {
		return nil
	}
	return b.say("INFO timeout_turn %d", max(1, b.budget.Milliseconds()))
}

// Choose implements [player.Player]. The time of a move is the one that the program
// was started with.
func (b *Gomocup) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	defer b.turn(ctx)()
	if err := b.tellTime(q); err != nil {
		return player.Answer{}, err
	}
	b.drain()
	stones := q.Points()
	last := len(stones) - 1
	follows := last > 0 && slices.Equal(stones[:last], b.known)
	var err error
	switch {
	case len(stones) == 0:
		if err = b.restart(ctx); err == nil {
			err = b.say("BEGIN")
		}
	case follows:
		err = b.say("TURN %s", coordinates(stones[last]))
	default:
		err = b.board(ctx, q)
	}
	if err != nil {
		b.known = nil
		return player.Answer{}, err
	}
	patience := b.budget + grace
	if b.budget <= 0 || !q.Clock.IsZero() {
		patience = thinking
	}
	heard := overhear(q, b.points.turn, report)
	b.listen(heard)
	defer b.listen(nil)
	var at board.Point
	answer := func() error {
		line, err := b.wait(ctx, patience, func(line string) (ok bool) {
			if at, ok = readCoordinates(line, b.rules.Board); !ok {
				heard.hear(line)
			}
			return ok || twoNumbers.MatchString(line)
		}, "ERROR", "UNKNOWN")
		if err == nil && at == board.Nowhere {
			err = fmt.Errorf("its turn %.40q is not a point of the board", line)
		}
		return err
	}
	err = answer()
	// Where Rapfi drops the first word of a line, it does not know the rest.
	if _, no := errors.AsType[refusal](err); no && follows {
		if err = b.board(ctx, q); err == nil {
			err = answer()
		}
	}
	if err != nil {
		return player.Answer{}, err
	}
	heard.end()
	if heard != nil {
		b.points.learn(heard.first, at)
	}
	b.known = append(stones, at)
	return player.Answer{Points: []board.Point{at}}, nil
}

// tellTime tells the program the clock of the game, or the time of the turn where the
// question has one.
func (b *Gomocup) tellTime(q player.Question) error {
	if q.Clock.IsZero() {
		if q.Limits.Hard <= 0 || q.Limits.Hard == b.budget {
			return nil
		}
		b.budget = q.Limits.Hard
		return b.say("INFO timeout_turn %d", max(1, b.budget.Milliseconds()))
	}
	bound := limit.OnClock(q.Clock, q.Left)
	lines := []string{fmt.Sprintf("INFO timeout_turn %d", max(1, max(bound.Turn, bound.Remaining).Milliseconds()))}
	if bound.Turn == 0 {
		lines = append(lines, fmt.Sprintf("INFO timeout_match %d", max(1, q.Clock.Main.Milliseconds())), fmt.Sprintf("INFO time_left %d", max(1, bound.Remaining.Milliseconds())))
	}
	return b.sayAll(lines)
}

// restart has the program forget the game before: by START where it does not know RESTART,
// which is no duty of the protocol.
func (b *Gomocup) restart(ctx context.Context) error {
	if len(b.known) == 0 {
		return nil
	}
	b.known = b.known[:0]
	line, err := b.tryRestart(ctx, restarting)
	if _, no := errors.AsType[silent](err); no {
		line, err = b.tryRestart(ctx, starting)
	}
	if err == nil && !ready(line) {
		err = b.greet(ctx)
	}
	return err
}

// tryRestart says RESTART and returns the answer.
func (b *Gomocup) tryRestart(ctx context.Context, patience time.Duration) (string, error) {
	if err := b.say("RESTART"); err != nil {
		return "", err
	}
	return b.wait(ctx, patience, func(line string) bool {
		return ready(line) || strings.HasPrefix(line, "UNKNOWN") || strings.HasPrefix(line, "ERROR")
	})
}

// board gives the program a position of another game, in which it is to move.
func (b *Gomocup) board(ctx context.Context, q player.Question) error {
	if err := b.restart(ctx); err != nil {
		return err
	}
	if err := b.say("BOARD"); err != nil {
		return err
	}
	for p, c := range q.Stones {
		whose := 1
		if c != q.ToMove {
			whose = 2
		}
		if err := b.say("%s,%d", coordinates(p), whose); err != nil {
			return err
		}
	}
	return b.say("DONE")
}

// coordinates writes a point as the protocol does: column and row from 0 on, the
// first row on top.
func coordinates(p board.Point) string { return fmt.Sprintf("%d,%d", p.X(), p.Y()) }

// twoNumbers is an answer that may be off the board.
var twoNumbers = regexp.MustCompile(`^-?\d+ *, *-?\d+$`)

// readCoordinates reads what coordinates writes, and reports whether it is that.
func readCoordinates(line string, size board.Size) (board.Point, bool) {
	a, c, _ := strings.Cut(line, ",")
	x, err := strconv.Atoi(strings.TrimSpace(a))
	y, err2 := strconv.Atoi(strings.TrimSpace(c))
	if err != nil || err2 != nil || x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
		return board.Nowhere, false
	}
	return board.At(x, y), true
}
