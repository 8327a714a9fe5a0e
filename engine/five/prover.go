package five

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Prover proves wins by fours and threes in a position, without a search.
type Prover struct {
	*Position
	solver *solver
}

// NewProver returns a prover with an empty board.
func NewProver(size board.Size, rules game.Row) *Prover {
	p := NewPosition(size, rules)
	return &Prover{p, newSolver(p, usualMB)}
}

// Set makes the position that of a board.
func (p *Prover) Set(b *game.Board) {
	// Positions asked for one after the other differ in the last stones mostly.
	for n, at := range p.moves {
		if b.Stones[at] != p.At(at) {
			for len(p.moves) > n {
				p.Take()
			}
			break
		}
	}
	for i := range b.Size.Count() {
		if at := b.Size.Point(i); b.Stones[at] != p.At(at) {
			p.Put(at, b.Stones[at])
		}
	}
}

// Win returns in how many of its stones c, to move, wins for certain, and the first of
// them. It looks into at most so many positions, at short wins first; 0: none was found.
func (p *Prover) Win(c board.Color, nodes uint64) (stones int, first board.Point) {
	p.solver.begin(nodes, &limit.Clock{})
	for depth := 1; depth <= maxAttack && !p.solver.over; depth++ {
		if n := p.solver.attack(c, depth, 0); n > 0 {
			return n, p.solver.first
		}
	}
	return 0, board.Nowhere
}

// Answers lists the points that may meet what c, who has just moved, threatens. threat is
// false where c threatens nothing that has to be answered.
func (p *Prover) Answers(c board.Color) (list []board.Point, threat bool) {
	o := c.Other()
	var all mask
	switch {
	case p.Has(o, Wins) > 0:
		return []board.Point{p.only(o, Wins)}, true
	case p.Has(c, Wins) > 1:
		return nil, true
	case p.Has(c, Wins) == 1:
		all.add(p.only(c, Wins))
	case p.straight(c) != board.Nowhere:
		all, _ = p.answers(c)
	default:
		return nil, false
	}
	for i, w := range all {
		for ; w != 0; w &= w - 1 {
			if at := board.Point(i<<6 + bits.TrailingZeros64(w)); p.Allowed(at, o) {
				list = append(list, at)
			}
		}
	}
	return list, true
}
