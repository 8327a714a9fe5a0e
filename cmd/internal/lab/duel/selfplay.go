package duel

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Gomoku returns a maker of strong players that play a game against themselves; what
// is kept of a game are samples.
func Gomoku(rules game.Gomoku, o five.Options) func() (tune.Learner, error) {
	return func() (tune.Learner, error) {
		return &gomoku{rules: rules, engine: five.NewWith(rules.Board, rules.Wins, o, time.Now)}, nil
	}
}

type gomoku struct {
	rules  game.Gomoku
	engine *five.Engine
	text   []byte
}

// Game implements [tune.Learner].
func (w *gomoku) Game(ctx context.Context, s *tune.SelfPlay, rng *rand.Rand) ([]byte, error) {
	all, err := w.game(ctx, s, rng)
	w.text = w.text[:0]
	for _, l := range all {
		w.text = l.append(w.text)
	}
	return w.text, err
}

// game plays one game until its end is decided, and returns what is learned of it.
func (w *gomoku) game(ctx context.Context, s *tune.SelfPlay, rng *rand.Rand) (all []Sample, err error) {
	e := w.engine
	e.Clear()
	stones, c := begin(w.rules, 1+rng.IntN(8), rng)
	for n, p := range stones {
		e.Put(p, colorOf(n))
	}
	winner, last := board.Empty, 0 // samples before the last point of chance
	for len(stones) < w.rules.Board.Count() && (stones != nil) {
		leaves := &tune.Reservoir[board.Point]{Rand: rng}
		e.Watch(w.whole(len(stones), leaves.Watch))
		f := e.Search(ctx, c, limit.Limits{Nodes: s.Nodes}, nil)
		e.Watch(nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.Move == board.Nowhere {
			break
		}
		all = append(all, Sample{Size: w.rules.Board, Stones: slices.Clone(stones), Score: int(f.Score), Best: f.Move})
		if f.Score >= five.Proved || f.Score <= -five.Proved {
			if winner = c; f.Score < 0 {
				winner = c.Other()
			}
			break
		}
		if all, err = w.lookAside(ctx, s.Nodes, stones, leaves, all); err != nil {
			return nil, err
		}
		p := f.Move
		if rng.Float64() < s.Chance {
			if q := e.Promising(c, rng.IntN(chances)); q != board.Nowhere {
				p = q
				last = len(all)
			}
		}
		won := e.Kind(p, c) == five.Wins
		e.Put(p, c)
		stones = append(stones, p)
		if won {
			winner = c
			break
		}
		c = c.Other()
	}
	for i := range all {
		l := &all[i]
		me := colorOf(len(l.Stones))
		switch {
		case i < last || l.Best == board.Nowhere:
			l.Result = Unknown
		case winner == board.Empty:
			l.Result = 0.5
		case winner == me:
			l.Result = 1
		}
	}
	return all, nil
}

// chances is how many of the most promising points chance chooses from.
const chances = 10

// colorOf is whose stone the n-th is, from 0 on.
func colorOf(n int) board.Color {
	if n%2 == 0 {
		return board.Black
	}
	return board.White
}

// whole passes on the lines in which no side has passed. They follow so many stones.
func (w *gomoku) whole(before int, watch func([]board.Point)) func([]board.Point) {
	return func(line []board.Point) {
		for i, p := range line {
			if w.engine.At(p) != colorOf(before+i) {
				return
			}
		}
		watch(line)
	}
}

// lookAside searches the leaves that were kept, half as long as the positions of
// the game.
func (w *gomoku) lookAside(ctx context.Context, nodes uint64, stones []board.Point, leaves *tune.Reservoir[board.Point], all []Sample) ([]Sample, error) {
	e := w.engine
	for _, line := range leaves.Kept {
		if len(line) == 0 {
			continue
		}
		for i, p := range line {
			e.Put(p, colorOf(len(stones)+i))
		}
		c := colorOf(len(stones) + len(line))
		f := e.Search(ctx, c, limit.Limits{Nodes: max(1, nodes/2)}, nil)
		if f.Move != board.Nowhere {
			all = append(all, Sample{
				Size: w.rules.Board, Stones: append(slices.Clone(stones), line...), Score: int(f.Score), Result: Unknown, Best: board.Nowhere,
			})
		}
		for range line {
			e.Take()
		}
	}
	return all, ctx.Err()
}

// Sample is a training sample: a position and what was found out about it. Colours alternate from
// Black's first stone on.
type Sample struct {
	Size   board.Size
	Stones []board.Point
	Score  int         // of a search, for the side to move
	Result float64     // of the game for the side to move: 0, 0.5 or 1; Unknown
	Best   board.Point // what the search chose; Nowhere of a leaf
}

// Unknown is the result of a position in which no game ended.
const Unknown = -1

// append writes a sample as a line: the points a side, score, result, choice and
// stones, "15 -120 0 h8 i9 j10"; "-" stands for what is not known.
func (l *Sample) append(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d %d ", l.Size.Cols, l.Score)
	if l.Result == Unknown {
		dst = append(dst, '-')
	} else {
		dst = strconv.AppendFloat(dst, l.Result, 'g', -1, 64)
	}
	dst = append(dst, ' ')
	if l.Best == board.Nowhere {
		dst = append(dst, '-')
	} else {
		dst = append(dst, l.Best.String()...)
	}
	for _, p := range l.Stones {
		dst = append(append(dst, ' '), p.String()...)
	}
	return append(dst, '\n')
}

// parseSample reads a line of append's.
func parseSample(line string) (l Sample, err error) {
	words := strings.Fields(line)
	if len(words) < 4 {
		return l, errors.New("it is not points a side, score, result, choice and stones")
	}
	side, err := strconv.Atoi(words[0])
	if err != nil || side < 5 || side > board.MaxSide {
		return l, fmt.Errorf("%q is not a number of points a side, 5 to %d", board.Clip(words[0]), board.MaxSide)
	}
	l.Size = board.Size{Cols: side, Rows: side}
	if l.Score, err = strconv.Atoi(words[1]); err != nil {
		return l, fmt.Errorf("the score %q is not a number", board.Clip(words[1]))
	}
	switch words[2] {
	case "-":
		l.Result = Unknown
	case "0", "0.5", "1":
		l.Result, _ = strconv.ParseFloat(words[2], 64)
	default:
		return l, fmt.Errorf("the result %q is none of 0, 0.5, 1 and -", board.Clip(words[2]))
	}
	taken := map[board.Point]bool{}
	for _, w := range words[4:] {
		p, err := l.Size.Parse(w, board.Algebraic)
		if err != nil {
			return l, err
		}
		if taken[p] {
			return l, fmt.Errorf("there are two stones on %s", w)
		}
		taken[p] = true
		l.Stones = append(l.Stones, p)
	}
	l.Best = board.Nowhere
	if words[3] != "-" {
		if l.Best, err = l.Size.Parse(words[3], board.Algebraic); err != nil {
			return l, err
		}
		if taken[l.Best] {
			return l, fmt.Errorf("the choice %s is not an empty point", words[3])
		}
	}
	return l, nil
}

// readSamples calls visit for every sample.
func readSamples(in tune.Files, visit func(Sample) error) error {
	return in.EachLine(func(line string) error {
		l, err := parseSample(line)
		if err != nil {
			return err
		}
		return visit(l)
	})
}
