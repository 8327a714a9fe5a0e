package duel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
)

// FitNetwork learns a network that corrects what the tables of the rules say of positions on
// fifteen by fifteen.
type FitNetwork struct {
	Rules   game.Row
	Epochs  int     `flag:"epochs,1,10000"`
	Rate    float64 `flag:"rate,1e-09,1000"` // Adam's step at the beginning; it falls to 0
	Shrink  float64 `flag:"shrink,0,1000"`   // part of a number that each of its steps takes off, times the step
	Result  float64 `flag:"result,0,1"`      // share of a game's result in what a position teaches
	Batch   int     `flag:"batch,1,1000000"` // positions of a step
	Workers int     `flag:"workers,1,256"`
	Seed    uint64  `flag:"seed"`
}

// DefaultFitNetwork is what the embedded network was made with.
var DefaultFitNetwork = FitNetwork{Epochs: 5, Rate: 0.002, Shrink: 0.02, Result: 0.5, Batch: 1024, Workers: 1, Seed: 1}

// lesson is a sample as a network learns from it.
type lesson struct {
	stones  []board.Point
	toMove  int // side
	threats int // of both sides
	base    float32
	won     float32
}

// lesson sees a position; false where no search asks for its worth.
func (f *FitNetwork) lesson(p *five.Position, c board.Color, l *Sample) (lesson, bool) {
	fit := Fit{Result: f.Result, Scale: five.NetworkScale}
	v, ok := fit.look(p, c, l)
	return lesson{l.Stones, v.toMove, v.threats, float32(p.Value(c)) / five.NetworkScale, v.won}, ok
}

var fifteen = board.Size{Cols: five.NetworkSide, Rows: five.NetworkSide}

// Learn learns from samples and returns the network that has the least loss on those that
// it does not learn from. It writes how it goes.
func (f FitNetwork) Learn(ctx context.Context, samples io.Reader, log io.Writer) (five.NetworkFile, error) {
	var lessons, test []lesson
	n, p := 0, five.NewPosition(fifteen, f.Rules)
	err := readSamples(samples, func(l Sample) error {
		if n++; l.Size != fifteen {
			return ctx.Err()
		}
		for i, at := range l.Stones {
			p.Put(at, colorOf(i))
		}
		if x, ok := f.lesson(p, colorOf(len(l.Stones)), &l); !ok {
			// nobody asks for it
		} else if n/500%20 == 19 { // whole games
			test = append(test, x)
		} else {
			lessons = append(lessons, x)
		}
		for range l.Stones {
			p.Take()
		}
		return ctx.Err()
	})
	if err != nil {
		return five.NetworkFile{}, err
	}
	if len(test) == 0 {
		return five.NetworkFile{}, errors.New("there is too little to learn from: at least ten thousand training samples are needed")
	}
	fmt.Fprintf(log, "%d positions\n", len(lessons)+len(test))
	rng := rand.New(rand.NewPCG(f.Seed, 0x6e6574))
	m := newNetModel(f.Rules, rng)
	least, best := math.Inf(1), five.NetworkFile{}
	all := (len(lessons) + f.Batch - 1) / f.Batch * f.Epochs
	for epoch := 0; ; epoch++ {
		loss := m.loss(test, f.Workers)
		fmt.Fprintf(log, "epoch %d: loss %.5f\n", epoch, loss)
		if loss < least {
			least, best = loss, m.copy()
		}
		if epoch == f.Epochs {
			return best, nil
		}
		rng.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		for i := 0; i < len(lessons); i += f.Batch {
			if ctx.Err() != nil {
				return five.NetworkFile{}, ctx.Err()
			}
			left := 1 - float64(m.steps)/float64(all)
			m.step(lessons[i:min(i+f.Batch, len(lessons))], f.Workers, f.Rate*left, f.Shrink)
		}
	}
}

// netModel is a network that is being learned by Adam (D. P. Kingma and J. Ba, "Adam: A
// Method for Stochastic Optimization", 2015).
type netModel struct {
	numbers five.NetworkFile
	mean    [2][][]float32 // of slopes, and below of their squares, by the rows of numbers
	square  [2][][]float32
	rows    [2][][]float32
	steps   int
	hands   []*netHand
}

