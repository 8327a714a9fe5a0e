package lab

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// BookReport is what a book was found to hold.
type BookReport struct {
	Positions int // in which the book chooses
	Turns     int // that it may choose
	Deepest   int // turns before the deepest of those positions, Black's first one included
	// Faults are turns that should not be there, a sentence each.
	Faults []string
}

// CheckBook plays a whole book through: every turn has to be legal and to be
// found again under all symmetries, and after none of those that the book may
// choose may the opponent have a forced win that the solver finds with the given
// effort, in threat turns. each, if it is not nil, is called after every line. The
// error says that the text is no book, or that ctx is done.
func CheckBook(ctx context.Context, in io.Reader, effort uint64, each func(lines int)) (r BookReport, err error) {
	e, err := newEngine(1, 0) // the solver uses neither
	if err != nil {
		return r, err
	}
	type chosen struct {
		stones []board.Point
		move   connect.Move
		line   int
		weight int
	}
	var all []chosen
	var text bytes.Buffer
	positions := map[board.Key]bool{}
	_, err = book.Scan(io.TeeReader(in, &text), func(l book.Line) error {
		if l.Weight == 0 {
			return nil
		}
		key, _ := book.Canonical(l.Pos)
		positions[key] = true
		r.Turns++
		r.Deepest = max(r.Deepest, l.Depth)
		all = append(all, chosen{stonesPlayed(l.Pos), l.Move, l.Number, l.Weight})
		return nil
	})
	if err != nil {
		return r, err
	}
	r.Positions = len(positions)
	book, err := book.Read(&text)
	if err != nil {
		return r, err
	}
	pos := e.Position()
	size := pos.Size()
	for i, c := range all {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		fault := func(sentence string, args ...any) {
			r.Faults = append(r.Faults, fmt.Sprintf("line %d: after %s, %v %s", c.line, pointNames(c.stones), c.move, fmt.Sprintf(sentence, args...)))
		}
		for s := range size.Symmetries() {
			pos.Reset()
			for _, p := range c.stones {
				pos.Play(size.Turn(p, s))
			}
			if !offers(book, pos, turnMove(size, c.move, s), c.weight) {
				fault("is not found on the board turned by symmetry %d", s)
				break
			}
		}
		if err := setUp(pos, c.stones); err != nil {
			return r, err
		}
		pos.PlayMove(c.move)
		if proof := e.Prove(ctx, limit.Limits{Nodes: effort}); proof.Turns > 0 {
			fault("loses: %s wins in %d by %s", pos.ToMove(), proof.Turns, Turns(proof.Line))
		}
		if each != nil {
			each(i + 1)
		}
	}
	return r, ctx.Err()
}

// offers reports whether the book may choose a turn, or a mirror image of it, with
// that weight.
func offers(b *book.Book, pos *connect.Position, m connect.Move, weight int) (found bool) {
	pos.PlayMove(m)
	want, _ := book.Canonical(pos)
	pos.TakeMove(m)
	b.Each(pos, func(has connect.Move, w int) {
		if legal(pos, has) != nil {
			return
		}
		pos.PlayMove(has)
		if key, _ := book.Canonical(pos); key == want && w == weight {
			found = true
		}
		pos.TakeMove(has)
	})
	return found
}
