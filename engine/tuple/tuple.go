// Package tuple plays Gomoku by a table alone: every row of five points, a
// tuple, is worth so much to each of its points for the stones that it holds,
// and the empty point that is worth most is played. It looks no turn ahead.
//
// Table and method are those of "五子棋评分表算法" (the five-tuple score table
// algorithm), which calls a tuple with stones of both colours polluted, and one
// that leaves the board virtual; both are worth nothing.
package tuple

import "stonehand/engine/board"

// Length is how many points a tuple has.
const Length = 5

// What a tuple is worth: without a stone, with so many of one's own, and with
// so many of the opponent's.
const Blank = 7

// Own and Theirs are by the number of stones, 1 to 4.
var (
	Own    = [Length]int32{1: 35, 2: 800, 3: 15_000, 4: 800_000}
	Theirs = [Length]int32{1: 15, 2: 400, 3: 1_800, 4: 100_000}
)

// Player knows what every point of a board is worth to both sides. The zero
// Player has no board; see [New].
type Player struct {
	size   board.Size
	stones [board.Cells]board.Color
	scores [3][board.Cells]int32 // by colour
	// counts are the stones of a tuple by colour; a tuple is known by its first
	// point and its direction.
	counts [4][board.Cells][3]int8
}

// New returns a player at an empty board.
func New(size board.Size) *Player {
	p := &Player{size: size}
	for d := range board.Directions {
		for first := range size.Points {
			if p.holds(first, d) {
				p.add(first, d, Blank, Blank)
			}
		}
	}
	return p
}

// holds reports whether the tuple from first on lies on the board.
func (p *Player) holds(first board.Point, d int) bool {
	x, y := first.X()+(Length-1)*board.Directions[d][0], first.Y()+(Length-1)*board.Directions[d][1]
	return p.size.Has(first) && x >= 0 && y >= 0 && x < p.size.Cols && y < p.size.Rows
}

// add gives the points of a tuple so much more, to Black and to White.
func (p *Player) add(first board.Point, d int, black, white int32) {
	for n := range Length {
		at := board.At(first.X()+n*board.Directions[d][0], first.Y()+n*board.Directions[d][1])
		p.scores[board.Black][at] += black
		p.scores[board.White][at] += white
	}
}

// worth is what a tuple is worth to c.
func worth(counts *[3]int8, c board.Color) int32 {
	own, theirs := counts[c], counts[c.Other()]
	switch {
	case own > 0 && theirs > 0 || own == Length || theirs == Length:
		return 0
	case own > 0:
		return Own[own]
	case theirs > 0:
		return Theirs[theirs]
	}
	return Blank
}

// Put puts a stone of colour c on p, an empty point of the board. Only points up
// to four away along the eight rays from it change.
func (p *Player) Put(at board.Point, c board.Color) { p.change(at, c, c, 1) }

// Take takes the stone off p.
func (p *Player) Take(at board.Point) { p.change(at, board.Empty, p.stones[at], -1) }

func (p *Player) change(at board.Point, now, c board.Color, by int8) {
	p.stones[at] = now
	for d, step := range board.Directions {
		for n := range Length {
			x, y := at.X()-n*step[0], at.Y()-n*step[1]
			if x < 0 || y < 0 || y >= p.size.Rows {
				continue
			}
			first := board.At(x, y)
			if !p.holds(first, d) {
				continue
			}
			counts := &p.counts[d][first]
			black, white := worth(counts, board.Black), worth(counts, board.White)
			counts[c] += by
			p.add(first, d, worth(counts, board.Black)-black, worth(counts, board.White)-white)
		}
	}
}

// Score returns what the point is worth to c.
func (p *Player) Score(at board.Point, c board.Color) int32 { return p.scores[c][at] }

// Best returns the empty point that is worth most to c and that allowed, unless
// it is nil, lets c play on; of several, the one nearest to the middle of the
// board, and of those the first in reading order. Nowhere if there is none.
func (p *Player) Best(c board.Color, allowed func(board.Point) bool) board.Point {
	best, score, far := board.Nowhere, int32(-1), 0
	for at := range p.size.Points {
		if p.stones[at] != board.Empty {
			continue
		}
		s, f := p.scores[c][at], p.far(at)
		if (s > score || s == score && f < far) && (allowed == nil || allowed(at)) {
			best, score, far = at, s, f
		}
	}
	return best
}

// far is how far a point lies from the middle of the board, in half points.
func (p *Player) far(at board.Point) int {
	abs := func(n int) int { return max(n, -n) }
	return max(abs(2*at.X()-p.size.Cols+1), abs(2*at.Y()-p.size.Rows+1))
}