func newNetModel(r game.Row, rng *rand.Rand) *netModel {
	m := &netModel{}
	for side := range m.numbers {
		if side == 1 && r != game.RenjuFive {
			m.numbers[1], m.mean[1], m.square[1], m.rows[1] = m.numbers[0], m.mean[0], m.square[0], m.rows[0]
			break
		}
		n := &five.NetworkNumbers{}
		random := func(all []float32, size float64) {
			for i := range all {
				all[i] = float32(rng.NormFloat64() * size)
			}
		}
		for i := range n.Lines {
			if i > 0 {
				random(n.Lines[i][:], 0.1)
			}
		}
		for i := range n.First {
			random(n.First[i][:], 0.1)
		}
		for i := range n.Second {
			random(n.Second[i][:], 1/math.Sqrt(five.Inputs))
		}
		random(n.Third[:], 0.02)
		m.numbers[side], m.rows[side] = n, rowsOf(n)
		m.mean[side], m.square[side] = rowsOf(&five.NetworkNumbers{}), rowsOf(&five.NetworkNumbers{})
	}
	return m
}

// rowsOf are all numbers of a side, in rows.
func rowsOf(n *five.NetworkNumbers) (all [][]float32) {
	for i := range n.Lines {
		all = append(all, n.Lines[i][:])
	}
	for i := range n.First {
		all = append(all, n.First[i][:])
	}
	for i := range n.Second {
		all = append(all, n.Second[i][:])
	}
	return append(all, n.Bias[:], n.Bias2[:], n.Third[:], n.Direct[:], n.Threats[:])
}

// copy returns the numbers as they are.
func (m *netModel) copy() (c five.NetworkFile) {
	for side, n := range m.numbers {
		if side == 1 && n == m.numbers[0] {
			c[1] = c[0]
			break
		}
		one := *n
		c[side] = &one
	}
	return c
}

// share has workers do their parts of a batch, each with a hand of its own.
func (m *netModel) share(all []lesson, workers int, do func(h *netHand, x *lesson)) {
	for len(m.hands) < workers {
		m.hands = append(m.hands, newNetHand(m.numbers))
	}
	var wg sync.WaitGroup
	for w, h := range m.hands[:workers] {
		wg.Go(func() {
			for i := w; i < len(all); i += workers {
				do(h, &all[i])
			}
		})
	}
	wg.Wait()
}

// loss is the mean logistic loss.
func (m *netModel) loss(all []lesson, workers int) (sum float64) {
	m.share(all, workers, func(h *netHand, x *lesson) {
		p := min(max(float64(tune.Chance(h.judge(x))), 1e-6), 1-1e-6)
		h.loss -= float64(x.won)*math.Log(p) + (1-float64(x.won))*math.Log(1-p)
	})
	for _, h := range m.hands {
		sum, h.loss = sum+h.loss, 0
	}
	return sum / float64(len(all))
}

// step takes one step down the slope of the loss of a batch.
func (m *netModel) step(batch []lesson, workers int, rate, shrink float64) {
	const memory, memory2, little = 0.9, 0.99, 1e-8
	m.share(batch, workers, func(h *netHand, x *lesson) {
		h.learn(x, (tune.Chance(h.judge(x))-x.won)/float32(len(batch)))
	})
	m.steps++
	size := float32(rate * math.Sqrt(1-math.Pow(memory2, float64(m.steps))) / (1 - math.Pow(memory, float64(m.steps))))
	for side := range m.rows {
		if side == 1 && m.numbers[1] == m.numbers[0] {
			break
		}
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for r := w; r < len(m.rows[side]); r += workers {
					row, mean, square := m.rows[side][r], m.mean[side][r], m.square[side][r]
					slopes := m.hands[0].rows[side][r]
					for _, h := range m.hands[1:] {
						for i, v := range h.rows[side][r] {
							slopes[i] += v
						}
						clear(h.rows[side][r])
					}
					for i, g := range slopes {
						if g == 0 {
							continue // seldom seen: it keeps what it has learned
						}
						mean[i] += (1 - memory) * (g - mean[i])
						square[i] += (1 - memory2) * (g*g - square[i])
						row[i] -= size*mean[i]/(float32(math.Sqrt(float64(square[i])))+little) + float32(rate*shrink)*row[i]
					}
					clear(slopes)
				}
			})
		}
		wg.Wait()
	}
}

// netPoint is a point as both sides see it, the side to move first.
type netPoint struct {
	region int
	kinds  [2][4]uint16
	rising [2]uint32 // its numbers between 0 and 1, which a change counts of
}

// netHand judges positions and works out slopes.
type netHand struct {
	numbers five.NetworkFile
	slopes  five.NetworkFile
	rows    [2][][]float32 // of slopes
	loss    float64
	lines   *five.LineReader
	points  []netPoint
	region  [five.Regions][2 * five.PerSide]float32
	made    [five.Regions][five.Regional]float32
	in      [five.Inputs]float32
	hidden  [five.Hidden]float32
}

