package duel

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"stonehand/engine/board"
)

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
		return l, fmt.Errorf("%q is not a number of points a side, 5 to %d", words[0], board.MaxSide)
	}
	l.Size = board.Size{Cols: side, Rows: side}
	if l.Score, err = strconv.Atoi(words[1]); err != nil {
		return l, fmt.Errorf("the score %q is not a number", words[1])
	}
	switch words[2] {
	case "-":
		l.Result = Unknown
	case "0", "0.5", "1":
		l.Result, _ = strconv.ParseFloat(words[2], 64)
	default:
		return l, fmt.Errorf("the result %q is none of 0, 0.5, 1 and -", words[2])
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
func readSamples(in io.Reader, visit func(Sample) error) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		l, err := parseSample(lines.Text())
		if err == nil {
			err = visit(l)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}
