package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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
	o := search.DefaultOptions()
	o.Book, o.TableMB = false, 1 // the solver uses neither
	e, err := search.New(connect.Board, o, time.Now)
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

// Position is the position that was solved, or the one after the line last asked
// for.
func (p *Prover) Position() *connect.Position { return p.engine.Position() }

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
		pos := w.prover.Position()
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
func Turns(line []connect.Move) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.String()
	}
	return strings.Join(words, ", ")
}
