package search

import (
	"math"
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// generate fills the ply's list with the turns to try, best first: the turn of
// the table first, then by rank.
func (t *tree) generate(p *plyMemory, ply int, first connect.Move) {
	pos := t.pos
	me := pos.ToMove()
	width := t.width(ply)
	p.list.n = 0
	due := pos.Due()
	def := &p.defence
	if due == 2 {
		for _, q := range def.Pairs[:def.NPair] {
			t.add(p, connect.PointOf(q[0]), connect.PointOf(q[1]), width, first)
		}
	}
	if def.Need == 2 {
		return
	}
	if due == 1 && def.Need == 1 {
		for _, s := range def.Singles[:def.NSingle] {
			t.add(p, connect.PointOf(s), board.Nowhere, width, first)
		}
		return
	}
	t.shortlist(p, me)
	c := &p.cells
	if t.zoned(p) {
		t.admit(c)
	}
	if t.ordered {
		t.reorder(c, me)
	}
	switch {
	case due == 1:
		for i := range c.n {
			t.add(p, c.point[i], board.Nowhere, width, first)
		}
	case def.Need == 1:
		for k, s := range def.Singles[:def.NSingle] {
			a := connect.PointOf(s)
			var seen sighted
			if t.ordered {
				t.look(&seen, a, me)
			}
			for i, b := range c.point[:c.n] {
				switch {
				case b == a || k > 0 && connect.CellOf(b) == def.Singles[0]:
				case t.ordered:
					t.rank(p, connect.Pair(a, b), seen.score+c.score[i]+t.bonus(&seen, &t.sights[i]), width, first)
				default:
					t.add(p, a, b, width, first)
				}
			}
		}
	case t.ordered:
		t.pairSights(p, width, first)
	default:
		for i := range c.n {
			for j := range i {
				t.addCells(p, i, j, me, width, first)
			}
		}
	}
	if first != connect.NoMove && p.list.n > 0 && p.list.items[0].move != first && t.playable(first, def) {
		// The table's turn is not among the best: it comes first all the same.
		if p.list.n == width {
			p.list.n--
		}
		copy(p.list.items[1:p.list.n+1], p.list.items[:p.list.n])
		p.list.items[0] = candidate{move: first}
		p.list.n++
	}
}

// playable reports whether a turn found in the table can be played here and
// meets the threats: two positions may share a key.
func (t *tree) playable(m connect.Move, def *connect.Defence) bool {
	pos := t.pos
	return m.Stones() == pos.Due() && pos.Free(m.A) && (m.B == board.Nowhere || pos.Free(m.B) && m.A != m.B) &&
		(def.Need == 0 || pos.Meets(pos.ToMove(), m))
}

// width is how many turns are tried at a ply: more at the root.
func (t *tree) width(ply int) int {
	if ply == 0 {
		return min(2*t.options.Width, MaxWidth)
	}
	return t.plies[ply].width
}

// widen settles how many turns are tried at a ply but the root.
func (t *tree) widen(depth, ply int, pv bool) {
	p, n := &t.plies[ply], t.numbers
	p.width = t.options.Width
	if n.width == 0 || pv {
		return
	}
	percent := n.width + n.widthMore*(depth-turn)/turn
	if ply >= 2 && p.value <= t.plies[ply-2].value {
		percent = percent * n.flat / 100
	}
	p.width = min(max(p.width*percent/100, leastWidth), t.options.mostTurns())
}

// leastWidth is how many turns are tried at least, where the options' Width and the depth would
// make it fewer.
const leastWidth = 4

// mostTurns is how many turns are tried in any position at most.
func (o *Options) mostTurns() int { return min(4*o.Width, MaxWidth) }

// shortlist chooses the points to pair: those that the stones can reach, by
// what each brings alone, the best first and of equals the lower point.
func (t *tree) shortlist(p *plyMemory, me board.Color) {
	pos := t.pos
	x0, y0, x1, y1 := pos.Reach()
	black, white, walls := pos.Lines(board.Black), pos.Lines(board.White), pos.Walls()
	keys := t.keys[:0]
	for y := y0; y <= y1; y++ {
		line, bit := connect.LineBit(connect.Horizontal, connect.CellOf(board.At(x0, y)))
		free := ^(black[connect.Horizontal][line&63] | white[connect.Horizontal][line&63] | walls[connect.Horizontal][line&63])
		for free = free >> bit & (1<<(x1-x0+1) - 1); free != 0; free &= free - 1 {
			pt := board.At(x0+bits.TrailingZeros32(free), y)
			keys = append(keys, int64(pos.Gain(me, connect.CellOf(pt))+t.places[pt])<<keyBits|int64(keyMask-pt))
		}
	}
	c := &p.cells
	c.n = min(len(keys), maxPaired, max(4, t.options.Cells))
	best(keys, c.n)
	for i, k := range keys[:c.n] {
		c.point[i], c.score[i] = keyMask-board.Point(k&keyMask), int32(k>>keyBits)
	}
}

// A key of the shortlist is a point's score and, below that, how far it is from
// the highest point.
const (
	keyBits = 10
	keyMask = 1<<keyBits - 1
)

// Enough for the highest point: a negative length does not compile.
var _ [keyMask - board.Cells]struct{}

// addCells adds the pair of two shortlisted points.
func (t *tree) addCells(p *plyMemory, i, j int, me board.Color, width int, first connect.Move) {
	c := &p.cells
	m := connect.Pair(c.point[i], c.point[j])
	t.rank(p, m, c.score[i]+c.score[j]+t.pos.PairGain(me, m.A, m.B), width, first)
}

// pairSights adds the pairs of all points of the shortlist, as the learned order
// ranks them.
func (t *tree) pairSights(p *plyMemory, width int, first connect.Move) {
	extra := int32(0) // what a turn may gain beyond its score
	if t.options.uses(Killers) {
		extra = t.numbers.killers + t.numbers.replies
	}
	if t.zoned(p) {
		extra += t.numbers.zone
	}
	floor := int32(math.MinInt32) // what a turn has to exceed
	for i := range p.cells.n {
		s := &t.sights[i]
		for j := range i {
			a, b := &t.sights[j], s
			score := a.score + b.score
			if b.point < a.point {
				a, b = b, a
			}
			if way := ways[min(b.point-a.point, farWay)]; way.distance > 0 {
				score += t.together(a, b, int(way.d), int(way.distance))
			}
			if score <= floor && (connect.Move{A: a.point, B: b.point}) != first {
				continue
			}
			t.rank(p, connect.Move{A: a.point, B: b.point}, score, width, first)
			if p.list.n == width {
				floor = p.list.items[width-1].score - extra
			}
		}
	}
}

// way is the direction of the line on which a point lies above another, and how
// many steps.
type way struct{ d, distance int8 }

// ways are the ways to the points that windows share with a point, by how far
// their numbers lie apart: no two points of a board lie as far apart by another
// way. farWay is beyond them all.
var ways = func() (w [farWay + 1]way) {
	for d, step := range connect.Step {
		for n := 1; n < connect.Row; n++ {
			w[n*int(step)] = way{int8(d), int8(n)}
		}
	}
	return w
}()

const farWay = 255

// add adds any turn.
func (t *tree) add(p *plyMemory, a, b board.Point, width int, first connect.Move) {
	pos, me := t.pos, t.pos.ToMove()
	m := connect.Pair(a, b)
	if t.ordered {
		t.rank(p, m, t.worth(m, me), width, first)
		return
	}
	raw := pos.Gain(me, connect.CellOf(m.A)) + t.places[m.A]
	if m.B != board.Nowhere {
		raw += pos.Gain(me, connect.CellOf(m.B)) + t.places[m.B] + pos.PairGain(me, m.A, m.B)
	}
	t.rank(p, m, raw, width, first)
}

// tableBonus brings the turn of the table to the front.
const tableBonus = 1 << 28

// rank puts a turn in its place. raw is what its stones bring.
func (t *tree) rank(p *plyMemory, m connect.Move, raw int32, width int, first connect.Move) {
	score := raw
	if m == first {
		score += tableBonus
	} else if t.options.uses(Killers) {
		score += p.killers.bonus(m, t.numbers.killers)
		if m == p.replies[0] || m == p.replies[1] {
			score += t.numbers.replies
		}
	}
	if t.zoned(p) && t.zone.has(m) {
		score += t.numbers.zone
	}
	p.list.insert(candidate{move: m, score: score}, width)
}

// Candidates fills dst with the best turns of the engine's position, best first,
// and returns how many there are; none when the game is over or no
// turn meets the opponent's threats.
func (e *Engine) Candidates(dst []connect.Move) int {
	t := &e.tree
	if e.pos.Over() {
		return 0
	}
	t.prepare()
	p := &t.plies[0]
	t.zone, p.killers, t.numbers = zone{}, noKillers, &steady // not another search's
	e.pos.Answer(e.pos.ToMove(), &p.defence)
	if p.defence.Need > e.pos.Due() {
		return 0
	}
	t.generate(p, 0, connect.NoMove)
	n := min(len(dst), p.list.n)
	for i := range n {
		dst[i] = p.list.items[i].move
	}
	return n
}
