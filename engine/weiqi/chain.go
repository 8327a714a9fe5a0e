package weiqi

import "stonehand/engine/board"

// Set is a set of points of a board. The zero Set is empty, and so is a nil one.
type Set [(cells + 63) / 64]uint64

func (s *Set) has(at cell) bool { return s != nil && s[at>>6]&(1<<(at&63)) != 0 }
func (s *Set) add(at cell)      { s[at>>6] |= 1 << (at & 63) }

// Has reports whether a point of a board is in the set.
func (s *Set) Has(p board.Point) bool { return s.has(cellOf(p)) }

// Add puts a point of a board into the set.
func (s *Set) Add(p board.Point) { s.add(cellOf(p)) }

// Remove takes a point of a board out of the set.
func (s *Set) Remove(p board.Point) {
	at := cellOf(p)
	s[at>>6] &^= 1 << (at & 63)
}

// Head returns the point that stands for the chain of the stone on p: the same for all
// stones of the chain, until the next change of the board. p must have a stone.
func (b *Board) Head(p board.Point) board.Point { return b.head[cellOf(p)].point() }

// ChainSize returns how many stones the chain of the stone on p has.
func (b *Board) ChainSize(p board.Point) int {
	return int(b.chains[b.head[cellOf(p)]].stones)
}

// InAtari reports whether the chain of the stone on p has one liberty, and which.
func (b *Board) InAtari(p board.Point) (liberty board.Point, yes bool) {
	k := &b.chains[b.head[cellOf(p)]]
	// The squares of equal numbers, and of no others, sum to the square of their sum
	// divided by their number (Cauchy and Schwarz).
	if n := uint64(k.liberties); n == 0 || n*uint64(k.squares) != uint64(k.sum)*uint64(k.sum) {
		return board.Nowhere, false
	}
	return cell(k.sum / uint32(k.liberties)).point(), true
}

// Chain appends the stones of the chain of the stone on p.
func (b *Board) Chain(p board.Point, into []board.Point) []board.Point {
	from := cellOf(p)
	for s := from; ; {
		into = append(into, s.point())
		if s = b.next[s]; s == from {
			return into
		}
	}
}

// Liberties appends the liberties of the chain of the stone on p, each once.
func (b *Board) Liberties(p board.Point, into []board.Point) []board.Point {
	var seen Set
	from := cellOf(p)
	for s := from; ; {
		for _, d := range around {
			if t := s + d; b.stones[t] == board.Empty && !seen.has(t) {
				seen.add(t)
				into = append(into, t.point())
			}
		}
		if s = b.next[s]; s == from {
			return into
		}
	}
}

// Around appends the neighbours of p that are on the board.
func (b *Board) Around(p board.Point, into []board.Point) []board.Point {
	for _, d := range around {
		if t := cellOf(p) + d; b.stones[t] != edge {
			into = append(into, t.point())
		}
	}
	return into
}

// Captures appends the stones that a stone of c on p, an empty point, would lift: the
// other side's, or c's own without the stone itself if it is suicide.
func (b *Board) Captures(c board.Color, p board.Point, into []board.Point) []board.Point {
	at := cellOf(p)
	kind := c.Other()
	if b.suicide(c, at) {
		kind = c
	}
	for i, d := range around {
		n := at + d
		if b.stones[n] != kind {
			continue
		}
		_, last := b.InAtari(n.point())
		for _, e := range around[:i] {
			last = last && (b.stones[at+e] != kind || b.head[at+e] != b.head[n])
		}
		if last {
			into = b.Chain(n.point(), into)
		}
	}
	return into
}

// Stones returns what stands on every point, by Point.
func (b *Board) Stones() (stones [board.Cells]board.Color) {
	copy(stones[:], b.stones[stride:])
	for i, c := range stones {
		if c == edge {
			stones[i] = board.Empty
		}
	}
	return stones
}
