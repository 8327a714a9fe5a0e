package tune

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// choice is a position, the turns that could be chosen in it, and which was.
type choice struct {
	cells  []cellSight
	pairs  []pairSight // those whose points share a line
	chosen [2]uint8    // indices in cells
}

// cellSight is what a stone on one point would see, by direction: its own
// pattern, and the pattern of the opponent's stone that it takes the place of.
type cellSight [connect.Directions][2]uint16

// pairSight is two points on one line of direction d, and what each sees there
// when the other holds a stone.
type pairSight struct {
	i, j, d uint8
	seen    [2][2]uint16
}

// shortlisted is how many points the turns of a choice are made of, as in the
// search.
const shortlisted = 40

// read sees the choice m of a position in which no threat has to be answered;
// false if m is not made of shortlisted points.
func readChoice(pos *connect.Position, m connect.Move) (c choice, ok bool) {
	me := pos.ToMove()
	type rated struct {
		point board.Point
		gain  int32
	}
	var all []rated
	x0, y0, x1, y1 := pos.Reach()
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if p := board.At(x, y); pos.At(p) == board.Empty {
				all = append(all, rated{p, pos.Gain(me, connect.CellOf(p))})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b rated) int { return cmp.Compare(b.gain, a.gain) })
	all = all[:min(len(all), shortlisted)]
	slices.SortFunc(all, func(a, b rated) int { return cmp.Compare(a.point, b.point) })
	found := 0
	sights := make([]eval.Sight, len(all))
	for i, r := range all {
		if r.point == m.A || r.point == m.B {
			c.chosen[found] = uint8(i)
			found++
		}
		sights[i] = eval.Look(pos, me, connect.CellOf(r.point))
		var s cellSight
		for d := range s {
			s[d] = patternsOf(&sights[i], d, 0)
		}
		c.cells = append(c.cells, s)
	}
	if found != 2 {
		return c, false
	}
	for j := range all {
		for i := range j {
			d, distance := connect.Shared(all[i].point, all[j].point)
			if d < 0 || distance >= connect.Row {
				continue
			}
			c.pairs = append(c.pairs, pairSight{uint8(i), uint8(j), uint8(d), [2][2]uint16{
				patternsOf(&sights[i], d, 1<<5<<distance), patternsOf(&sights[j], d, 1<<5>>distance),
			}})
		}
	}
	return c, true
}

// patternsOf are the patterns of a point, each the lesser of itself and its
// mirror.
func patternsOf(s *eval.Sight, d int, also uint32) [2]uint16 {
	own, their := s.Patterns(d, also)
	return [2]uint16{min(own, eval.Mirror(own)), min(their, eval.Mirror(their))}
}

// placing lists, for every pattern, the windows that a stone in its middle would
// fill further: the stones already there, and where the middle is.
type placing struct {
	window [6]uint16
	n      int
}

// placings is a window's points as bits, times six, plus the middle's place in
// it; the same from either end. It is made when it is first needed.
var placings = sync.OnceValue(func() *[eval.Patterns]placing {
	all := new([eval.Patterns]placing)
	for blocked := range uint32(1 << 11) {
		for mine := uint32(0); mine < 1<<11; mine++ {
			if mine&blocked != 0 || (mine|blocked)&(1<<5) != 0 {
				continue
			}
			t := &all[eval.Pattern(mine, blocked)]
			for start := range 6 {
				if blocked>>start&0x3F == 0 {
					points, at := uint8(mine>>start&0x3F), 5-start
					here := uint16(points)*6 + uint16(at)
					turned := uint16(bits.Reverse8(points)>>2)*6 + uint16(5-at)
					t.window[t.n] = min(here, turned)
					t.n++
				}
			}
		}
	}
	return all
})
