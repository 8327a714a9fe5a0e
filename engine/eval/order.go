package eval

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Order is what chooses candidates: a learned worth of putting a stone on an
// empty point, by what it would see along each line.
type Order struct {
	// Own is by the pattern of the stone itself, Their by that of the
	// opponent's stone that it takes the place of.
	Own, Their [Patterns]int16
}

// Sight is what lies around an empty point along its four lines, eleven points
// each, the point itself at bit 5.
type Sight struct {
	Mine, Theirs, Walls [connect.Directions]uint32
}

// Look sees the lines around c with the eyes of me.
func Look(p *connect.Position, me board.Color, c connect.Cell) (s Sight) {
	mine, theirs, walls := p.Lines(me), p.Lines(me.Other()), p.Walls()
	for d := range connect.Directions {
		s.Mine[d], s.Theirs[d], s.Walls[d] = mine.Span(d, c), theirs.Span(d, c), walls.Span(d, c)
	}
	return s
}

// Patterns are the patterns along direction d: of a stone of one's own, and of
// the opponent's. also are further stones of one's own, as bits of the span.
func (s *Sight) Patterns(d int, also uint32) (own, their uint16) {
	mine := s.Mine[d] | also
	return index(mine, s.Theirs[d]|s.Walls[d]), index(s.Theirs[d], mine|s.Walls[d])
}

// Line is what a stone is worth along direction d. also are further stones of
// one's own, as bits of the span.
func (o *Order) Line(s *Sight, d int, also uint32) int32 {
	own, their := s.Patterns(d, also)
	return int32(o.Own[own]) + int32(o.Their[their])
}

// OrderFromRoads returns the order that the gains of roads give to single
// stones.
func OrderFromRoads(order [connect.Row + 1]int32) *Order {
	o := &Order{}
	for blocked := range uint32(1 << span) {
		for mine := uint32(0); mine < 1<<span; mine++ {
			if mine&blocked != 0 || (mine|blocked)&own != 0 {
				continue
			}
			gain, loss := int32(0), int32(0)
			for start := range six {
				w := uint32(1<<six-1) << start
				if blocked&w == 0 {
					n := bits.OnesCount32(mine & w)
					gain += order[min(n+1, six)] - order[n]
					loss += order[n]
				}
			}
			i := index(mine, blocked)
			o.Own[i], o.Their[i] = int16(min(gain, 32000)), int16(min(loss, 32000))
		}
	}
	return o
}
