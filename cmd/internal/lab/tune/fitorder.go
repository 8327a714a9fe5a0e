package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// FitOrder learns from games which turns are chosen: the logarithm of a turn's
// chance among all turns of the shortlisted points is its score.
type FitOrder struct {
	Epochs int     `flag:"epochs,1,10000"`
	Rate   float64 `flag:"rate,1e-09,1000"`
	Shrink float64 `flag:"shrink,0,1"`
	Seed   uint64  `flag:"seed"`
	Scale  float64 // score that makes a turn e times as likely
	// Values shortlist the points.
	Values connect.Values
}

// DefaultFitOrder is what the embedded order was made with.
var DefaultFitOrder = FitOrder{
	Epochs: 2, Rate: 0.02, Shrink: 1e-6, Seed: 1, Scale: 300,
	Values: connect.Values{
		Road:  [connect.Row + 1]int32{0, 10, 90, 250, 500, 700, 700},
		Order: [connect.Row + 1]int32{0, 30, 90, 200, 800, 1000, 1000},
	},
}

// orderModel is the numbers that are learned, for one's own stones and for the
// opponent's whose place is taken.
type orderModel struct {
	count  [2][7]Weight
	window [2][64 * 6]Weight
	seen   [2][eval.Patterns]Weight
}

func (m *orderModel) pattern(kind int, p uint16) float32 {
	t := &placings()[p]
	v := m.seen[kind][p].At
	for _, w := range t.window[:t.n] {
		v += m.count[kind][bits.OnesCount16(w/6)].At + m.window[kind][w].At
	}
	return v
}

func (m *orderModel) step(kind int, p uint16, slope, rate, shrink float32) {
	t := &placings()[p]
	m.seen[kind][p].Step(slope, rate, shrink)
	for _, w := range t.window[:t.n] {
		m.count[kind][bits.OnesCount16(w/6)].Step(slope, rate, 0)
		m.window[kind][w].Step(slope, rate, shrink)
	}
}

func (m *orderModel) both(seen [2]uint16) float32 {
	return m.pattern(0, seen[0]) + m.pattern(1, seen[1])
}

func (m *orderModel) stepBoth(seen [2]uint16, slope, rate, shrink float32) {
	m.step(0, seen[0], slope, rate, shrink)
	m.step(1, seen[1], slope, rate, shrink)
}

// chances are the chances of all pairs of a choice, by the lower index's row.
type pairChances struct {
	line [shortlisted][connect.Directions]float32
	cell [shortlisted]float32
	p    [shortlisted][shortlisted]float32 // i < j
}

// weigh works out the chances, and returns the logarithm of the chosen one's and
// how many turns are likelier.
func (m *orderModel) weigh(c *choice, w *pairChances) (logChance float64, rank int) {
	n := len(c.cells)
	for i := range n {
		sum := float32(0)
		for d, seen := range c.cells[i] {
			v := m.both(seen)
			w.line[i][d] = v
			sum += v
		}
		w.cell[i] = sum
	}
	for j := range n {
		for i := range j {
			w.p[i][j] = w.cell[i] + w.cell[j]
		}
	}
	for k := range c.pairs {
		q := &c.pairs[k]
		w.p[q.i][q.j] += m.both(q.seen[0]) - w.line[q.i][q.d] + m.both(q.seen[1]) - w.line[q.j][q.d]
	}
	most := float32(math.Inf(-1))
	chosen := w.p[c.chosen[0]][c.chosen[1]]
	for j := range n {
		for i := range j {
			most = max(most, w.p[i][j])
			if w.p[i][j] > chosen {
				rank++
			}
		}
	}
	total := 0.0
	for j := range n {
		for i := range j {
			e := math.Exp(float64(w.p[i][j] - most))
			w.p[i][j] = float32(e)
			total += e
		}
	}
	for j := range n {
		for i := range j {
			w.p[i][j] /= float32(total)
		}
	}
	return float64(chosen-most) - math.Log(total), rank
}

// slight is a slope too small to step down.
const slight = 2e-4

