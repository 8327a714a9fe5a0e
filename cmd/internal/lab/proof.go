package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
	"stonehand/engine/threat"
)

// Prover finds a forced win by threats in one position and then knows, after
// every reply, how it goes on.
type Prover struct {
	engine *search.Engine
	stones []board.Point
	claim  threat.Proof
}

// ErrNoProof is the error of a prover that does not find its own win again.
var ErrNoProof = errors.New("the solver does not find its win again")

// NewProver returns a prover for games of Connect6.
func NewProver() (*Prover, error) {
	e, err := newEngine(1, 0) // the solver uses neither
	if err != nil {
		return nil, err
	}
	return &Prover{engine: e}, nil
}

// Solve looks for a forced win after the given stones, which are in order of
// play and must be legal, as [search.Engine.Prove] does.
func (p *Prover) Solve(ctx context.Context, stones []board.Point, lim limit.Limits) threat.Proof {
	p.stones = append(p.stones[:0], stones...)
	p.stand(nil)
	p.claim = p.engine.Prove(ctx, lim)
	p.claim.Line = append([]connect.Move(nil), p.claim.Line...)
	return p.claim
}

func (p *Prover) stand(line []connect.Move) {
	pos := p.engine.Position()
	pos.Reset()
	for _, pt := range p.stones {
		pos.Play(pt)
	}
	for _, m := range line {
		pos.PlayMove(m)
	}
}

// Next is the [Strategy] of the win that Solve found.
func (p *Prover) Next(ctx context.Context, line []connect.Move) (connect.Move, error) {
	m, _, err := p.next(ctx, line)
	return m, err
}

// next also returns how many turns the win still takes.
func (p *Prover) next(ctx context.Context, line []connect.Move) (connect.Move, int, error) {
	if len(line) == 0 && p.claim.Turns > 0 {
		p.stand(nil)
		return p.claim.Line[0], p.claim.Turns, nil
	}
	p.stand(line)
	left := p.claim.Turns - len(line)/2
	if left > 0 {
		if proof := p.engine.Follow(ctx, left); proof.Turns > 0 {
			return proof.Line[0], proof.Turns, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return connect.NoMove, 0, err
	}
	return connect.NoMove, 0, ErrNoProof
}

// ProofTurn is one turn of the attacker in a proof tree.
type ProofTurn struct {
	Ply   int          // replies before it; 0 for the first turn
	Reply connect.Move // that it answers; NoMove for the first turn
	Turn  connect.Move
	Left  int // turns that the win takes from here, this one included
	// Replies is how many replies meet its threats; 0 if it completes k in a
	// row or threatens more than can be met.
	Replies int
}

// Walk goes through the proof tree of the win that Solve found, every turn before
// what follows its replies, and not deeper than the given number of attacker's
// turns; 0 means to the end. It ends early with visit's error.
func (p *Prover) Walk(ctx context.Context, depth int, visit func(ProofTurn) error) error {
	if p.claim.Turns == 0 {
		return nil
	}
	w := walk{p, ctx, depth, visit, make([]connect.Move, 0, 2*p.claim.Turns)}
	return w.turn(connect.NoMove)
}

type walk struct {
	prover *Prover
	ctx    context.Context // of the one call of Walk
	depth  int
	visit  func(ProofTurn) error
	line   []connect.Move
}

func (w *walk) turn(reply connect.Move) error {
	m, left, err := w.prover.next(w.ctx, w.line)
	if err != nil {
		return fmt.Errorf("after %s: %w", Turns(w.line), err)
	}
	t := ProofTurn{Ply: len(w.line) / 2, Reply: reply, Turn: m, Left: left}
	w.line = append(w.line, m)
	defer func() { w.line = w.line[:len(w.line)-1] }()
	var def connect.Defence
	if left > 1 {
		pos := w.prover.engine.Position() // after the line
		pos.PlayMove(m)
		pos.Answer(pos.ToMove(), &def)
		if def.Need > pos.Due() {
			def.NPair = 0
		}
		t.Replies = def.NPair
	}
	if err := w.visit(t); err != nil || w.depth > 0 && t.Ply+1 >= w.depth {
		return err
	}
	for _, q := range def.Pairs[:def.NPair] {
		r := connect.Pair(connect.PointOf(q[0]), connect.PointOf(q[1]))
		w.line = append(w.line, r)
		err := w.turn(r)
		w.line = w.line[:len(w.line)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// Turns writes turns as people do: "J10, I9 K9, ...".
func Turns(line []connect.Move) string { return joined(line, ", ") }

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
	case len(v.open(v.attacker, 0)) > 0: // a whole row
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
	for _, p := range slices.Concat(threats...) {
		if !seen[p] {
			seen[p] = true
			points = append(points, p)
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
	return !slices.ContainsFunc(threats, func(t []board.Point) bool { return !slices.Contains(t, a) && !slices.Contains(t, b) })
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
