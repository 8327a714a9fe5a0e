package lab

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/pairs"
)

// Played is a game as a book needs it.
type Played struct {
	Points []board.Point // in order of play
	Winner board.Color   // Empty for a draw
}

// ReadCSV reads games of Connect6 as lines "id,moves,winner", moves being points
// like j10 with commas between them and the winner black, white or neither. The
// first line is a heading. Errors name the line.
func ReadCSV(in io.Reader) (all []Played, err error) {
	rows := csv.NewReader(bufio.NewReader(in))
	rows.FieldsPerRecord = 3
	pos := connect.NewBare()
	for n := 0; ; n++ {
		row, err := rows.Read()
		switch {
		case errors.Is(err, io.EOF) && n == 0:
			return nil, errors.New("the file is empty: it has to hold a line \"id,moves,winner\" and then a game a line")
		case errors.Is(err, io.EOF) && len(all) == 0:
			return nil, errors.New("the file has a heading and no games")
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("reading games: %w", err)
		case n == 0:
			continue
		}
		line, _ := rows.FieldPos(0)
		g := Played{}
		pos.Reset()
		for word := range strings.SplitSeq(row[1], ",") {
			p, err := connect.Board.Parse(word, board.Algebraic)
			if err != nil {
				return nil, fmt.Errorf("line %d, game %q: %w", line, row[0], err)
			}
			if pos.Over() || !pos.Free(p) {
				return nil, fmt.Errorf("line %d, game %q: stone %d, %v, cannot be played", line, row[0], len(g.Points)+1, p)
			}
			pos.Play(p)
			g.Points = append(g.Points, p)
		}
		g.Winner, _ = board.ParseColor(strings.TrimSpace(row[2]))
		all = append(all, g)
	}
}

// games is what was played in positions, over all their mirror images: by the
// keys of a position and of the one after the turn.
type games map[board.Key]map[board.Key]tally

// tally counts one turn of one position.
type tally struct {
	move   connect.Move // as book.Canonical turns the position
	games  int
	points float64 // won by the side that played it; half of one for a draw
}

// add counts the first turns of a game, at most so many, Black's first one
// included.
func (g games) add(pos *connect.Position, p Played, turns int) {
	pos.Reset()
	size := pos.Size()
	for i := 0; turns > 0; turns-- {
		due := pos.Due()
		if pos.Over() || i+due > len(p.Points) {
			return
		}
		m := connect.MoveOf(p.Points[i : i+due])
		if legal(pos, m) != nil {
			return
		}
		mover := pos.ToMove()
		key, symmetry := book.Canonical(pos)
		pos.PlayMove(m)
		i += due
		after, _ := book.Canonical(pos)
		if g[key] == nil {
			g[key] = map[board.Key]tally{}
		}
		t := g[key][after]
		if t.games == 0 {
			t.move = turnMove(size, m, symmetry)
		}
		t.games++
		t.points += float64(pairs.Points(p.Winner, mover == board.Black)) / 2
		g[key][after] = t
	}
}

// turnMove turns a move by a symmetry.
func turnMove(size board.Size, m connect.Move, symmetry int) connect.Move {
	return connect.Pair(size.Turn(m.A, symmetry), size.Turn(m.B, symmetry))
}
