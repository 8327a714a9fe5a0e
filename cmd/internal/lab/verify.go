package lab

import (
	"context"
	"errors"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Strategy answers with the attacker's next turn after the given turns, which
// begin where the forced win does: the attacker's first, the defender's reply
// and so on. The slice must not be kept.
type Strategy func(ctx context.Context, line []connect.Move) (connect.Move, error)

// Checked counts what [Verify] has gone through.
type Checked struct {
	Lines int // lines of play followed to their end, a six or threats that nothing meets
	Turns int // turns of the attacker held against every reply
}

// Verify holds a claimed forced win by threats against every reply. It knows
// nothing of the engine: it keeps a board of its own, finds there by trial which
// replies meet the threats, and follows each of them. The stones are in order of
// play and end where the attacker is to move; a turn that is not complete is
// completed by the attacker. turns is how many turns the win is said to take.
//
// The error says which claim does not hold, after which turns.
func Verify(ctx context.Context, stones []board.Point, turns int, next Strategy) (Checked, error) {
	v := verifier{size: connect.Board, ctx: ctx, next: next}
	color, due := board.Black, 1
	for _, p := range stones {
		v.stones[p] = color
		v.count++
		if due--; due == 0 {
			color, due = color.Other(), connect.Each
		}
	}
	v.attacker = color
	err := v.attack(turns, due)
	return v.checked, err
}

// verifier is a plain board and what was played on it.
type verifier struct {
	size     board.Size
	stones   [board.Cells]board.Color
	count    int
	attacker board.Color
	line     []connect.Move
	ctx      context.Context // of the one call of Verify
	next     Strategy
	checked  Checked
}

// attack checks that the attacker, with due stones to place, wins within the
// given number of turns.
func (v *verifier) attack(turns, due int) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	if turns < 1 {
		return v.fail("the win is not there after the turns that it was to take")
	}
	m, err := v.next(v.ctx, v.line)
	if err != nil {
		return v.fail(err.Error())
	}
	if err := v.legal(m, due); err != nil {
		return err
	}
	v.play(v.attacker, m)
	err = v.defend(turns)
	v.take(m)
	return err
}

// defend checks every reply to the attacker's turn that was just played.
func (v *verifier) defend(turns int) error {
	defender := v.attacker.Other()
	v.checked.Turns++
	due := min(connect.Each, v.size.Count()-v.count)
	switch {
	case v.full(v.attacker):
		v.checked.Lines++
		return nil
	case len(v.open(defender, due)) > 0:
		return v.fail("the defender wins instead of answering")
	}
	threats := v.open(v.attacker, connect.Each)
	if len(threats) == 0 {
		return v.fail("the turn threatens nothing")
	}
	// A reply that leaves a threat open loses at once. The others take a point
	// of every threat, so nothing but the threats' own points matters, unless
	// fewer stones than are due meet them all.
	var points []board.Point
	seen := map[board.Point]bool{}
	for _, t := range threats {
		for _, p := range t {
			if !seen[p] {
				seen[p] = true
				points = append(points, p)
			}
		}
	}
	var replies []connect.Move
	for i, a := range points {
		if meets(threats, a, a) {
			if due > 1 {
				return v.fail(fmt.Sprintf("%v alone meets every threat and leaves a stone to place anywhere", a))
			}
			replies = append(replies, connect.Move{A: a, B: board.Nowhere})
		}
		for _, b := range points[:i] {
			if due > 1 && meets(threats, a, b) {
				replies = append(replies, connect.Pair(a, b))
			}
		}
	}
	if len(replies) == 0 {
		if turns < 2 {
			return v.fail("the win takes a turn more than was said")
		}
		v.checked.Lines++
		return nil
	}
	for _, m := range replies {
		v.play(defender, m)
		err := v.attack(turns-1, min(connect.Each, v.size.Count()-v.count))
		v.take(m)
		if err != nil {
			return err
		}
	}
	return nil
}

// meets reports whether a or b is a point of every threat.
func meets(threats [][]board.Point, a, b board.Point) bool {
	for _, t := range threats {
		hit := false
		for _, p := range t {
			hit = hit || p == a || p == b
		}
		if !hit {
			return false
		}
	}
	return true
}

// open returns, for every row of k points without a stone of the other colour
// in which at most n are missing, the missing ones.
func (v *verifier) open(c board.Color, n int) (rows [][]board.Point) {
	v.rows(func(row []board.Point) {
		var empty []board.Point
		for _, p := range row {
			switch v.stones[p] {
			case board.Empty:
				empty = append(empty, p)
			case c:
			default:
				return
			}
		}
		if len(empty) <= n {
			rows = append(rows, empty)
		}
	})
	return rows
}

// full reports whether k stones of the colour stand in a row.
func (v *verifier) full(c board.Color) bool { return len(v.open(c, 0)) > 0 }

// rows calls visit for every k points in a row. The slice is used again.
func (v *verifier) rows(visit func([]board.Point)) {
	row := make([]board.Point, connect.Row)
	for y := range v.size.Rows {
		for x := range v.size.Cols {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				far := connect.Row - 1
				ex, ey := x+far*d[0], y+far*d[1]
				if ex >= v.size.Cols || ey >= v.size.Rows || ey < 0 {
					continue
				}
				for i := range row {
					row[i] = board.At(x+i*d[0], y+i*d[1])
				}
				visit(row)
			}
		}
	}
}

// legal says what is wrong with the attacker's turn, or nil.
func (v *verifier) legal(m connect.Move, due int) error {
	points := m.Points(nil)
	if len(points) != due || len(points) == 2 && points[0] == points[1] {
		return v.fail(fmt.Sprintf("the turn %v does not place %d stones", m, due))
	}
	for _, p := range points {
		if !v.size.Has(p) || v.stones[p] != board.Empty {
			return v.fail(fmt.Sprintf("%v is not an empty point", p))
		}
	}
	return nil
}

func (v *verifier) play(c board.Color, m connect.Move) {
	v.line = append(v.line, m)
	for _, p := range m.Points(nil) {
		v.stones[p] = c
		v.count++
	}
}

func (v *verifier) take(m connect.Move) {
	v.line = v.line[:len(v.line)-1]
	for _, p := range m.Points(nil) {
		v.stones[p] = board.Empty
		v.count--
	}
}

// fail is the error that says what does not hold and where.
func (v *verifier) fail(what string) error {
	if len(v.line) == 0 {
		return errors.New("at the start: " + what)
	}
	return fmt.Errorf("after %s: %s", Turns(v.line), what)
}
