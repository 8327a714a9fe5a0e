// Package tune learns the engine's tables from games that it plays against
// itself: [SelfPlay] plays them, [Fit] learns what judges leaves and [FitOrder]
// what ranks candidates.
package tune

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Game is a game of the engine against itself and what it thought.
type Game struct {
	Winner board.Color // Empty for a draw; of a game that ends with a decided turn, who was to win
	Turns  []Turn
}

// Turn is one turn of a game.
type Turn struct {
	Move connect.Move
	// Best is the turn that the search chose; NoMove in an opening.
	Best connect.Move
	// Score is what the search thought of the position before the turn, for
	// the side to move.
	Score int32
	// Decided says that the search had proved how the game ends.
	Decided bool
	// Asides are leaves of the search, each searched in its turn.
	Asides []Aside
}

// Aside is a position that a search came to.
type Aside struct {
	Line    []connect.Move // from the position before the turn
	Score   int32          // for the side then to move
	Decided bool
}

// Chance reports whether the turn was not the one that the search chose, so
// that how the game ended says little of what was before it.
func (t Turn) Chance() bool { return t.Move != t.Best }

// append adds the game to dst as a line: the winner's letter, then the turns.
// A turn is its points; if a search was asked, "=" and its score follow, "#"
// for a proof, and "/" with the points it chose if others were played. "~" begins
// the turns to a leaf, with "," between them, and the score there.
func (g *Game) append(dst []byte) []byte {
	dst = append(dst, winnerLetters[g.Winner])
	for _, t := range g.Turns {
		dst = appendMove(append(dst, ' '), t.Move)
		if t.Best == connect.NoMove {
			continue
		}
		dst = strconv.AppendInt(append(dst, '='), int64(t.Score), 10)
		if t.Decided {
			dst = append(dst, '#')
		}
		if t.Chance() {
			dst = appendMove(append(dst, '/'), t.Best)
		}
		for _, a := range t.Asides {
			sep := byte('~')
			for _, m := range a.Line {
				dst = appendMove(append(dst, sep), m)
				sep = ','
			}
			dst = strconv.AppendInt(append(dst, '='), int64(a.Score), 10)
			if a.Decided {
				dst = append(dst, '#')
			}
		}
	}
	return append(dst, '\n')
}

const winnerLetters = "-bw"

// parseGame reads what append wrote.
func parseGame(line string) (g Game, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return g, fmt.Errorf("a game must begin with its winner: b, w or -")
	}
	i := strings.Index(winnerLetters, words[0])
	if i < 0 || len(words[0]) != 1 {
		return g, fmt.Errorf("%q is not a winner: write b, w or -", board.Clip(words[0]))
	}
	g.Winner = board.Color(i)
	pos := connect.NewBare()
	for n, word := range words[1:] {
		t := Turn{Best: connect.NoMove}
		asides := strings.Split(word, "~")
		word = asides[0]
		head, best, chance := strings.Cut(word, "/")
		searched := strings.Contains(head, "=")
		if t.Move, t.Score, t.Decided, err = parseScored(head); err != nil {
			return g, fmt.Errorf("turn %d: %w", n+1, err)
		}
		if searched {
			t.Best = t.Move
		}
		for _, text := range asides[1:] {
			a, err := parseAside(text, pos)
			if err != nil {
				return g, fmt.Errorf("turn %d: %w", n+1, err)
			}
			t.Asides = append(t.Asides, a)
		}
		if len(t.Asides) > 0 && !searched {
			return g, fmt.Errorf("turn %d: %q: a leaf belongs to a turn with a score", n+1, board.Clip(word))
		}
		if chance {
			if t.Best, err = parseMove(best); err != nil || !searched {
				return g, fmt.Errorf("turn %d: %q: after a slash stands the turn that a search chose", n+1, board.Clip(word))
			}
		}
		for _, m := range []connect.Move{t.Move, t.Best} {
			if m == connect.NoMove {
				continue
			}
			if !playable(pos, m) {
				return g, fmt.Errorf("turn %d: %v cannot be played", n+1, m)
			}
		}
		pos.PlayMove(t.Move)
		g.Turns = append(g.Turns, t)
	}
	decided := len(g.Turns) > 0 && g.Turns[len(g.Turns)-1].Decided
	if pos.Winner() != g.Winner && (!decided || pos.Over()) {
		return g, fmt.Errorf("the game is said to be won by %v, but on the board it is %v", g.Winner, pos.Winner())
	}
	return g, nil
}

