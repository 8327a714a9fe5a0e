package threat

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// threatLine is what a line by itself offers the attacker. It depends on nothing
// but the line's stones, and lines come again and again in a search, so each is
// worked out once and remembered. Cells are bits of the line.
type threatLine struct {
	mine, shut uint32 // the attacker's stones, and what keeps windows from him
	asked      uint32 // the generator's number of the position that asked for it last
	free       uint32 // the empty cells of the windows that two turns fill
	quiet      bool   // some pair threatens twice
	ngaps      uint8
	npairs     uint8
	gaps       [maxLineGaps]lineGap
	pairs      [maxLinePairs]linePair
	both       [1 << bothBits]linePair // see [generator.together]
}

// bothBits is how many bits number the pairs of cells that a line also
// remembers.
const bothBits = 4

// lineGap is what a stone on a cell asks of the defender: x or y.
type lineGap struct{ at, x, y uint8 }

// linePair is two empty cells, lo the lower one, of a window that two stones
// make hot, and what comes of stones on both: in pairs if neither threatens
// anything alone, in both if neither does on another line.
type linePair struct {
	lo, hi     uint8
	need       int8 // points that answer them: 2, 3 for more, 0 for fewer or where others do as well
	n          uint8
	answers    [4][2]uint8 // with need 2
	thin, firm uint8       // windows through both that lacked two stones, and one
}

// maxLineGaps and maxLinePairs are what a line of 20 cells has at most: three
// cells in each of fifteen windows that lack one stone to be hot, and, found by
// trying, 36 pairs on 19 cells. A pair beyond that is not looked at.
const (
	maxLineGaps  = 45
	maxLinePairs = 48
)

// line returns what is known of a line. It stays valid until the next
// [generator.generate]: what the position at hand has asked for is not
// forgotten.
func (g *generator) line(mine, shut uint32) *threatLine {
	last := uint32(len(g.lines) - 1)
	at := mine*0x9E3779B1 ^ shut*0x85EBCA77
	at = (at ^ at>>15) & last
	for _, i := range [2]uint32{at, at ^ 1} {
		if l := &g.lines[i]; l.mine == mine && l.shut == shut {
			l.asked = g.asked
			return l
		}
	}
	l := &g.lines[at]
	for l.asked == g.asked {
		at = (at + 1) & last
		l = &g.lines[at]
	}
	l.mine, l.shut, l.asked = mine, shut, g.asked
	g.read(l)
	return l
}

// read works a line out from its stones.
func (g *generator) read(l *threatLine) {
	l.free, l.quiet, l.ngaps, l.npairs = 0, false, 0, 0
	l.both = [len(l.both)]linePair{}
	window := uint32(1<<connect.Row - 1)
	for bit := 0; bit <= 32-connect.Row; bit++ {
		if l.shut>>bit&window != 0 {
			continue
		}
		open := ^l.mine >> bit & window
		switch lack := bits.OnesCount32(open); {
		case lack > 2*connect.Each || lack == connect.Row:
			continue
		case lack == 2*connect.Each:
			g.pairUp(l, bit, open)
		default:
			l.ask(bit, open)
		}
		l.free |= open << bit
	}
}

// ask adds what a stone in a window that lacks fewer than two turns asks of the
// defender. open are the window's empty cells, bit is its lowest cell.
func (l *threatLine) ask(bit int, open uint32) {
	for rest := open; rest != 0; rest &= rest - 1 {
		left := open &^ (rest & -rest)
		if left == 0 || l.ngaps == maxLineGaps {
			return
		}
		l.gaps[l.ngaps] = lineGap{
			uint8(bit + bits.TrailingZeros32(rest)),
			uint8(bit + bits.TrailingZeros32(left)), uint8(bit + bits.Len32(left) - 1),
		}
		l.ngaps++
	}
}

// pairUp adds the pairs of a window that lacks two turns, but for those of lower
// ones.
func (g *generator) pairUp(l *threatLine, bit int, open uint32) {
	var free [connect.Row]uint8
	n := 0
	for ; open != 0; open &= open - 1 {
		free[n] = uint8(bit + bits.TrailingZeros32(open))
		n++
	}
	for i := 1; i < n; i++ {
		for j := range i {
			if g.below(l, int(free[i]), bit) || l.npairs == maxLinePairs {
				continue
			}
			p := &l.pairs[l.npairs]
			l.npairs++
			*p = linePair{lo: free[j], hi: free[i]}
			// Between two cells that are not neighbours lies one that serves
			// with either as well.
			if j == i-1 {
				g.pair(l, p)
			}
		}
	}
}

