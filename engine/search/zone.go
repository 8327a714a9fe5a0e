package search

import (
	"math/bits"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// zone is what a forced win that the opponent would have after a null move consists
// of: his stones, the replies and the points that his threats leave open. A turn
// that neither has a stone there nor threatens does nothing against it (I-C. Wu
// and P-H. Lin, "Relevance-Zone-Oriented Proof Search for Connect6", 2010).
type zone struct {
	points [connect.Cells / 64]uint64
	n      int
}

func (z *zone) add(c connect.Cell) {
	bit := uint64(1) << (c & 63)
	word := &z.points[c/64&(connect.Cells/64-1)]
	if *word&bit == 0 {
		*word |= bit
		z.n++
	}
}

// has reports whether the turn has a stone in the zone.
func (z *zone) has(m connect.Move) bool {
	return z.holds(m.A) || m.B != board.Nowhere && z.holds(m.B)
}

func (z *zone) holds(p board.Point) bool {
	c := connect.CellOf(p)
	return z.points[c/64&(connect.Cells/64-1)]>>(c&63)&1 != 0
}

// zoneShare is the part of a search that looking for the opponent's win may
// take: one of so many. zoneNodes bounds it too.
const (
	zoneShare = 8
	zoneNodes = 20_000
)

// findZone looks for a forced win of the opponent if the side to move made a null move, and
// remembers its zone; an empty one if there is none.
func (t *tree) findZone(c *limit.Clock) {
	t.zone = zone{}
	pos, me, due := t.pos, t.pos.ToMove(), t.pos.Due()
	if due < connect.Each || !t.options.uses(Zone) || !t.options.Solver {
		return
	}
	c.Share(&t.part, zoneShare)
	pos.SetTurn(me.Other(), connect.Each)
	n := t.solver.Solve(&t.part, zoneNodes, threat.MaxTurns)
	if line := t.solver.Line(); n > 0 {
		t.addLine(line)
	}
	pos.SetTurn(me, due)
	c.Rejoin(&t.part)
}

// zoned reports whether the zone has a say in a ply's turns: at the root.
func (t *tree) zoned(p *plyMemory) bool { return t.zone.n > 0 && p == &t.plies[0] }

// addLine adds what a winning line consists of to the zone.
func (t *tree) addLine(line []connect.Move) {
	if len(line) == 0 {
		return
	}
	pos, m := t.pos, line[0]
	attacker := pos.ToMove()
	t.zone.addMove(m)
	pos.PlayMove(m)
	pos.EachHot(attacker, func(w connect.Window) bool {
		for _, c := range w.Empty[:w.N] {
			t.zone.add(c)
		}
		return true
	})
	if len(line) > 1 && pos.Winner() == board.Empty {
		t.zone.addMove(line[1])
		pos.PlayMove(line[1])
		t.addLine(line[2:])
		pos.TakeMove(line[1])
	}
	pos.TakeMove(m)
}

func (z *zone) addMove(m connect.Move) {
	z.add(connect.CellOf(m.A))
	if m.B != board.Nowhere {
		z.add(connect.CellOf(m.B))
	}
}

// admit puts the zone's points into the shortlist in the place of the last ones.
func (t *tree) admit(c *cells) {
	last := c.n
	for word, points := range t.zone.points {
		for ; points != 0; points &= points - 1 {
			at := connect.Cell(word*64 + bits.TrailingZeros64(points))
			p := connect.PointOf(at)
			if !t.pos.Free(p) || slices.Contains(c.point[:c.n], p) {
				continue
			}
			for last--; last >= 0 && t.zone.holds(c.point[last]); last-- {
			}
			if last < 0 {
				return
			}
			c.point[last], c.score[last] = p, t.pos.Gain(t.pos.ToMove(), at)+t.places[p]
		}
	}
}
