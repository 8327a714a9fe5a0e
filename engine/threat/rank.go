package threat

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// The order in which threat turns are tried, and what they cost, is that of a
// conditional logit model of which turns win, fitted to 1,400 positions of human
// games in each of which the turns of the solver's list were tried to their end.
// Logarithms of odds are in eighths of a bit.
//
// A window is open to a colour if it holds none of the other's stones; what it
// lacks are the stones to fill it.
const (
	lack5, lack4, lack3 = 4, 7, -8 // an open window of the attacker through his stone
	deny4, deny3        = 1, 6     // of the defender
	lose5, lose4        = -2, -4   // an open window of the attacker through an answer
	give4, give3        = -1, -42  // of the defender: his answer threatens in its turn
	thinPair, firmPair  = -16, 19  // a window through both stones that lacked 4, and 3
	apartness           = -5       // for each step between the stones, at most farthest
	farthest            = 8
)

// answerCount is what the number of answers says.
var answerCount = [5]int32{0, -11, -1, 23, -9}

// threatWorths are the worths of windows to a turn of Black and White: what a
// stone of the attacker says in the upper half, what an answer says in the lower
// half.
func threatWorths() (w [2]*connect.Worth) {
	for side := range w {
		w[side] = connect.NewWorth(func(black, white int) int64 {
			mine, theirs := black, white
			if side == 1 {
				mine, theirs = white, black
			}
			stone, answer := int64(0), int64(0)
			if theirs == 0 && mine > 0 {
				switch connect.Row - mine {
				case 5:
					stone, answer = lack5, lose5
				case 4:
					stone, answer = lack4, lose4
				case 3:
					stone = lack3
				}
			}
			if mine == 0 && theirs > 0 {
				switch connect.Row - theirs {
				case 4:
					stone, answer = deny4, give4
				case 3:
					stone, answer = deny3, give3
				}
			}
			return stone<<32 + answer
		})
	}
	return w
}

// rank is what speaks for a turn that n pairs answer, but for the answers.
func (g *generator) rank(a, b *threatCell, n int) int32 {
	g.look(a)
	g.look(b)
	pa, pb := connect.PointOf(a.at), connect.PointOf(b.at)
	dx, dy := pa.X()-pb.X(), pa.Y()-pb.Y()
	return int32(a.rank) + int32(b.rank) + answerCount[n] + thinPair*g.thinBoth + firmPair*g.firmBoth +
		apartness*int32(min(max(dx, -dx, dy, -dy), farthest))
}

// cede is what the answers to a turn say for it: nothing good.
func (g *generator) cede(pairs []gap) (r int32) {
	for i, q := range pairs {
		for j, c := range q {
			if fresh(pairs[:i], c) && (j == 0 || c != q[0]) {
				if t := g.cell(c); t != nil {
					g.look(t)
					r += int32(t.answer)
				}
			}
		}
	}
	return r
}

// fresh reports whether a cell is in none of the pairs.
func fresh(pairs []gap, c connect.Cell) bool {
	for _, p := range pairs {
		if p.has(c) {
			return false
		}
	}
	return true
}

// look fills in what a cell's windows say.
func (g *generator) look(t *threatCell) {
	if t.ranked {
		return
	}
	sum := g.pos.Around(t.at, g.worths[(g.me-board.Black)&1])
	answer := int32(sum)
	t.ranked, t.answer, t.rank = true, int16(answer), int16((sum-int64(answer))>>32)
}

// sort puts the answer first that takes most from the attacker and gives the
// defender most. The turn has been played.
func (t *threatTurn) sort(pos *connect.Position) {
	if t.n < 2 {
		return
	}
	me := pos.ToMove()
	var worth [4]int32
	for i, q := range t.pairs[:t.n] {
		for _, c := range q {
			worth[i] += pos.Gain(me, c) + pos.Gain(me.Other(), c)
		}
		for j := i; j > 0 && worth[j-1] < worth[j]; j-- {
			worth[j], worth[j-1] = worth[j-1], worth[j]
			t.pairs[j], t.pairs[j-1] = t.pairs[j-1], t.pairs[j]
		}
	}
}
