package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// BookReport is what a book was found to hold.
type BookReport struct {
	Header    book.Header
	Positions int // in which the book chooses
	Turns     int // that it may choose
	Deepest   int // turns before the deepest of those positions, Black's first one included
	// Faults are turns that should not be there, a sentence each.
	Faults []string
	List   VerifiedList // the turns that were verified, in the book's order
}

// BookChecker plays a whole book through: every turn has to be legal and to be
// found again under all symmetries, and has to hold when it is verified.
type BookChecker struct {
	// Engine is the signature of this program's engine, as [Bench] counts it. Turns
	// that another engine chose are not checked: rebuild the book.
	Engine uint64
	Nodes  uint64 `flag:"nodes"` // see [BookVerifier]
	// NoGames leaves the games out.
	NoGames bool `flag:"no-games"`
	Every   int  `flag:"every"`   // verifies one turn of so many; 0 and 1: all
	Workers int  `flag:"workers"` // turns at a time; 0 means 1
	// Known are verdicts of an earlier check, which are believed if they have the
	// same engine and nodes.
	Known VerifiedList
	// Each, if set, is called after every turn, one call at a time, with how many are
	// done and whether the verdict was known.
	Each func(turns int, t VerifiedTurn, known bool) error
}

// ErrOtherEngine is the error of a book that was built by another engine.
var ErrOtherEngine = errors.New("the book was built by another engine")

// chosenTurn is a turn that a book may choose.
type chosenTurn struct {
	stones []board.Point
	move   connect.Move
	line   int
	weight int
}

// Check reads the book. The error says that the text is no book, that another
// engine built it, or that ctx is done.
func (c BookChecker) Check(ctx context.Context, in io.Reader) (r BookReport, err error) {
	var text bytes.Buffer
	all, err := r.scan(io.TeeReader(in, &text))
	if err != nil {
		return r, err
	}
	if r.Header.Engine != c.Engine {
		return r, fmt.Errorf("%w: its signature is %d, this program's engine has %d", ErrOtherEngine, r.Header.Engine, c.Engine)
	}
	b, err := book.Read(&text)
	if err != nil {
		return r, err
	}
	pos := connect.NewBare()
	known, err := c.known(pos)
	if err != nil {
		return r, err
	}
	var wanted []VerifiedTurn
	var lines []int // of the wanted turns, indices of all
	for i, t := range all {
		if s, ok := t.found(pos, b); !ok {
			r.fault(t, fmt.Sprintf("is not found on the board turned by symmetry %d", s))
		}
		if i%max(1, c.Every) == 0 {
			wanted = append(wanted, VerifiedTurn{After: pointNames(t.stones), Turn: t.move.String()})
			lines = append(lines, i)
		}
	}
	if err := c.verify(ctx, wanted, known); err != nil {
		return r, err
	}
	r.List = VerifiedList{Engine: c.Engine, Nodes: c.Nodes, Turns: wanted}
	for i, v := range wanted {
		t := all[lines[i]]
		if sentence := v.Fault(opponentAfter(t.stones)); sentence != "" {
			r.fault(t, sentence)
		}
	}
	return r, ctx.Err()
}

// fault notes what is wrong with a turn.
func (r *BookReport) fault(t chosenTurn, sentence string) {
	r.Faults = append(r.Faults, fmt.Sprintf("line %d: after %s, %v %s", t.line, pointNames(t.stones), t.move, sentence))
}

// verify fills in the verdicts of turns, in their order.
func (c BookChecker) verify(ctx context.Context, turns []VerifiedTurn, known map[board.Key]BookVerdict) error {
	type verdict struct {
		BookVerdict
		known bool
	}
	done := 0
	begin := func() (*BookVerifier, error) {
		v, err := NewBookVerifier(c.Nodes)
		if err == nil {
			v.NoGames = c.NoGames
		}
		return v, err
	}
	return jobs.InOrder(ctx, c.Workers, aheadOf*c.Workers, begin, nil, jobs.Each(turns), func(ctx context.Context, b *BookVerifier, t VerifiedTurn) (v verdict, err error) {
		pos := connect.NewBare()
		if _, err := t.play(pos); err != nil {
			return v, err
		}
		key, _ := book.Canonical(pos)
		if v.BookVerdict, v.known = known[key]; !v.known {
			v.BookVerdict, err = b.Verify(ctx, pos)
		}
		return v, err
	}, func(v verdict) (bool, error) {
		turns[done].BookVerdict = v.BookVerdict
		if done++; c.Each != nil {
			return true, c.Each(done, turns[done-1], v.known)
		}
		return true, nil
	})
}

// scan lists a book's turns.
func (r *BookReport) scan(in io.Reader) (all []chosenTurn, err error) {
	positions := map[board.Key]bool{}
	r.Header, err = book.Scan(in, func(l book.Line) error {
		if l.Weight == 0 {
			return nil
		}
		key, _ := book.Canonical(l.Pos)
		positions[key] = true
		r.Turns++
		r.Deepest = max(r.Deepest, l.Depth)
		all = append(all, chosenTurn{stonesPlayed(l.Pos), l.Move, l.Number, l.Weight})
		return nil
	})
	r.Positions = len(positions)
	return all, err
}

// opponentAfter is who moves after the turn that follows the given stones.
func opponentAfter(stones []board.Point) board.Color {
	if len(stones)/connect.Each%2 == 0 {
		return board.Black
	}
	return board.White
}

