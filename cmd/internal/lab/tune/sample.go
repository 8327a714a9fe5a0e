package tune

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// sample is a training sample: a position as the leaf evaluation sees it, and how the side to move
// fares in it.
type sample struct {
	// seen is what every stone sees along every line: first the stones of the
	// side to move, then, from waiting on, the other's.
	seen    []uint16
	waiting int
	won     float32 // chance that the side to move wins, 0 to 1
	weight  float32
	stones  int16
}

// Blend says what samples take from how a game ended and what from the search.
type Blend struct {
	Result float64 `flag:"result,0,1"` // share of the result, where chance had no hand in what followed
	Scale  float64 // the score that makes a win e times as likely as a loss
	// Decided is the weight of positions whose end the search had proved: a leaf
	// may be one, and nothing but its evaluation says so.
	Decided float64 `flag:"decided,0,1000"`
}

// DefaultBlend is what the embedded tables were made with.
var DefaultBlend = Blend{Result: 0.5, Scale: 1550, Decided: 1}

// won is the chance that a sample stands for.
func (b Blend) won(score int32, result float64, chanceAfter bool) float32 {
	p := 1 / (1 + math.Exp(-float64(score)/b.Scale))
	if !chanceAfter {
		p += b.Result * (result - p)
	}
	return float32(p)
}

// weigh is the weight of a sample.
func (b Blend) weigh(decided bool) float32 {
	if decided {
		return float32(b.Decided)
	}
	return 1
}

// samples appends the samples of a game and of the leaves beside it.
func samples(dst []sample, g *Game, pos *connect.Position, blend Blend) []sample {
	g.Visit(pos, blend, func(need int, won, weight float32) {
		l := read(pos)
		l.won, l.weight = won, weight
		dst = append(dst, l)
	})
	return dst
}

// Visit puts each position of a game that can be learned from on pos, and those of the leaves
// beside it, and calls see with how many points the side to move has to answer, the chance
// that it wins, and what weight the position has. In all of them the side to move does not win at once
// and has at most one point to answer, as at a leaf.
func (g *Game) Visit(pos *connect.Position, blend Blend, see func(need int, won, weight float32)) {
	last := -1 // the last turn of chance
	for i, t := range g.Turns {
		if t.Best != connect.NoMove && t.Chance() {
			last = i
		}
	}
	pos.Reset()
	var def connect.Defence
	show := func(score int32, result float64, chanceAfter, decided bool) {
		pos.Answer(pos.ToMove(), &def)
		if _, wins := pos.WinNow(); def.Need <= 1 && !wins {
			see(def.Need, blend.won(score, result, chanceAfter), blend.weigh(decided))
		}
	}
	for i, t := range g.Turns {
		if t.Best != connect.NoMove {
			if t.Decided && blend.Decided == 0 {
				break
			}
			result := 0.5
			switch g.Winner {
			case pos.ToMove():
				result = 1
			case pos.ToMove().Other():
				result = 0
			}
			show(t.Score, result, i < last, t.Decided)
			for _, a := range t.Asides {
				if a.Decided && blend.Decided == 0 {
					continue
				}
				for _, m := range a.Line {
					pos.PlayMove(m)
				}
				show(a.Score, 0, true, a.Decided)
				for i := len(a.Line) - 1; i >= 0; i-- {
					pos.TakeMove(a.Line[i])
				}
			}
		}
		pos.PlayMove(t.Move)
	}
}

// read sees a position as the leaf evaluation does.
func read(pos *connect.Position) sample {
	l := sample{stones: int16(pos.Count())}
	l.seen = make([]uint16, 0, 4*pos.Count())
	me := pos.ToMove()
	for _, c := range [2]board.Color{me, me.Other()} {
		mine, theirs, walls := pos.Lines(c), pos.Lines(c.Other()), pos.Walls()
		for d := range mine {
			for i, row := range mine[d] {
				blocked := theirs[d][i] | walls[d][i]
				for rest := row; rest != 0; rest &= rest - 1 {
					b := bits.TrailingZeros32(rest) - 5
					p := eval.Pattern(row>>b&0x7FF, blocked>>b&0x7FF)
					if p = min(p, eval.Mirror(p)); roads()[p].n > 0 {
						l.seen = append(l.seen, p)
					}
				}
			}
		}
		if c == me {
			l.waiting = len(l.seen)
		}
	}
	return l
}

// window is one of the windows of six through a stone: which of its points the
// colour holds, as bits, the same from either end.
type window struct {
	points uint8
	share  float32 // one part of it for each of its stones
}

// through is the windows that a pattern leaves alive.
type through struct {
	window [6]window
	n      int
}

// roads lists the live windows of every pattern. It is made when it is first
// needed: no other subcommand is to pay for it.
var roads = sync.OnceValue(func() *[eval.Patterns]through {
	all := new([eval.Patterns]through)
	for blocked := range uint32(1 << 11) {
		for mine := range uint32(1 << 11) {
			if mine&blocked != 0 || mine&(1<<5) == 0 || blocked&(1<<5) != 0 {
				continue
			}
			t := &all[eval.Pattern(mine, blocked)]
			for start := range 6 {
				if blocked>>start&0x3F == 0 {
					points := uint8(mine >> start & 0x3F)
					turned := bits.Reverse8(points) >> 2
					t.window[t.n] = window{min(points, turned), 1 / float32(bits.OnesCount8(points))}
					t.n++
				}
			}
		}
	}
	return all
})

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
		for mine := range uint32(1 << 11) {
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