func (m *orderModel) learn(c *choice, w *pairChances, rate, shrink float32) {
	m.weigh(c, w)
	w.p[c.chosen[0]][c.chosen[1]]--
	n := len(c.cells)
	var slope [shortlisted]float32
	for j := range n {
		for i := range j {
			slope[i] += w.p[i][j]
			slope[j] += w.p[i][j]
		}
	}
	var line [shortlisted][connect.Directions]float32
	for k := range c.pairs {
		q := &c.pairs[k]
		g := w.p[q.i][q.j]
		if g < slight && g > -slight {
			continue
		}
		line[q.i][q.d] -= g
		line[q.j][q.d] -= g
		m.stepBoth(q.seen[0], g, rate, shrink)
		m.stepBoth(q.seen[1], g, rate, shrink)
	}
	for i := range n {
		for d, seen := range c.cells[i] {
			if g := slope[i] + line[i][d]; g > slight || g < -slight {
				m.stepBoth(seen, g, rate, shrink)
			}
		}
	}
}

func (m *orderModel) order(scale float64) *eval.Order {
	o := &eval.Order{}
	for p := range o.Own {
		q := min(uint16(p), eval.Mirror(uint16(p)))
		for kind, into := range [2]*[eval.Patterns]int16{&o.Own, &o.Their} {
			into[p] = int16(math.Round(min(max(float64(m.pattern(kind, q))*scale, -8000), 8000)))
		}
	}
	return o
}

// Learn learns from games and returns the order. It writes how it goes: the mean
// logarithm of the chance given to what was chosen, and how often it was among
// the first, in every twentieth game, which it does not learn from.
func (f FitOrder) Learn(ctx context.Context, games Files, log io.Writer) (*eval.Order, error) {
	pos, err := connect.New(connect.Board, f.Values)
	if err != nil {
		return nil, err
	}
	missed := 0
	train, test, n, err := parted(ctx, games, func(to []choice, g *Game) []choice {
		missed += choices(&to, g, pos)
		return to
	})
	if err != nil {
		return nil, err
	}
	if len(train) == 0 || len(test) == 0 {
		return nil, fmt.Errorf("there is too little to learn from in %d games", n)
	}
	fmt.Fprintf(log, "%d turns of %d games, %d more were not of the best %d points\n", len(train)+len(test), n, missed, shortlisted)
	m := &orderModel{}
	for i := range 6 {
		m.count[0][i].At = float32(f.Values.Order[i+1]-f.Values.Order[i]) / float32(f.Scale)
		m.count[1][i].At = float32(f.Values.Order[i]) / float32(f.Scale)
	}
	w := &pairChances{}
	rng := rand.New(rand.NewPCG(f.Seed, 0x6f72646572))
	err = descend(ctx, f.Epochs, len(train), f.Rate, rng, func(epoch int) { tell(log, epoch, m, test, w) },
		func(i int, rate float32) { m.learn(&train[i], w, rate, float32(f.Shrink)) })
	if err != nil {
		return nil, err
	}
	return m.order(f.Scale), nil
}

func tell(log io.Writer, epoch int, m *orderModel, test []choice, w *pairChances) {
	var sum float64
	var within [4]int
	for i := range test {
		l, rank := m.weigh(&test[i], w)
		sum -= l
		for k, bound := range [4]int{1, 4, 12, 24} {
			if rank < bound {
				within[k]++
			}
		}
	}
	n := float64(len(test))
	fmt.Fprintf(log, "epoch %d: loss %.4f, first %.1f %%, of 4 %.1f %%, of 12 %.1f %%, of 24 %.1f %%\n", epoch, sum/n,
		100*float64(within[0])/n, 100*float64(within[1])/n, 100*float64(within[2])/n, 100*float64(within[3])/n)
}

// choices appends the choices of a game, and returns how many were left out
// because their points are not shortlisted.
func choices(dst *[]choice, g *Game, pos *connect.Position) (missed int) {
	pos.Reset()
	var def connect.Defence
	for _, t := range g.Turns {
		if t.Best != connect.NoMove && t.Best.B != board.Nowhere {
			pos.Answer(pos.ToMove(), &def)
			if _, wins := pos.WinNow(); def.Need == 0 && !wins {
				if c, ok := readChoice(pos, t.Best); ok {
					*dst = append(*dst, c)
				} else {
					missed++
				}
			}
		}
		pos.PlayMove(t.Move)
	}
	return missed
}
