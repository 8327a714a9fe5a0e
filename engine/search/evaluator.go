package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// evaluator keeps what the lines of a position are worth by the learned tables. A
// line's worth depends on its own stones alone and lines come again and again in
// a search, so each is worked out once and remembered.
type evaluator struct {
	pos    *connect.Position
	stones *eval.Stones
	known  [knownLines]knownLine
	worth  [connect.Directions][64]worth
	sum    worth // of all lines
}

// knownLines is how many lines are remembered; a power of two.
const knownLines = 1 << 13

// knownLine is a line and its worth.
type knownLine struct {
	black, white, wall uint32
	worth              worth
}

// worth is for Black: when Black is to move and when White is.
type worth [2]int32

func (w *worth) add(x worth) { w[0] += x[0]; w[1] += x[1] }
func (w *worth) sub(x worth) { w[0] -= x[0]; w[1] -= x[1] }

// reset looks at the whole position.
func (v *evaluator) reset() {
	v.sum = worth{}
	for d := range v.worth {
		for i := range v.worth[d] {
			v.worth[d][i] = v.line(d, i)
			v.sum.add(v.worth[d][i])
		}
	}
}

// line is the worth of line i of direction d as it stands.
func (v *evaluator) line(d, i int) worth {
	black, white := v.pos.Lines(board.Black)[d&3][i&63], v.pos.Lines(board.White)[d&3][i&63]
	if black|white == 0 {
		return worth{}
	}
	wall := v.pos.Walls()[d&3][i&63]
	h := (black*0x9E3779B1 ^ white*0x85EBCA77 ^ wall*0xC2B2AE3D)
	k := &v.known[(h^h>>15)&(knownLines-1)]
	if k.black != black || k.white != white || k.wall != wall {
		k.black, k.white, k.wall = black, white, wall
		k.worth[0], k.worth[1] = v.stones.Line(black, white, wall)
	}
	return k.worth
}

// touched is the lines through the stones of one turn, and what they were worth
// before it.
type touched struct {
	line [2 * connect.Directions]struct {
		d, i  uint8
		worth worth
	}
	n int
}

// find lists the lines through the points of m, each once.
func (t *touched) find(m connect.Move) {
	t.n = 0
	for k, p := range [2]board.Point{m.A, m.B} {
		if p == board.Nowhere {
			continue
		}
		for d := range connect.Directions {
			i, _ := connect.LineBit(d, connect.CellOf(p))
			if k == 1 {
				if first := &t.line[d]; int(first.i) == i {
					continue
				}
			}
			l := &t.line[t.n]
			l.d, l.i = uint8(d), uint8(i)
			t.n++
		}
	}
}

// after is what the sum becomes by the turn m, which stands on the board
// already and is the only one since the last call of reset, play or take.
func (v *evaluator) after(m connect.Move) worth {
	var t touched
	t.find(m)
	sum := v.sum
	for _, l := range t.line[:t.n] {
		sum.add(v.line(int(l.d), int(l.i)))
		sum.sub(v.worth[l.d&3][l.i&63])
	}
	return sum
}

// play counts the turn m in, which stands on the board already. t remembers what
// take needs to count it out again.
func (v *evaluator) play(m connect.Move, t *touched) {
	t.find(m)
	for k := range t.line[:t.n] {
		l := &t.line[k]
		now := &v.worth[l.d&3][l.i&63]
		l.worth = *now
		v.sum.sub(*now)
		*now = v.line(int(l.d), int(l.i))
		v.sum.add(*now)
	}
}

// take counts out what play counted in.
func (v *evaluator) take(t *touched) {
	for k := range t.line[:t.n] {
		l := &t.line[k]
		now := &v.worth[l.d&3][l.i&63]
		v.sum.sub(*now)
		*now = l.worth
		v.sum.add(*now)
	}
}