func newNetHand(n five.NetworkFile) *netHand {
	h := &netHand{numbers: n, lines: five.NewLineReader()}
	for side := range n {
		if side == 1 && n[1] == n[0] {
			h.slopes[1], h.rows[1] = h.slopes[0], h.rows[0]
			break
		}
		h.slopes[side] = &five.NetworkNumbers{}
		h.rows[side] = rowsOf(h.slopes[side])
	}
	return h
}

// The divisors of sums, as in the search.
const (
	wholePart  = 1.0 / 16
	regionPart = 1.0 / 4
)

// judge is what a position is worth to the side to move, in units of a logistic curve.
func (h *netHand) judge(x *lesson) float32 {
	h.points = h.points[:0]
	h.lines.Read(x.stones, func(region int, kinds [4]uint16) {
		p := netPoint{region: region}
		for i, k := range kinds {
			p.kinds[x.toMove&1][i], p.kinds[1-x.toMove&1][i] = k, h.lines.Swapped[k]
		}
		h.points = append(h.points, p)
	})
	h.region, h.in = [five.Regions][2 * five.PerSide]float32{}, [five.Inputs]float32{}
	for i := range h.points {
		p := &h.points[i]
		for view := range p.kinds {
			lines, k := &h.numbers[(x.toMove+view)&1].Lines, &p.kinds[view]
			p.rising[view] = rising((*[five.PerSide]float32)(h.region[p.region][view*five.PerSide:]), &lines[k[0]], &lines[k[1]], &lines[k[2]], &lines[k[3]])
		}
	}
	n := h.numbers[x.toMove&1]
	for r := range h.region {
		made := n.Bias
		for i, v := range h.region[r] {
			h.in[i] += v * wholePart
			v *= regionPart
			for j, w := range &n.First[i] {
				made[j] += v * w
			}
		}
		h.made[r] = made
		for j, v := range made {
			if v > 0 {
				h.in[2*five.PerSide+j] += v * regionPart
			}
		}
	}
	out := x.base + n.Threats[x.threats]
	h.hidden = n.Bias2
	for i, v := range h.in {
		out += v * n.Direct[i]
		for j, w := range &n.Second[i] {
			h.hidden[j] += v * w
		}
	}
	for j, v := range h.hidden {
		if v > 0 {
			out += v * n.Third[j]
		}
	}
	return out
}

// rising adds the sum of four lines to a sum, cut to 0 to 1, and returns which of its
// numbers lie between.
func rising(sum, a, b, c, d *[five.PerSide]float32) (between uint32) {
	for i := range sum {
		switch v := a[i] + b[i] + c[i] + d[i]; {
		case v >= 1:
			sum[i]++
		case v > 0:
			sum[i] += v
			between |= 1 << i
		}
	}
	return between
}

// learn adds the slopes of the position that was judged last, whose value has that one.
func (h *netHand) learn(x *lesson, slope float32) {
	n, s := h.numbers[x.toMove&1], h.slopes[x.toMove&1]
	s.Threats[x.threats] += slope
	var hidden [five.Hidden]float32
	for j, v := range h.hidden {
		if v > 0 {
			s.Third[j] += slope * v
			hidden[j] = slope * n.Third[j]
			s.Bias2[j] += hidden[j]
		}
	}
	var in [five.Inputs]float32
	for i, v := range h.in {
		s.Direct[i] += slope * v
		in[i] = slope * n.Direct[i]
		for j, g := range hidden {
			in[i] += g * n.Second[i][j]
			s.Second[i][j] += g * v
		}
	}
	var region [five.Regions][2 * five.PerSide]float32
	for r := range region {
		var made [five.Regional]float32
		for j, v := range h.made[r] {
			if v > 0 {
				made[j] = in[2*five.PerSide+j] * regionPart
				s.Bias[j] += made[j]
			}
		}
		for i, v := range h.region[r] {
			v *= regionPart
			g := float32(0)
			for j, m := range made {
				s.First[i][j] += m * v
				g += m * n.First[i][j]
			}
			region[r][i] = g*regionPart + in[i]*wholePart
		}
	}
	for i := range h.points {
		p := &h.points[i]
		for view, kinds := range p.kinds {
			lines := &h.slopes[(x.toMove+view)&1].Lines
			slopes := region[p.region][view*five.PerSide:]
			for _, k := range kinds {
				if k == 0 {
					continue
				}
				row := &lines[k]
				for m := p.rising[view]; m != 0; m &= m - 1 {
					i := bits.TrailingZeros32(m) & (five.PerSide - 1)
					row[i] += slopes[i]
				}
			}
		}
	}
}