// found reports whether the book finds the turn under all symmetries, or the first
// under which it does not.
func (t chosenTurn) found(pos *connect.Position, b *book.Book) (symmetry int, ok bool) {
	size := pos.Size()
	for s := range size.Symmetries() {
		pos.Reset()
		for _, p := range t.stones {
			pos.Play(size.Turn(p, s))
		}
		if weightOf(b, pos, turnMove(size, t.move, s)) != t.weight {
			return s, false
		}
	}
	return 0, true
}

// weightOf returns the weight with which the book may choose a turn, or a mirror
// image of it; 0 if it does not.
func weightOf(b *book.Book, pos *connect.Position, m connect.Move) (weight int) {
	pos.PlayMove(m)
	want, _ := book.Canonical(pos)
	pos.TakeMove(m)
	b.Each(pos, func(has connect.Move, w int) {
		if legal(pos, has) != nil {
			return
		}
		pos.PlayMove(has)
		if key, _ := book.Canonical(pos); key == want {
			weight = w
		}
		pos.TakeMove(has)
	})
	return weight
}

// VerifiedList says of each turn of a book what was proved of it and what only
// scored. As text it is a line of JSON for the engine and the effort, then one for
// each turn.
type VerifiedList struct {
	Engine uint64         `json:"engine"`
	Nodes  uint64         `json:"nodes"`
	Turns  []VerifiedTurn `json:"-"`
	Whole  int64          `json:"-"` // bytes of whole lines that it was read from
}

// VerifiedTurn is a turn of a book and what was found of it.
type VerifiedTurn struct {
	After string `json:"after"` // stones in order of play
	Turn  string `json:"turn"`
	BookVerdict
}

// known are the verdicts that are believed, by the position after the turn.
func (c BookChecker) known(pos *connect.Position) (map[board.Key]BookVerdict, error) {
	all := map[board.Key]BookVerdict{}
	if c.Known.Engine != c.Engine || c.Known.Nodes != c.Nodes {
		return all, nil
	}
	for _, t := range c.Known.Turns {
		if _, err := t.play(pos); err != nil {
			return nil, err
		}
		key, _ := book.Canonical(pos)
		all[key] = t.BookVerdict
	}
	return all, nil
}

// play sets the position up after the turn and returns the turn.
func (t VerifiedTurn) play(pos *connect.Position) (m connect.Move, err error) {
	before, err := parsePoints(t.After)
	if err == nil {
		err = setUp(pos, before)
	}
	if err != nil {
		return m, err
	}
	turn, err := parsePoints(t.Turn)
	switch {
	case err != nil:
		return m, err
	case len(turn) != connect.Each:
		return m, fmt.Errorf("%q is not a turn of %d points", t.Turn, connect.Each)
	}
	m = connect.Pair(turn[0], turn[1])
	if err := legal(pos, m); err != nil {
		return m, err
	}
	pos.PlayMove(m)
	return m, nil
}

// Verified lists what was verified while the book was built.
func (w *BookWork) Verified() VerifiedList {
	l := VerifiedList{Engine: w.Settings.Engine, Nodes: w.Settings.Verify}
	for _, level := range w.Tree.levels {
		for _, n := range level {
			for _, t := range n.Turns {
				if t.Verdict != nil {
					l.Turns = append(l.Turns, VerifiedTurn{pointNames(n.Stones), t.Move.String(), *t.Verdict})
				}
			}
		}
	}
	return l
}

// Text is the whole list.
func (l VerifiedList) Text() []byte {
	var b bytes.Buffer
	_ = WriteLine(&b, l) // a buffer takes everything
	for _, t := range l.Turns {
		_ = WriteLine(&b, t)
	}
	return b.Bytes()
}

// ReadVerifiedList reads a list. A last line without an end, which was being written
// when the program ended, is left out.
func ReadVerifiedList(in io.Reader) (l VerifiedList, err error) {
	l.Whole, err = readLines(in, "list", func(n int, line []byte) error {
		if n == 1 {
			return strict(line, &l)
		}
		var t VerifiedTurn
		err := strict(line, &t)
		l.Turns = append(l.Turns, t)
		return err
	})
	switch {
	case err != nil:
		return l, err
	case l.Whole == 0:
		return l, errors.New("the list is empty")
	}
	return l, nil
}

// Summary counts in a sentence or two what was proved and what only scored.
func (l VerifiedList) Summary() string {
	safe, depth, games, losses, won := 0, 0, 0, 0, 0
	for _, t := range l.Turns {
		if t.Safe {
			safe++
		}
		if t.Score >= search.Proved {
			won++
		}
		depth += t.Depth
		games, losses = games+t.Games, losses+t.Losses
	}
	n := max(1, len(l.Turns))
	var b strings.Builder
	fmt.Fprintf(&b, "%d turns verified with %d nodes, %.1f turns deep on average\n", len(l.Turns), l.Nodes, float64(depth)/float64(n))
	fmt.Fprintf(&b, "proved: after %d turns the opponent has no win by consecutive threats\n", safe)
	fmt.Fprintf(&b, "only scored: that the opponent has no other win; that %d turns win\n", won)
	fmt.Fprintf(&b, "games from the position after the turn: %d, lost %d\n", games, losses)
	return b.String()
}
