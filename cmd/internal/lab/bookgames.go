package lab

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// BookMaker makes an opening book of games that were played: how often each
// turn was chosen in a position, and how well it did.
type BookMaker struct {
	Turns int     // how many turns of a game are looked at, Black's first one included
	Games int     // a turn must have been played this often
	Rate  float64 // and have won this share of its games
}

// DefaultBookMaker are the settings behind the embedded book.
var DefaultBookMaker = BookMaker{Turns: 5, Games: 12, Rate: 0.45}

// Played is a game as a book needs it.
type Played struct {
	Points []board.Point // in order of play
	Winner board.Color
}

// ReadCSV reads games of Connect6 as lines "id,moves,winner", moves being points
// like j10 with commas between them. The first line is a heading.
func ReadCSV(in io.Reader) (games []Played, err error) {
	rows := csv.NewReader(bufio.NewReader(in))
	rows.FieldsPerRecord = 3
	size := connect.Connect6.Size()
	for n := 0; ; n++ {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading games: %w", err)
		}
		if n == 0 {
			continue
		}
		g := Played{}
		for _, word := range strings.Split(row[1], ",") {
			p, err := size.Parse(word, board.Algebraic)
			if err != nil {
				return nil, fmt.Errorf("game %s: %w", row[0], err)
			}
			g.Points = append(g.Points, p)
		}
		g.Winner, _ = board.ParseColor(row[2])
		games = append(games, g)
	}
}

// bookPosition is what was played in a position, over all its mirror images.
type bookPosition struct {
	name  string // stones in order of play, as first met
	turn  int    // symmetry from name's orientation to the common one
	moves map[connect.Move]*tally
	games int
}

type tally struct{ games, won int }

// Make writes the book of the given games as text that search.ReadBook reads.
func (b BookMaker) Make(games []Played, out io.Writer) error {
	positions := map[board.Key]*bookPosition{}
	pos, err := connect.New(connect.Connect6, connect.Values{})
	if err != nil {
		return err
	}
	for _, g := range games {
		b.count(pos, g, positions)
	}
	var lines []string
	for _, p := range positions {
		if l := b.line(p); l != "" {
			lines = append(lines, l)
		}
	}
	sort.Slice(lines, func(i, j int) bool {
		a, b := strings.Count(lines[i][:strings.IndexByte(lines[i], '|')], " "), strings.Count(lines[j][:strings.IndexByte(lines[j], '|')], " ")
		if a != b {
			return a < b
		}
		return lines[i] < lines[j]
	})
	for _, l := range lines {
		if _, err := fmt.Fprintln(out, l); err != nil {
			return err
		}
	}
	return nil
}

// count follows a game as long as the book does.
func (b BookMaker) count(pos *connect.Position, g Played, positions map[board.Key]*bookPosition) {
	pos.Reset()
	size := connect.Connect6.Size()
	var names []string
	for i := 0; i < len(g.Points); {
		due := pos.Due()
		if i+due > len(g.Points) || (i+1)/2 >= b.Turns {
			return
		}
		turn := g.Points[i : i+due]
		for j, p := range turn {
			if !pos.Free(p) || j > 0 && p == turn[0] {
				return
			}
		}
		if due == connect.Connect6.P {
			key, symmetry := search.Canonical(pos)
			p := positions[key]
			if p == nil {
				p = &bookPosition{name: strings.Join(names, " "), turn: symmetry, moves: map[connect.Move]*tally{}}
				positions[key] = p
			}
			m := least(pos, size, connect.Pair(size.Turn(turn[0], symmetry), size.Turn(turn[1], symmetry)), symmetry)
			t := p.moves[m]
			if t == nil {
				t = &tally{}
				p.moves[m] = t
			}
			p.games++
			t.games++
			if g.Winner == pos.ToMove() {
				t.won++
			}
		}
		for _, p := range turn {
			pos.Play(p)
			names = append(names, p.String())
		}
		i += due
	}
}

// least maps a turn to the least of those that the position's own symmetries
// make of it, so that mirror images of one turn count together. m is in the
// common orientation, to which symmetry led.
func least(pos *connect.Position, size board.Size, m connect.Move, symmetry int) connect.Move {
	best := m
	key := search.KeyUnder(pos, symmetry)
	for s := range size.Symmetries() {
		if search.KeyUnder(pos, s) != key {
			continue
		}
		// From the common orientation back to the board, and there by s again.
		back := board.Back(symmetry)
		a, b := size.Turn(size.Turn(m.A, back), s), size.Turn(size.Turn(m.B, back), s)
		if c := connect.Pair(a, b); c.A < best.A || c.A == best.A && c.B < best.B {
			best = c
		}
	}
	return best
}

// line is a position's line of the book, empty if no turn is good enough.
func (b BookMaker) line(p *bookPosition) string {
	type choice struct {
		move connect.Move
		tally
	}
	var choices []choice
	for m, t := range p.moves {
		if t.games >= b.Games && float64(t.won) >= b.Rate*float64(t.games) {
			choices = append(choices, choice{m, *t})
		}
	}
	if len(choices) == 0 {
		return ""
	}
	sort.Slice(choices, func(i, j int) bool {
		x, y := choices[i], choices[j]
		if x.games != y.games {
			return x.games > y.games
		}
		return x.move.A < y.move.A || x.move.A == y.move.A && x.move.B < y.move.B
	})
	size := connect.Connect6.Size()
	back := board.Back(p.turn)
	line := p.name
	for _, c := range choices {
		m := connect.Pair(size.Turn(c.move.A, back), size.Turn(c.move.B, back))
		line += fmt.Sprintf(" | %v %d", m, c.games)
	}
	return line
}