// below reports whether a window below that at bit holds hi and lacks as many
// stones.
func (g *generator) below(l *threatLine, hi, bit int) bool {
	for s := max(0, hi-(connect.Row-1)); s < bit; s++ {
		window := uint32(1<<connect.Row-1) << s
		if l.shut&window == 0 && bits.OnesCount32(l.mine&window) == connect.Row-2*connect.Each {
			return true
		}
	}
	return false
}

// pair works out what answers stones on both cells of p.
func (g *generator) pair(l *threatLine, p *linePair) {
	g.answer(l, p, g.gaps[:0])
	l.quiet = l.quiet || p.need > 0
}

// answer works out what answers stones on both cells of p and also the gaps.
func (g *generator) answer(l *threatLine, p *linePair, gaps []gap) {
	gaps, thin, firm := l.through(gaps, int(p.lo), int(p.hi), 0, 1)
	p.thin, p.firm = uint8(thin), uint8(firm)
	if len(gaps) < 2 {
		return
	}
	g.answers.meet(gaps)
	if g.answers.need < 2 {
		return
	}
	p.need, p.n = int8(g.answers.need), uint8(g.answers.n)
	for i, q := range g.answers.pairs[:g.answers.n] {
		p.answers[i] = [2]uint8{uint8(q[0]), uint8(q[1])}
	}
}

// together is what comes of stones on two cells of a line that threaten nothing
// on others.
func (g *generator) together(l *threatLine, lo, hi uint8) *linePair {
	p := &l.both[(lo*5+hi)&(1<<bothBits-1)]
	if p.lo == lo && p.hi == hi {
		return p
	}
	*p = linePair{lo: lo, hi: hi}
	gaps := g.gaps[:0]
	for _, x := range l.gaps[:l.ngaps] {
		if x.at == lo && x.x != hi && x.y != hi || x.at == hi && x.x != lo && x.y != lo {
			gaps = append(gaps, gap{connect.Cell(x.x), connect.Cell(x.y)})
		}
	}
	g.answer(l, p, gaps)
	return p
}

// through appends the gaps that stones on lo and hi make in the windows through
// both, and how many of these lacked two stones and one. zero and step say where
// the line's cells lie.
func (l *threatLine) through(gaps []gap, lo, hi int, zero, step connect.Cell) (_ []gap, thin, firm int32) {
	mine := l.mine | 1<<lo | 1<<hi
	for s := max(0, hi-(connect.Row-1)); s <= lo; s++ {
		window := uint32(1<<connect.Row-1) << s
		if l.shut&window != 0 {
			continue
		}
		free := window &^ mine
		if bits.OnesCount32(free) > connect.Each || free == 0 {
			continue
		}
		x, y := bits.TrailingZeros32(free), bits.Len32(free)-1
		if x == y {
			firm++
		} else {
			thin++
		}
		gaps = append(gaps, gap{zero + connect.Cell(x)*step, zero + connect.Cell(y)*step})
	}
	return gaps, thin, firm
}

// threatTurn is a turn of the attacker and what answers it.
type threatTurn struct {
	move  connect.Move
	pairs [4]gap
	n     int8
}

// threatList is the memory of one level of the solver: the turns to try, the
// most promising first by order.
type threatList struct {
	turns [maxThreatTurns]threatTurn
	order [maxThreatTurns]rankedTurn
	n     int
	room  int       // how many turns are kept, at most maxThreatTurns
	cut   bool      // there were more
	key   board.Key // of the position whose turns these are, all of them; 0 for none
}

// rankedTurn says where in a list a turn of a rank is.
type rankedTurn struct {
	rank int32
	at   uint8
}

func (l *threatList) turn(i int) *threatTurn { return &l.turns[l.order[i].at] }

// find returns the place of a turn in the list, -1 if it is not there.
func (l *threatList) find(m connect.Move) int {
	for i := range l.n {
		if l.turn(i).move == m {
			return i
		}
	}
	return -1
}

// refuse reports whether a turn of a rank is not among the best.
func (l *threatList) refuse(rank int32) bool {
	if l.n < l.room || rank > l.order[l.n-1].rank {
		return false
	}
	l.cut = true
	return true
}

// insert keeps a turn, which the first n of the pairs answer, if it is among the
// best.
func (l *threatList) insert(m connect.Move, pairs *[4]gap, n int, rank int32) {
	if l.refuse(rank) {
		return
	}
	at := l.n
	if l.n == l.room {
		at = int(l.order[l.n-1].at)
		l.n--
		l.cut = true
	}
	i := l.n
	for ; i > 0 && l.order[i-1].rank < rank; i-- {
		l.order[i] = l.order[i-1]
	}
	l.order[i] = rankedTurn{rank, uint8(at)}
	l.turns[at] = threatTurn{m, *pairs, int8(n)}
	l.n++
}