// appendMove writes a turn's points without a space between them.
func appendMove(dst []byte, m connect.Move) []byte {
	for _, p := range m.Points(nil) {
		dst = append(dst, p.String()...)
	}
	return dst
}

// playable reports whether m is a turn of the position.
func playable(pos *connect.Position, m connect.Move) bool {
	return !pos.Over() && m.Stones() == pos.Due() && pos.Free(m.A) && (m.B == board.Nowhere || m.A != m.B && pos.Free(m.B))
}

// parseAside reads the turns to a leaf of pos, which it leaves as it was, and
// its score.
func parseAside(s string, pos *connect.Position) (a Aside, err error) {
	words := strings.Split(s, ",")
	for i, word := range words {
		var m connect.Move
		if i == len(words)-1 {
			m, a.Score, a.Decided, err = parseScored(word)
		} else {
			m, err = parseMove(word)
		}
		if err == nil && !playable(pos, m) {
			err = fmt.Errorf("%v cannot be played", m)
		}
		if err != nil {
			break
		}
		pos.PlayMove(m)
		a.Line = append(a.Line, m)
	}
	for i := len(a.Line) - 1; i >= 0; i-- {
		pos.TakeMove(a.Line[i])
	}
	return a, err
}

// parseScored reads a turn, and a score if there is one.
func parseScored(s string) (m connect.Move, score int32, decided bool, err error) {
	points, number, scored := strings.Cut(s, "=")
	if m, err = parseMove(points); err != nil || !scored {
		return m, 0, false, err
	}
	number, decided = strings.CutSuffix(number, "#")
	v, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return m, 0, false, fmt.Errorf("%q is not a score", board.Clip(number))
	}
	return m, int32(v), decided, nil
}

// parseMove reads one point or two without a space between them.
func parseMove(s string) (connect.Move, error) {
	var pts [2]board.Point
	pts[1] = board.Nowhere
	for i := range pts {
		if s == "" && i > 0 {
			break
		}
		end := cmp.Or(strings.IndexFunc(s[min(1, len(s)):], func(r rune) bool { return r < '0' || r > '9' })+1, len(s))
		p, err := connect.Board.Parse(s[:end], board.Algebraic)
		if err != nil {
			return connect.NoMove, err
		}
		pts[i], s = p, s[end:]
	}
	if s != "" {
		return connect.NoMove, fmt.Errorf("%q stands after two points", board.Clip(s))
	}
	return connect.Pair(pts[0], pts[1]), nil
}

// Files are files of games or training samples, read one after the other.
type Files []io.Reader

// ReadGames reads games, a line each. Empty lines and lines that begin with "#"
// are left out. An error names its line; visit may end the reading by one.
func ReadGames(in Files, visit func(Game) error) error {
	return in.EachLine(func(line string) error {
		g, err := parseGame(line)
		if err != nil {
			return err
		}
		return visit(g)
	})
}

// longestLine is how long a line is at most, bytes.
const longestLine = 1 << 20

// EachLine visits all lines but for empty ones and those that begin with "#". Errors
// name the line, and the file if it has a name.
func (f Files) EachLine(visit func(line string) error) error {
	for _, in := range f {
		if n, err := eachLine(in, visit); err != nil {
			where := fmt.Sprintf("line %d", n)
			if file, ok := in.(*os.File); ok {
				where = file.Name() + ": " + where
			}
			return fmt.Errorf("%s: %w", where, err)
		}
	}
	return nil
}

// eachLine is [Files.EachLine] for one of them. It returns the line that an error is about.
func eachLine(in io.Reader, visit func(line string) error) (n int, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for n = 1; lines.Scan(); n++ {
		line := lines.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // as editors on Windows begin files
		}
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := visit(line); err != nil {
			return n, err
		}
	}
	if err = lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("it is longer than %d bytes", longestLine)
	}
	return n, err
}
