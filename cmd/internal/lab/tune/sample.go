package tune

import (
	"math"
	"math/bits"
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
	Result float64 // share of the result, where chance had no hand in what followed
	Scale  float64 // the score that makes a win e times as likely as a loss
	// Decided is the weight of positions whose end the search had proved: a leaf
	// may be one, and nothing but its evaluation says so.
	Decided float64
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

// samples appends the samples of a game and of the leaves beside it: the positions
// in which the side to move does not win at once and has at most one point to
// answer, as at a leaf.
func samples(dst []sample, g *Game, pos *connect.Position, blend Blend) []sample {
	last := -1 // the last turn of chance
	for i, t := range g.Turns {
		if t.Best != connect.NoMove && t.Chance() {
			last = i
		}
	}
	pos.Reset()
	var def connect.Defence
	for i, t := range g.Turns {
		if t.Best != connect.NoMove {
			if t.Decided && blend.Decided == 0 {
				break
			}
			me := pos.ToMove()
			pos.Answer(me, &def)
			if _, wins := pos.WinNow(); def.Need <= 1 && !wins {
				result := 0.5
				switch g.Winner {
				case me:
					result = 1
				case me.Other():
					result = 0
				}
				l := read(pos)
				l.won, l.weight = blend.won(t.Score, result, i < last), blend.weigh(t.Decided)
				dst = append(dst, l)
			}
			for _, a := range t.Asides {
				if a.Decided && blend.Decided == 0 {
					continue
				}
				for _, m := range a.Line {
					pos.PlayMove(m)
				}
				pos.Answer(pos.ToMove(), &def)
				if _, wins := pos.WinNow(); def.Need <= 1 && !wins {
					l := read(pos)
					l.won, l.weight = blend.won(a.Score, 0, true), blend.weigh(a.Decided)
					dst = append(dst, l)
				}
				for i := len(a.Line) - 1; i >= 0; i-- {
					pos.TakeMove(a.Line[i])
				}
			}
		}
		pos.PlayMove(t.Move)
	}
	return dst
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
		for mine := uint32(0); mine < 1<<11; mine++ {
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
