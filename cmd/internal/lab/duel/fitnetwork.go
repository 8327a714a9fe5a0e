package duel

import (
	"context"
	"fmt"
	"io"
	"math"
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
var DefaultFitNetwork = FitNetwork{Epochs: 3, Rate: 0.002, Shrink: 0.02, Result: 0.5, Batch: 1024, Workers: 1, Seed: 1}

// example is a sample as a network learns from it.
type example struct {
	stones  []board.Point
	toMove  int // side
	threats int // of both sides
	base    float32
	won     float32
}

var fifteen = board.Size{Cols: five.NetworkSide, Rows: five.NetworkSide}

// Learn learns from samples and returns the network that has the least loss on those that
// it does not learn from. It writes how it goes.
func (f FitNetwork) Learn(ctx context.Context, samples io.Reader, log io.Writer) (five.NetworkFile, error) {
	var examples, test []example
	err := readPositions(ctx, samples, f.Rules, func(p *five.Position, c board.Color, l *Sample, isTest bool) {
		if l.Size != fifteen || aboutToWin(p, c) {
			return
		}
		x := example{l.Stones, int(c - board.Black), p.Threats(c), float32(p.Value(c)) / five.NetworkScale, l.won(f.Result, five.NetworkScale)}
		if isTest {
			test = append(test, x)
		} else {
			examples = append(examples, x)
		}
	})
	if err != nil {
		return five.NetworkFile{}, err
	}
	if len(test) == 0 {
		return five.NetworkFile{}, errTooLittle
	}
	fmt.Fprintf(log, "%d positions\n", len(examples)+len(test))
	rng := rand.New(rand.NewPCG(f.Seed, 0x6e6574))
	m := newNetModel(f.Rules, rng)
	least, best := math.Inf(1), five.NetworkFile{}
	all := (len(examples) + f.Batch - 1) / f.Batch * f.Epochs
	for epoch := 0; ; epoch++ {
		loss := m.loss(test, f.Workers)
		fmt.Fprintf(log, "epoch %d: loss %.5f\n", epoch, loss)
		if loss < least {
			least, best = loss, m.copy()
		}
		if epoch == f.Epochs {
			return best, nil
		}
		rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for i := 0; i < len(examples); i += f.Batch {
			if ctx.Err() != nil {
				return five.NetworkFile{}, ctx.Err()
			}
			left := 1 - float64(m.steps)/float64(all)
			m.step(examples[i:min(i+f.Batch, len(examples))], f.Workers, f.Rate*left, f.Shrink)
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
	workers []*netWorker
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

// share has workers do their parts of a batch, each with numbers of its own.
func (m *netModel) share(all []example, workers int, do func(h *netWorker, x *example)) {
	for len(m.workers) < workers {
		m.workers = append(m.workers, newNetWorker(m.numbers))
	}
	var wg sync.WaitGroup
	for w, h := range m.workers[:workers] {
		wg.Go(func() {
			for i := w; i < len(all); i += workers {
				do(h, &all[i])
			}
		})
	}
	wg.Wait()
}

// loss is the mean logistic loss.
func (m *netModel) loss(all []example, workers int) (sum float64) {
	m.share(all, workers, func(h *netWorker, x *example) {
		h.loss += logisticLoss(h.judge(x), x.won)
	})
	for _, h := range m.workers {
		sum, h.loss = sum+h.loss, 0
	}
	return sum / float64(len(all))
}

// step takes one step down the slope of the loss of a batch.
func (m *netModel) step(batch []example, workers int, rate, shrink float64) {
	const memory, memory2, little = 0.9, 0.99, 1e-8
	m.share(batch, workers, func(h *netWorker, x *example) {
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
					slopes := m.workers[0].rows[side][r]
					for _, h := range m.workers[1:] {
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
